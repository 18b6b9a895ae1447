import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import type { Fault } from '../../src/sandbox/index.js';
import { Account } from './account.js';
import { KEYWORD_IDS, PICTURE_IDS } from './manifest-model.js';

const RUNS = Number(process.env['ADWRIGHT_PROPERTY_RUNS'] ?? 2);

const FAULTS = ['reset-before', 'reset-after', 'refuse-all', 'no-effect', 'throttle'] as const;
const fault = fc
  .tuple(
    fc.constantFrom('updateKeywords', 'updatePictureTags'),
    fc.constantFrom(...FAULTS),
    fc.integer({ min: 1, max: 3 }),
  )
  .map(
    ([operation, kind, from]): Fault => ({
      operation: operation as Fault['operation'],
      kind,
      from,
      ...(kind === 'refuse-all' && { code: 90001, message: 'closed' }),
    }),
  );

const price = fc.integer({ min: 50, max: 900 }).map((cents) => (cents / 100).toFixed(2));
const wish = fc.record({
  price,
  status: fc.constantFrom('enable', 'pause'),
  url: fc.constantFrom('https://a.example.com/1', 'https://a.example.com/{keyword}?x=1&y=2'),
});
const plan = fc.record({
  first: fc.array(wish, { minLength: KEYWORD_IDS.length, maxLength: KEYWORD_IDS.length }),
  second: fc.array(wish, { minLength: KEYWORD_IDS.length, maxLength: KEYWORD_IDS.length }),
  tags: fc.tuple(
    fc.array(fc.constantFrom('夏', '秋', 'a b'), { minLength: 1, maxLength: 3 }),
    fc.uniqueArray(fc.constantFrom('冬', '1', '主图'), { minLength: 1 }),
  ),
  drift: fc.array(fc.tuple(fc.nat(KEYWORD_IDS.length - 1), price), { maxLength: 3 }),
  faults: fc.array(fault, { maxLength: 2 }),
});

type Wish = { readonly price: string; readonly status: string; readonly url: string };

/** Every style that people write: brackets, blocks, quotes, comments. */
function manifest(wishes: readonly Wish[], tags: readonly string[]): string {
  const entries = wishes.map(({ price, status, url }, index) => {
    const id = KEYWORD_IDS[index];
    if (index % 3 === 0) return `  - { id: "${id}", price: ${price}, status: ${status}, url: "${url}" } # ${index}`;
    if (index % 3 === 1)
      return `  - id: "${id}"\n    price: "${price}" # bid\n    status: ${status}\n    url: '${url}'`;
    return `  - status: ${status}\n    # the bid\n    price: ${price}\n\n    id: '${id}'\n    url: ${url.includes('{') ? JSON.stringify(url) : url}`;
  });
  const list = [...new Set(tags)].map((tag) => `\n      - ${tag}`).join('');
  return `version: 1\nkeywords:\n${entries.join('\n')}\npictures:\n  - id: "${PICTURE_IDS[0]}"\n    tags:${list}\n`;
}

const live = ({ sandbox }: Account) => {
  const { keywords, pictures } = sandbox.control.state();
  return {
    keywords: keywords.map(({ id, price, optStatus, destinationUrl }) => [
      id,
      Number(price),
      optStatus,
      destinationUrl,
    ]),
    tags: pictures.map(({ id, tags }) => [id, [...tags].sort()]),
  };
};

describe('undo', () => {
  it('gives the service its former values back, whatever of the run came through', async () => {
    const icon = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await fc.assert(
      fc.asyncProperty(plan, async ({ first, second, tags, drift, faults }) => {
        const account = await Account.open(icon);
        try {
          await account.write(manifest(first, tags[0]));
          expect((await account.apply()).code).toBe(0);
          for (const [index, to] of drift) {
            await account.sandbox.control.change({
              keywords: [{ id: KEYWORD_IDS[index] ?? '', groupId: '41000001', price: to }],
            });
          }
          const before = live(account);
          await account.write(manifest(second, tags[1]));
          const planned = await account.plan();
          await account.apply(faults);
          account.wait(86_400);
          if (planned.summary.update > 0) {
            const undone = await account.run('undo', '--write');
            expect([undone.code, undone.stderr]).toEqual([0, expect.anything()]);
          }
          account.sandbox.control.clearFaults();
          await account.apply();
          account.wait(86_400);
          await account.apply();
          expect(live(account)).toEqual(before);
          expect((await account.plan()).summary.update).toBe(0);
        } finally {
          await account.close();
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

describe('pull', () => {
  it('leaves no drift', async () => {
    const icon = await sharp({ create: { width: 8, height: 8, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    await fc.assert(
      fc.asyncProperty(plan, async ({ first, tags, drift }) => {
        const account = await Account.open(icon);
        try {
          await account.write(manifest(first, tags[0]));
          await account.apply();
          for (const [index, to] of drift) {
            await account.sandbox.control.change({
              keywords: [{ id: KEYWORD_IDS[index] ?? '', groupId: '41000001', price: to }],
            });
          }
          await account.sandbox.control.change({
            pictures: [{ picId: PICTURE_IDS[0] ?? '', tags: [...new Set(tags[1])] }],
          });
          const pulled = await account.run('pull', '--write');
          expect([pulled.code, pulled.stderr]).toEqual([0, expect.anything()]);
          expect((await account.plan()).summary).toMatchObject({ update: 0, drift: 0 });
        } finally {
          await account.close();
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
