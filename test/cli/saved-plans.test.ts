import { expect, test } from 'vitest';
import { projectFile, SMALL, SMALL_MANIFEST } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

const FILE = 'ads/shoes.yaml';

async function planned(world: World, ...args: readonly string[]): Promise<World> {
  await world.must('plan', '--out', 'plan.json', ...args);
  world.sandbox.control.clearLog();
  return world;
}

test('a saved plan is shown and carried out without a terminal', async () => {
  const world = await planned(await World.start(SMALL));
  const shown = await world.json('plan', ['show', 'plan.json']);
  expect(shown.document.summary).toMatchObject({ create: 2, update: 1 });
  expect(world.requests()).toEqual([]);
  const { code, document } = await world.json('apply', ['apply', 'plan.json']);
  expect(code).toBe(0);
  expect(document.items.map(({ address, outcome }) => `${address} ${outcome}`)).toEqual([
    'group/autumn done',
    'keyword/80001001 done',
    'rich-creative/autumn/sublinks-mobile done',
  ]);
});

test('a plan that was applied already is stale: nothing of it is left', async () => {
  const world = await planned(await World.start(SMALL));
  await world.must('apply', 'plan.json');
  world.sandbox.control.clearLog();
  const again = await world.json('error', ['apply', 'plan.json']);
  expect(again).toMatchObject({ code: 6, document: { error: { code: 'plan-stale' } } });
  expect(again.document.error.message).toContain('it was applied before');
  expect(again.document.error.message).not.toContain('lineage');
  // The same once there is a lineage: an edit, planned and applied twice.
  await world.edit(FILE, 'price: 0.90', 'price: 0.95');
  await planned(world);
  await world.must('apply', 'plan.json');
  expect((await world.run(['apply', 'plan.json'])).stderr).toContain('it was applied before');
  expect(world.writes()).toHaveLength(1);
});

test('a part of a saved plan is counted again and says that it is a part', async () => {
  const world = await planned(await World.start(SMALL));
  const { document } = await world.json('plan', ['show', 'plan.json', '--target', 'keyword/*']);
  expect(document.changes.map(({ address }) => address)).toEqual(['keyword/80001001']);
  expect(document.summary).toMatchObject({ create: 0, update: 1 });
  const { stdout } = await world.must('show', 'plan.json', '--target', 'keyword/*');
  expect(stdout).toContain('Shown and counted here: 1 of its 3 changes');
  expect(stdout).toContain('Plan: 0 to create, 1 to update;');
  expect((await world.run(['show', 'plan.json', '--target', 'keyword/9'])).code).toBe(1);
});

test('a name that moved is shown by the plan, its comment and the saved plan, and changes no document', async () => {
  const world = await World.start(SMALL);
  await world.must('apply', '--auto-approve');
  await world.write(FILE, (await world.read(FILE)).replaceAll('autumn', 'winter'));
  await world.write('ads/moved.yaml', 'version: 1\nmoved: [{ from: group/autumn, to: group/winter }]\n');
  const { stdout } = await world.must('plan', '--out', 'plan.json', '--markdown', 'plan.md');
  for (const text of [stdout, await world.read('plan.md'), (await world.must('show', 'plan.json')).stdout]) {
    expect(text).toMatch(/^ *group\/autumn has moved to group\/winter$/m);
  }
  expect((await world.json('plan', ['plan'])).document).not.toHaveProperty('moved');
  await world.must('apply', '--auto-approve');
  expect((await world.must('plan')).stdout).not.toContain('has moved');
  await world.write('plan.json', (await world.read('plan.json')).replace('"moved": [', '"moved": [5, '));
  expect((await world.run(['show', 'plan.json'])).stderr).toContain('was changed after it was made');
});

test('a plan that an apply has overtaken in part says what came between', async () => {
  const world = await planned(await World.start(SMALL));
  await world.must('apply', '--auto-approve', '--target', 'keyword/80001001');
  const { code, stderr } = await world.run(['apply', 'plan.json']);
  expect(code).toBe(6);
  expect(stderr).toContain('the state was begun only after it was made');
});

const image = async (seed: number) => {
  const { default: sharp } = await import('sharp');
  const background = { r: seed, g: 40, b: 128 };
  return sharp({ create: { width: 256, height: 256, channels: 3, background } })
    .png()
    .toBuffer();
};

const WITH_APP = `${SMALL_MANIFEST}apps:
  ios: { title: 鞋城, type: iOS, icon: icon.png, appUrl: "https://apps.example.com/id1" }
`;

