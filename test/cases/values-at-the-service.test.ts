import { describe, expect, it, test } from 'vitest';
import { png } from '../manifest/image-files.js';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** Texts, URLs and bids, as far as the service takes part: what is sent, and what it says afterwards. */

const MANIFEST = 'ads/all.yaml';
const APPLY = ['apply', '--auto-approve'] as const;
const PLAN = ['plan', '--detailed-exitcode'] as const;

async function worldOf(manifest: string, fixture: string): Promise<World> {
  const limits = '    limits: { requestsPerSecond: 1000 }\n';
  const files = {
    'adwright.yaml': projectFile(limits),
    [MANIFEST]: `version: 1\n${manifest}`,
    'ads/i.png': png(64, 64),
  };
  return World.start({ files, fixture });
}

/** What the only keyword update said, with ids and prices as they stood in it. */
function update(world: World): readonly string[] {
  const writes = world.writes();
  expect(writes).toHaveLength(1);
  const inner = (writes[0]?.fields['keywords'] ?? '').slice(1, -1);
  return inner.split('},{').map((one) => `{${one.replace(/^\{|\}$/g, '')}}`);
}

const keyword = (fields: string) => `  - { groupId: "9", price: "2.00", matchType: phrase, ${fields} }\n`;

test('one word may be in several keywords, and only the edited one is touched', async () => {
  const word = (id: string, groupId: string, matchType: string) =>
    `  - { id: "${id}", groupId: "${groupId}", word: 叉车培训, price: "2.00", matchType: ${matchType} }\n`;
  const fixture = `keywords:\n${word('1', '9', 'exact')}${word('2', '9', 'phrase')}${word('3', '10', 'exact')}`;
  const rows = ['1', '2', '3']
    .map((id) => `  - { id: ${id}, word: 叉车培训, price: ${id === '3' ? '2.5' : '2'} }\n`)
    .join('');
  const world = await worldOf(`keywords:\n${rows}`, fixture);
  await world.must(...APPLY);
  expect(update(world)).toEqual(['{"id":3,"price":2.5,"status":"enable"}']);
});

test('an app whose title the service cut at an emoji is known again, and not submitted twice', async () => {
  const world = await worldOf(
    'apps:\n  shop: { title: 夏日🚲特惠, type: iOS, icon: i.png, appUrl: "https://a.cn/x" }\n',
    '',
  );
  await world.must(...APPLY);
  const [app] = world.sandbox.control.state().apps;
  await world.sandbox.control.change({ apps: [{ appId: app?.id ?? '', title: '夏日' }] });
  const { document } = await world.json('plan', ['plan']);
  expect(document.summary).toMatchObject({ create: 0 });
  expect(document.diagnostics.map(({ code }) => code)).toContain('stored-differently');
  expect(JSON.stringify(document.diagnostics)).toContain('夏日🚲特惠');
  await world.must(...APPLY);
  expect(world.writes().filter(({ operation }) => operation === 'addAppTask')).toHaveLength(1);
  expect((await world.run(PLAN)).code).toBe(0);
});

test('a service that tidies words and tags makes no difference on every run', async () => {
  const world = await worldOf(
    'keywords:\n  - { id: 1, word: "ABC Shoes ", price: 3 }\n',
    `options: { wordsOnRead: lower-case }\nkeywords:\n${keyword('id: "1", word: "ABC Shoes"')}`,
  );
  const { document } = await world.json('plan', ['plan']);
  expect(document.diagnostics.map(({ code }) => code)).toContain('word-spelt-differently');
  await world.must(...APPLY);
  expect((await world.run(PLAN)).code).toBe(0);
});

const URL_WITH_ALL = 'https://a.example.com/{keyword}?k={keyword}&c={creative}&d=%7e~+%20#top';

test('placeholders, &, % and + of a URL arrive byte for byte', async () => {
  const world = await worldOf(
    `keywords:\n  - { id: 1, url: "${URL_WITH_ALL}" }\n`,
    `keywords:\n${keyword('id: "1", word: a')}`,
  );
  await world.must(...APPLY);
  expect(update(world)).toEqual([`{"id":1,"url":"${URL_WITH_ALL}","status":"enable"}`]);
});

test('a slash is a change, without one no URL is sent, and a bid alone carries none', async () => {
  const world = await worldOf(
    'keywords:\n  - { id: 1, url: "http://a.com/", mobileUrl: "http://m.a.com/~", price: 2 }\n',
    `options: { review: { keywordSeconds: 0 } }\nkeywords:\n${keyword('id: "1", word: a, destinationUrl: "http://a.com", mobileDestinationUrl: "http://m.a.com/%7e"')}`,
  );
  expect((await world.run(['plan'])).stdout).toContain('may be reviewed again');
  await world.must(...APPLY);
  expect(update(world)).toEqual(['{"id":1,"url":"http://a.com/","mobileUrl":"http://m.a.com/~","status":"enable"}']);
  world.sandbox.control.clearLog();
  await world.must(...APPLY);
  expect(world.writes()).toEqual([]);
  await world.edit(MANIFEST, 'price: 2', 'price: 3');
  await world.must(...APPLY);
  expect(update(world)).toEqual(['{"id":1,"price":3,"status":"enable"}']);
});

