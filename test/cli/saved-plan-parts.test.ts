import { expect, test } from 'vitest';
import { projectFile, SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** Parts of plans and of saved plans, and what a saved plan is bound to. */

const FILE = 'ads/shoes.yaml';

async function planned(world: World, ...args: readonly string[]): Promise<World> {
  await world.must('plan', '--out', 'plan.json', ...args);
  world.sandbox.control.clearLog();
  return world;
}

const outcomes = (items: readonly { address: string; outcome: string }[]) =>
  items.map(({ address, outcome }) => `${address} ${outcome}`);

test.each<[string, readonly string[], readonly string[], readonly string[]]>([
  ['a target', ['--target', 'keyword/*'], ['keyword/80001001 done'], ['updateKeywords']],
  [
    'a target with its parent',
    ['--target', 'rich-creative/*'],
    ['group/autumn done', 'rich-creative/autumn/sublinks-mobile done'],
    ['addGroups', 'addRichCreatives'],
  ],
  [
    'an exclusion',
    ['--exclude', 'keyword/80001001'],
    ['group/autumn done', 'rich-creative/autumn/sublinks-mobile done'],
    ['addGroups', 'addRichCreatives'],
  ],
  ['an exclusion of a parent', ['--exclude', 'group/*'], ['keyword/80001001 done'], ['updateKeywords']],
  ['both', ['--target', 'group/*', 'keyword/*', '--exclude', 'keyword/*'], ['group/autumn done'], ['addGroups']],
])('a part of a saved plan is carried out, and nothing else: %s', async (_, args, expected, operations) => {
  const world = await planned(await World.start(SMALL));
  const shown = await world.json('plan', ['show', 'plan.json', ...args]);
  expect(shown.document.changes.map(({ address }) => `${address} done`)).toEqual(expected);
  const { code, document } = await world.json('apply', ['apply', 'plan.json', ...args]);
  expect(code).toBe(0);
  expect(outcomes(document.items)).toEqual(expected);
  expect(world.writes().map(({ operation }) => operation)).toEqual(operations);
});

test.each(['--target', '--exclude'])('%s that matches nothing of a saved plan is an error', async (option) => {
  const world = await planned(await World.start(SMALL));
  // This one is in the manifests, and not in the plan.
  for (const command of ['apply', 'show']) {
    const run = await world.json('error', [command, 'plan.json', option, 'keyword/80001002']);
    expect(run).toMatchObject({ code: 1, document: { error: { code: 'target-matches-nothing' } } });
  }
  expect(world.requests()).toEqual([]);
});

test('what needs an excluded group is left out with it, in plan, show and apply, and each says so', async () => {
  const world = await World.start(SMALL);
  const said = 'rich-creative/autumn/sublinks-mobile (group/autumn)';
  const ended = await world.json('plan', ['plan', '--exclude', 'group/autumn']);
  expect(ended.document.summary).toMatchObject({ create: 0, update: 1 });
  expect(ended.document.diagnostics).toMatchObject([
    { code: 'excluded-along', severity: 'info', detail: expect.stringContaining(said) },
  ]);
  expect((await world.must('plan', '--exclude', 'group/autumn')).stdout).toContain(', without group/autumn');
  await planned(world, '--exclude', 'group/autumn');
  const { document } = await world.json('apply', ['apply', 'plan.json']);
  expect(outcomes(document.items)).toEqual(['keyword/80001001 done']);
  await planned(world);
  for (const command of ['show', 'apply']) {
    const { stdout, stderr } = await world.run([command, 'plan.json', '--exclude', 'group/autumn']);
    expect((stdout + stderr).replace(/\s+/g, ' ')).toContain(said);
  }
  expect(world.writes()).toEqual([]);
  // Once the group is there, excluding it holds nothing else up.
  await world.must('apply', '--auto-approve', '--target', 'group/autumn');
  const after = await world.json('apply', ['apply', '--auto-approve', '--exclude', 'group/autumn']);
  expect(outcomes(after.document.items)).toEqual(['rich-creative/autumn/sublinks-mobile done']);
});

test('what is in doubt outside the targets is reported in one line and changes no exit code', async () => {
  const world = await World.start(SMALL);
  world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'reset-after' });
  expect((await world.run(['apply', '--auto-approve', '--target', 'group/*'])).code).toBe(4);
  await world.must('plan', '--target', 'keyword/*', '--out', 'part.json');
  expect((await world.run(['plan', '--out', 'plan.json'])).code).toBe(4);
  const line = 'outside the targets is in doubt: group/autumn';
  for (const argv of [
    ['plan', '--target', 'keyword/*'],
    ['plan', '--exclude', 'group/*'],
    ['show', 'plan.json', '--target', 'keyword/*'],
    ['apply', 'plan.json', '--target', 'keyword/80001001'],
  ]) {
    const { code, stdout, stderr } = await world.run(argv);
    expect({ argv, code }).toEqual({ argv, code: 0 });
    expect((stdout + stderr).replace(/\s+/g, ' ').split(line)).toHaveLength(2);
  }
  // The state, too.
  expect((await world.must('show')).stdout).toContain('group/autumn');
  const rest = await world.must('show', '--exclude', 'group/*');
  expect(rest.stdout).not.toContain('group/autumn');
  expect(rest.stderr).toContain(line);
  expect((await world.run(['show', '--exclude', 'group/none'])).code).toBe(1);
  // It was done through the other plan already.
  expect((await world.run(['apply', 'part.json'])).code).toBe(6);
});

