import { expect, test } from 'vitest';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** Enough for a manifest that is read by pages: more than a million bytes. */
const COUNT = 2_500;
const FILE = 'ads/keywords.yaml';
const idOf = (n: number) => 80_000_000 + n;
const URL_TAIL = `from=search&kw={keyword}&season=autumn&colour=red&size=38&delivery=free&returns=free&campaign=shoes&more=${'x'.repeat(250)}`;

const entry = (n: number) =>
  `  - id: ${idOf(n)}\n    word: 女鞋 ${n}\n    price: 0.80\n    matchType: phrase\n    url: https://www.example.com/shoes/${n}?${URL_TAIL}\n    status: enable\n`;
const live = (n: number) =>
  JSON.stringify({
    id: String(idOf(n)),
    groupId: '556001',
    word: `女鞋 ${n}`,
    price: '0.80',
    matchType: 'phrase',
    destinationUrl: `https://www.example.com/shoes/${n}?${URL_TAIL}`,
  });

const MANIFEST = `version: 1\nkeywords:\n${Array.from({ length: COUNT }, (_, n) => entry(n)).join('')}`;

test('a manifest of more than a million bytes is planned and applied like any other', {
  timeout: 120_000,
}, async () => {
  expect(Buffer.byteLength(MANIFEST)).toBeGreaterThan(1_100_000);
  const limits = '    limits: { requestsPerSecond: 1000 }\n';
  const world = await World.start({
    files: { 'adwright.yaml': projectFile(limits), [FILE]: MANIFEST, 'ads/more.yaml': 'version: 1\ngroups: {}\n' },
    fixture: `keywords:\n${Array.from({ length: COUNT }, (_, n) => `  - ${live(n)}\n`).join('')}`,
  });
  const reads = () => world.requests().filter(({ operation }) => operation === 'getKeywords').length;

  const unchanged = await world.json('plan', ['plan']);
  expect(unchanged.document.summary).toMatchObject({ noop: COUNT, update: 0 });
  expect(reads()).toBe(Math.ceil(COUNT / 500));

  // A fault far after ends the run before anything is written, and is reported with its place.
  const broken = entry(2_000).replace('price: 0.80', 'price: dear');
  await world.edit(FILE, entry(2_000), broken);
  await world.edit(FILE, entry(10), entry(10).replace('price: 0.80', 'price: 0.90'));
  for (const argv of [['plan'], ['status'], ['apply', '--auto-approve'], ['validate']]) {
    const refused = await world.run(argv);
    expect(refused.code).toBe(1);
    expect(refused.stdout + refused.stderr).toContain(`${FILE}:${2 + 2_000 * 6 + 3}:12`);
  }
  expect(world.writes()).toEqual([]);

  await world.edit(FILE, broken, entry(2_000));
  const address = `keyword/${idOf(10)}`;
  const planned = await world.json('plan', ['plan', '--out', 'saved.json']);
  expect(planned.document.changes).toMatchObject([
    { address, action: 'update', source: { file: FILE, line: 2 + 10 * 6 + 1 } },
  ]);
  const targeted = await world.json('plan', ['plan', '--target', address]);
  expect(targeted.document.changes.map((change) => change.address)).toEqual([address]);
  const aside = await world.json('plan', ['plan', '--target', `keyword/${idOf(11)}`]);
  expect(aside.document.changes).toEqual([]);

  const applied = await world.json('apply', ['apply', 'saved.json']);
  expect(applied).toMatchObject({ code: 0, document: { summary: { done: 1 } } });
  expect(world.writes()).toHaveLength(1);
  expect((await world.json('plan', ['plan', '--no-refresh'])).document.changes).toEqual([]);
  const again = await world.json('plan', ['plan']);
  expect(again.document.summary).toMatchObject({ noop: COUNT, update: 0 });

  // The manifests moved on: the saved plan is stale.
  await world.edit(FILE, entry(2_499), entry(2_499).replace('price: 0.80', 'price: 0.85'));
  const stale = await world.run(['apply', 'saved.json']);
  expect(stale.code).toBe(6);
  expect(stale.stderr).toContain('the manifests');
  expect(world.writes()).toHaveLength(1);
});