test('a URL outside the account’s domains is a warning of the plan, and no more', async () => {
  const world = await worldOf(
    'keywords:\n  - { id: 1, url: "https://www.example.com/a" }\n  - { id: 2, url: "https://elsewhere.cn/a" }\n',
    `account: { uid: "1", allowDomain: "example.com,b.cn" }\nkeywords:\n${keyword('id: "1", word: a')}${keyword('id: "2", word: b')}`,
  );
  const { code, document } = await world.json('plan', ['plan']);
  expect(code).toBe(0);
  const warnings = document.diagnostics.filter(({ code: one }) => one === 'host-outside-account');
  expect(warnings).toMatchObject([
    { severity: 'warning', address: 'keyword/2', source: { file: MANIFEST, line: 4, column: 19 } },
  ]);
  expect(warnings[0]?.detail).toContain(
    'elsewhere.cn is not among the hosts of the account (allowDomain: example.com, b.cn)',
  );
});

test('negative words that block the group’s own keywords are warned of by both names', async () => {
  const world = await worldOf(
    'groups:\n  cars: { campaignId: 1001, name: 车, price: 1, id: "9", negativeWords: { exact: [二手车], phrase: [二手] } }\nkeywords:\n  - { id: 1, price: 2 }\n  - { id: 2, price: 2 }\n',
    `groups:\n  - { groupId: "9", campaignId: 1001, name: 车 }\nkeywords:\n${keyword('id: "1", word: 二手车')}${keyword('id: "2", word: 新车')}`,
  );
  const { document } = await world.json('plan', ['plan']);
  const found = document.diagnostics.filter(({ code }) => code === 'own-word-blocked');
  expect(found.map(({ detail }) => detail)).toEqual([
    'The negative “二手车” of group/cars is the text of: keyword/1 (“二手车”).',
    'The negative “二手” of group/cars is contained in the text of: keyword/1 (“二手车”).',
  ]);
  expect(found[0]).toMatchObject({ source: { line: 3 }, related: [{ line: 5 }] });
});

test('vocabularies that differ between writing and reading are not a difference', async () => {
  const world = await worldOf(
    `keywords:
  - { id: 1, status: pause }
  - { id: 2, status: enable }
  - { id: 3, status: enable }
apps:
  shop: { title: 鞋城, type: android, icon: i.png, appUrl: "https://a.cn/x", developer: 公司, privacyUrl: "https://a.cn/p", authUrl: "https://a.cn/q", copyright: [i.png] }
`,
    `keywords:\n${keyword('id: "1", word: a, optStatus: paused, status: pause')}${keyword('id: "2", word: b, status: pending')}${keyword('id: "3", word: c, status: ineffective')}`,
  );
  await world.must(...APPLY);
  expect(world.writes().map(({ operation }) => operation)).toEqual(['addAppTask']);
  expect((await world.run(PLAN)).code).toBe(0);
});

test('a match type that the account may not use fails that keyword alone, by name', async () => {
  const world = await worldOf(
    'keywords:\n  - { id: 1, matchType: phrase_accurate }\n  - { id: 2, matchType: exact }\n',
    `options: { keywordFailures: ids }\nkeywords:\n${keyword('id: "1", word: a')}${keyword('id: "2", word: b')}`,
  );
  const { code, document } = await world.json('apply', APPLY);
  expect(code).toBe(3);
  expect(document.items.map(({ address, outcome }) => `${address} ${outcome}`)).toEqual([
    'keyword/1 failed',
    'keyword/2 done',
  ]);
  expect(JSON.stringify(document.items[0])).toContain('matchType phrase_accurate');
});

test('bids are sent as the shortest decimal of what was written', async () => {
  const prices = ['0.3', '4.35', '33.30', '1.005', '"1.10"'];
  const world = await worldOf(
    `keywords:\n${prices.map((price, index) => `  - { id: ${index + 1}, price: ${price} }\n`).join('')}`,
    `options: { priceDecimals: rounded }\nkeywords:\n${prices.map((_, index) => keyword(`id: "${index + 1}", word: w${index}`)).join('')}`,
  );
  await world.run(APPLY);
  const sent = world.writes()[0]?.fields['keywords'] ?? '';
  expect(sent.match(/"price":[^,]+/g)).toEqual(
    ['0.3', '4.35', '33.3', '1.005', '1.1'].map((price) => `"price":${price}`),
  );
});