test('--allow is added to what a saved plan allows', async () => {
  const rails = projectFile('    guardrails: { maxPrice: 0.85, maxChanges: 1 }\n');
  const world = await World.start({ ...SMALL, files: { ...SMALL.files, 'adwright.yaml': rails } });
  await planned(world, '--allow', 'maxPrice');
  const stopped = await world.json('error', ['apply', 'plan.json']);
  expect(stopped).toMatchObject({ code: 1, document: { error: { code: 'guardrail' } } });
  expect(stopped.document.error.message).toContain('maxChanges');
  expect(world.writes()).toEqual([]);
  expect((await world.run(['apply', 'plan.json', '--allow', 'maxChanges'])).code).toBe(0);
});

test('--expect with a file takes the digest of the plan that was reviewed, and asks no one otherwise', async () => {
  const world = await planned(await World.start(SMALL));
  const reviewed = (await world.json('plan', ['show', 'plan.json'])).document.digest;
  const other = await world.json('error', ['apply', 'plan.json', '--expect', '0123456789abcdef']);
  expect(other).toMatchObject({ code: 6, document: { error: { code: 'plan-stale' } } });
  expect(other.document.error.message).toContain(reviewed);
  // Another plan under the same name, right as such.
  await world.edit(FILE, 'price: 0.90', 'price: 0.95');
  await planned(world);
  expect((await world.run(['apply', 'plan.json', '--expect', reviewed])).code).toBe(6);
  expect(world.requests()).toEqual([]);
  const now = (await world.json('plan', ['show', 'plan.json'])).document.digest;
  expect((await world.run(['apply', 'plan.json', '--expect', now, '--target', 'keyword/*'])).code).toBe(0);
});

test.each<[string, (text: string) => string]>([
  ['an allowance added', (text) => text.replace('"allow": []', '"allow": ["maxPrice"]')],
  ['a change listed twice', (text) => text.replace(/( {2}\{.*"group\/autumn".*\n)/, '$1$1')],
  ['another bid', (text) => text.replace('"desired":"0.90"', '"desired":"90"')],
  ['a null among the fields', (text) => text.replace('"fields":[', '"fields":[null,')],
  ['fields: [null]', (text) => text.replace(/"fields":\[.*?\]/, '"fields":[null]')],
  ['a target taken out', (text) => text.replace('"targets": []', '"targets": ["keyword/*"]')],
])('a saved plan that was edited is refused, shown or applied: %s', async (_, edit) => {
  const rails = projectFile('    guardrails: { maxPrice: 0.85 }\n');
  const world = await World.start({ ...SMALL, files: { ...SMALL.files, 'adwright.yaml': rails } });
  await planned(world);
  const whole = await world.read('plan.json');
  await world.write('plan.json', edit(whole));
  expect(await world.read('plan.json')).not.toBe(whole);
  for (const command of ['apply', 'show']) {
    const run = await world.json('error', [command, 'plan.json']);
    expect(run).toMatchObject({ code: 6, document: { error: { code: 'plan-file-altered' } } });
    expect(run.document.error.message).toContain('plan.json');
  }
  expect(world.requests()).toEqual([]);
});

test.each<[string, string]>([
  ['platformSegment', 'service: { platformSegment: search }'],
  ['creativeSets', 'service: { creativeSets: flat }'],
])('a plan that was made with another %s is refused before anything is asked', async (name, setting) => {
  const world = await planned(await World.start(SMALL));
  await world.write('adwright.yaml', projectFile(`    ${setting}\n`));
  const run = await world.json('error', ['apply', 'plan.json']);
  expect(run).toMatchObject({ code: 6, document: { error: { code: 'plan-stale' } } });
  expect(run.document.error.message).toContain(name);
  expect(world.requests()).toEqual([]);
});

test('a plan that was made against another service is refused, though all else is the same', async () => {
  const world = await planned(await World.start(SMALL));
  const other = await World.start(SMALL);
  const { code, stderr } = await world.run(['apply', 'plan.json'], { env: { ADWRIGHT_BASE_URL: other.sandbox.url } });
  expect(code).toBe(6);
  expect(stderr).toContain(`it was made with baseUrl ${world.sandbox.url}`);
  expect([...world.requests(), ...other.requests()]).toEqual([]);
});

test.each<[string, string, string]>([
  ['a character that cannot be seen', '秋季女鞋', '秋季\u200b女鞋'],
  ['a space at the end', 'text: 新品', 'text: "新品 "'],
])('a saved plan with a warning about a field is carried out: %s', async (_, before, after) => {
  const manifest = SMALL.files[FILE].replace(before, after);
  const world = await planned(await World.start({ ...SMALL, files: { ...SMALL.files, [FILE]: manifest } }));
  const shown = await world.json('plan', ['show', 'plan.json']);
  expect(shown.document.diagnostics).toMatchObject([{ severity: 'warning', source: { file: FILE } }]);
  const { code, document } = await world.json('apply', ['apply', 'plan.json']);
  expect(code).toBe(0);
  expect(outcomes(document.items)).toHaveLength(3);
});