test.each<[string, (world: World) => Promise<unknown>, RegExp]>([
  ['a manifest is edited', (world) => world.edit(FILE, 'price: 0.90', 'price: 0.95'), /manifests/],
  ['an image that it names is replaced', async (world) => world.write('ads/icon.png', await image(2)), /manifests/],
  [
    'the credentials are of another account',
    (world) => world.sandbox.control.change({ account: { uid: '20002' } }),
    /uid 20001.*20002/s,
  ],
  ['the state is another one', (world) => world.must('state', 'init'), /lineage/],
])('%s: the plan is refused as a whole', async (_what, change, words) => {
  const files = { ...SMALL.files, [FILE]: WITH_APP, 'ads/icon.png': await image(1) };
  const world = await planned(await World.start({ ...SMALL, files }));
  await change(world);
  const { code, stderr, stdout } = await world.run(['apply', 'plan.json']);
  expect({ code, stdout }).toEqual({ code: 6, stdout: '' });
  expect(stderr).toMatch(words);
  expect(world.writes()).toEqual([]);
  const shown = await world.must('show', 'plan.json');
  expect(shown.stdout).toMatch(/^Plan of 2026-03-02T.*may have changed since[\s\S]*group\/autumn/);
});

test('a comment and another spacing change nothing', async () => {
  const world = await planned(await World.start(SMALL));
  await world.edit(FILE, 'version: 1\n', '# who reads this\nversion: 1\n\n');
  await world.edit(FILE, 'price: 0.90', 'price:   "0.90"  ');
  expect((await world.run(['apply', 'plan.json'])).code).toBe(0);
});

test('what moved since is held back, the others continue', async () => {
  const world = await World.start(SMALL);
  await world.edit(FILE, 'word: 男鞋, price: 0.80', 'word: 男鞋, price: 0.85');
  await planned(world);
  await world.sandbox.control.change({ keywords: [{ id: '80001001', price: '1.50' }] });
  const { code, document } = await world.json('apply', ['apply', 'plan.json']);
  expect(code).toBe(3);
  expect(document.status).toBe('partial');
  expect(Object.fromEntries(document.items.map(({ address, outcome }) => [address, outcome]))).toEqual({
    'group/autumn': 'done',
    'rich-creative/autumn/sublinks-mobile': 'done',
    'keyword/80001001': 'held',
    'keyword/80001002': 'done',
  });
  const update = world.writes().find(({ operation }) => operation === 'updateKeywords');
  expect(update?.fields['keywords']).toBe('[{"id":80001002,"price":0.85,"status":"enable"}]');
});

test('a saved plan remembers what was allowed', async () => {
  const rails = projectFile('    guardrails: { maxPrice: 0.85 }\n');
  const world = await World.start({ ...SMALL, files: { ...SMALL.files, 'adwright.yaml': rails } });
  await planned(world);
  expect((await world.run(['apply', 'plan.json'])).code).toBe(1);
  expect(world.writes()).toEqual([]);
  await planned(world, '--allow', 'maxPrice');
  expect((await world.run(['apply', 'plan.json'])).code).toBe(0);
});

test.each([
  ['nothing is there', undefined],
  ['cut off', '{"adwrightPlan":1,"account":"main"'],
  ['another document', '{"formatVersion":"1.0"}'],
  ['parts are missing', '{"adwrightPlan":1,"account":"main"}'],
  ['a later format', '{"adwrightPlan":99}'],
])('a file that is no saved plan (%s) is one error', async (_what, content) => {
  const world = await World.start(SMALL);
  if (content !== undefined) await world.write('plan.json', content);
  const { code, document } = await world.json('error', ['apply', 'plan.json']);
  expect(code).toBe(1);
  expect(document.error.message).toContain('plan.json');
  expect(world.requests()).toEqual([]);
});

test('--expect continues only with the digest that was reviewed', async () => {
  const world = await World.start(SMALL);
  const { document } = await world.json('plan', ['plan']);
  world.sandbox.control.clearLog();
  const other = await world.json('error', ['apply', '--expect', '0123456789abcdef']);
  expect(other).toMatchObject({ code: 6, document: { error: { code: 'plan-stale' } } });
  expect(other.document.error.message).toContain(document.digest);
  expect(other.document.error.message).not.toContain('saved plan');
  expect(world.writes()).toEqual([]);

  await world.sandbox.control.change({ keywords: [{ id: '80001002', price: '0.70' }] });
  expect((await world.run(['apply', '--expect', document.digest])).code).toBe(6);
  expect(world.writes()).toEqual([]);

  await world.sandbox.control.change({ keywords: [{ id: '80001002', price: '0.80' }] });
  expect((await world.run(['apply', '--expect', document.digest])).code).toBe(0);
  expect(world.writes()).not.toEqual([]);
});