describe('numbers that change their type', () => {
  it.each(['"1.50"', '"1.5"', '1.5', '1.5000000476837158'])('a price read as %s', async (price) => {
    const world = await worldOf('keywords:\n  - { id: 1, price: 1.5 }\n', `keywords:\n${keyword('id: "1", word: a')}`);
    const record = `{"id":1,"groupId":"9","word":"a","price":${price},"matchType":"phrase","optStatus":"enabled","status":"enable"}`;
    const body = `{"keywordList":[${record}],"failures":[]}`;
    world.sandbox.control.addFaults({ operation: 'getKeywords', kind: 'status', status: 200, body, times: 0 });
    const { code, document } = await world.json('plan', PLAN);
    expect([code, document.summary.noop]).toEqual([0, 1]);
  });

  it.each(['"10000"', '10000', '0'])('errno %s', async (errno) => {
    const world = await worldOf('keywords:\n  - { id: 1, price: 3 }\n', `keywords:\n${keyword('id: "1", word: a')}`);
    const body = `{"errno":${errno},"affectedRecords":"1","failKeywordIds":"","failures":[]}`;
    world.sandbox.control.addFaults({ operation: 'updateKeywords', kind: 'status', status: 200, body, effect: true });
    const { code, document } = await world.json('apply', APPLY);
    expect([code, document.items.map(({ outcome }) => outcome)]).toEqual([0, ['done']]);
  });
});

test('0 and the empty text are sent, an absent field is not', async () => {
  const live = 'word: a, destinationUrl: "https://a.cn/x"';
  const world = await worldOf(
    'keywords:\n  - { id: 1, price: 0 }\n  - { id: 2, url: "" }\n  - { id: 3, price: 3 }\n',
    `keywords:\n${['1', '2', '3'].map((id) => keyword(`id: "${id}", ${live}`)).join('')}`,
  );
  const { stdout } = await world.run(['plan']);
  expect(stdout).toContain('use the group bid');
  expect(stdout).toContain("use the creative's URL");
  await world.must(...APPLY);
  expect(update(world)).toEqual([
    '{"id":1,"price":0,"status":"enable"}',
    '{"id":2,"url":"","status":"enable"}',
    '{"id":3,"price":3,"status":"enable"}',
  ]);
});

describe('bids that the service does not take', () => {
  /** `npm run test:fuzz` sends more than one call takes. */
  const COUNT = process.env['ADWRIGHT_FUZZ'] === undefined ? 60 : 500;
  const ids = Array.from({ length: COUNT }, (_, index) => String(index + 1));
  const LOW: ReadonlySet<string> = new Set(['11', '12', '13']);
  const manifest = `keywords:\n${ids.map((id) => `  - { id: ${id}, price: 0.50 }\n`).join('')}`;
  const fixture = (options: string) =>
    `options: ${options}\nkeywords:\n${ids.map((id) => keyword(`id: "${id}", word: w${id}, pcLowestPrice: "${LOW.has(id) ? '0.60' : '0.30'}"`)).join('')}`;

  it.each(['comma', 'space', 'json-text', 'list'])(
    'three of many are named with their bids, listed as %s',
    async (form) => {
      const world = await worldOf(manifest, fixture(`{ failKeywordIds: ${form}, keywordFailures: ids }`));
      const { code, document } = await world.json('apply', APPLY);
      expect([code, document.summary]).toEqual([3, expect.objectContaining({ done: COUNT - 3, failed: 3 })]);
      const failed = document.items.filter(({ outcome }) => outcome === 'failed');
      expect(failed.map(({ address }) => address)).toEqual(['keyword/11', 'keyword/12', 'keyword/13']);
      for (const { error } of failed) expect(error?.message).toContain('price 0.50');
      const { document: again } = await world.json('plan', ['plan']);
      expect(again.changes.map(({ address }) => address)).toEqual(['keyword/11', 'keyword/12', 'keyword/13']);
    },
  );

  it.each(['"11;12"', '"[11,12]"', '[11,12]', '["11","12"]', '"11, 12,"'])(
    'failKeywordIds %s is read',
    async (list) => {
      const world = await worldOf(manifest, fixture('{}'));
      const body = `{"errno":10000,"affectedRecords":${Math.min(COUNT, 400) - 2},"failKeywordIds":${list},"failures":[]}`;
      world.sandbox.control.addFaults({ operation: 'updateKeywords', kind: 'status', status: 200, body, effect: true });
      const { document } = await world.json('apply', APPLY);
      const named = document.items
        .filter(({ error }) => error?.message.includes('refused the data'))
        .map(({ address }) => address);
      expect(named).toEqual(expect.arrayContaining(['keyword/11', 'keyword/12']));
    },
  );

  it.each(['""', '[]', 'null'])('failKeywordIds %s is nobody, and reading back decides', async (list) => {
    const world = await worldOf('keywords:\n  - { id: 11, price: 0.50 }\n', fixture('{}'));
    const body = `{"errno":10000,"affectedRecords":1,"failKeywordIds":${list},"failures":[]}`;
    world.sandbox.control.addFaults({ operation: 'updateKeywords', kind: 'status', status: 200, body });
    const { code, document } = await world.json('apply', APPLY);
    expect([code, document.items[0]?.outcome]).toEqual([3, 'failed']);
  });
});
