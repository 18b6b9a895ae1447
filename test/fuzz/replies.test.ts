import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Account } from '../property/account.js';
import { alteringWire, type Exchange } from '../support/altering-wire.js';
import { type Alteration, alteration, gives, saysNotMade } from './altered-replies.js';

/** Each run is a project of its own with three applies: a tenth of what the other properties get. */
const RUNS = Math.ceil(Number(process.env['ADWRIGHT_FUZZ'] ?? 50) / 10);

const LINKS = `creative: sublinks-mobile
    content:
      - { text: 新品, url: "https://m.example.com/new" }
      - { text: 特价, url: "https://m.example.com/sale" }
`;
const MANIFEST = `version: 1
groups:
${[0, 1, 2, 3, 4].map((n) => `  g${n}: { campaignId: 1001, name: n${n}, price: 1 }\n`).join('')}richCreatives:
  - groups: [g0, g1]
    groupIds: ["41000001"]
    ${LINKS}apps:
${[0, 1, 2].map((n) => `  a${n}: { title: 鞋城${n}, type: iOS, icon: icon.png, appUrl: "https://dl.example.com/${n}" }\n`).join('')}`;

const MAKING = /\/(?:group\/batchAdd|richcreative\/add|app\/addTask)/;

/** What a creating call was to make, in words that stay the same when it is sent again. */
function itemsOf({ path, fields }: Exchange): readonly string[] {
  const list = (key: string) => JSON.parse(fields[key] ?? '[]') as readonly Record<string, string>[];
  if (path.includes('group')) return list('groups').map((one) => `group ${one['name']}`);
  if (path.includes('app')) return list('apps').map((one) => `app ${one['appUrl']}`);
  return (JSON.parse(fields['groupIdList'] ?? '[]') as readonly string[]).map((id) => `creative ${id}`);
}

interface Done {
  readonly address: string;
  readonly outcome: string;
  readonly id?: string;
  readonly taskId?: string;
}

async function applyAgainAndAgain(icon: Uint8Array, alterations: readonly Alteration[]): Promise<void> {
  const account = await Account.open(icon);
  const calls: Exchange[] = [];
  const left = [...alterations];
  const wire = await alteringWire(
    account.sandbox.url,
    (path, real) => (MAKING.test(path) ? (left.shift()?.of(real) ?? real) : real),
    (exchange) => {
      if (MAKING.test(exchange.path)) calls.push(exchange);
    },
  );
  account.serviceUrl = wire.url;
  try {
    await account.write(MANIFEST);
    const results: Done[] = [];
    for (let round = 0; round < 3; round++) {
      // Of a kind whose replies are odd only one call is sent, so that what is altered takes more than one apply.
      results.push(...((await account.apply()).items as readonly Done[]));
      account.wait(10);
    }
    for (const { address, outcome, id, taskId } of results) {
      const acknowledged = id ?? taskId;
      if (outcome === 'done' && address.startsWith('app/')) continue;
      if (outcome === 'done' || outcome === 'pending') {
        expect(acknowledged, `${address} is ${outcome} by an id`).toMatch(/^[1-9]\d*$/);
        expect(
          calls.some(({ reply }) => gives(reply, acknowledged ?? '')),
          `${address}: ${acknowledged}`,
        ).toBe(true);
      }
    }
    const ids = results.flatMap(({ address, outcome, id }) =>
      outcome === 'done' ? [`${address.split('/')[0]} ${id}`] : [],
    );
    expect(new Set(ids).size, 'no id is two things').toBe(ids.length);
    for (const item of new Set(calls.flatMap(itemsOf))) {
      const own = calls.filter((call) => itemsOf(call).includes(item));
      const unsaid = own.slice(0, -1).filter(({ reply }) => !saysNotMade(reply));
      expect(
        unsaid.map(({ reply }) => reply),
        `${item} was sent again after`,
      ).toEqual([]);
    }
  } finally {
    await wire.close();
    await account.close();
  }
}

it(
  'whatever creating calls answer, nothing is sent again unless the reply says that it was not made, and nothing is done without an id',
  async () => {
    const icon = PIXEL;
    await fc.assert(
      fc.asyncProperty(fc.array(alteration, { minLength: 1, maxLength: 8 }), (list) => applyAgainAndAgain(icon, list)),
      { numRuns: RUNS },
    );
  },
  120_000 + RUNS * 10_000,
);

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
