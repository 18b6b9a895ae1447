import { rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectFile, SMALL, SMALL_MANIFEST } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** A damaged, foreign or older state, and drift, by the command line: what guards the only memory of what was made. */

const APPLY = ['apply', '--auto-approve', '--quiet'];
const STATE = '.adwright/state/main/state.json';
const JOURNAL = '.adwright/state/main/journal.jsonl';

async function appliedWorld(): Promise<World> {
  const world = await World.start(SMALL);
  await world.must(...APPLY);
  // A second write, so that there is a backup.
  await world.edit('ads/shoes.yaml', 'price: 0.90', 'price: 0.95');
  await world.must(...APPLY);
  world.sandbox.control.clearLog();
  return world;
}

const DAMAGE: readonly [string, (text: string) => string][] = [
  ['0 bytes', () => ''],
  ['all NUL', (text) => '\0'.repeat(text.length)],
  ['cut in half', (text) => text.slice(0, text.length / 2)],
  ['JSON of another shape', () => '{"version":4,"resources":[]}'],
  ['conflict markers', (text) => `<<<<<<< HEAD\n${text}=======\n${text}>>>>>>> other\n`],
];

test.each(DAMAGE)('a state of %s is refused and kept, and its backup named; nothing is planned', async (_, damage) => {
  const world = await appliedWorld();
  const broken = damage(await world.read(STATE));
  await world.write(STATE, broken);
  for (const argv of [['plan'], APPLY, ['state', 'list'], ['state', 'init'], [...APPLY, '--new-state']]) {
    const { code, document } = await world.json('error', argv);
    expect({ argv, code }).toEqual({ argv, code: 1 });
    for (const part of [join(world.folder, STATE), 'state.backup.json']) expect(document.error.message).toContain(part);
  }
  expect(await world.read(STATE)).toBe(broken);
  expect(world.writes()).toEqual([]);
  // What the message says helps: the backup in its place, with the journal of the time between.
  await rename(join(world.folder, '.adwright/state/main/state.backup.json'), join(world.folder, STATE));
  const { document } = await world.json('plan', ['plan']);
  expect(document.summary).toMatchObject({ create: 0, update: 0 });
});

test('the state of one account is not used with the credentials of another', async () => {
  const world = await appliedWorld();
  const before = await world.read(STATE);
  await world.sandbox.control.change({ account: { uid: '20002' } });
  await world.edit('ads/shoes.yaml', 'price: 0.95', 'price: 0.99');
  for (const argv of [['plan'], APPLY]) {
    const { code, document } = await world.json('error', argv);
    expect({ code, error: document.error.code }).toEqual({ code: 1, error: 'wrong-account' });
    expect(document.error.message).toMatch(/20001.*20002/s);
  }
  expect(world.writes()).toEqual([]);
  expect(await world.read(STATE)).toBe(before);
});

test('what is compared is the uid of the account info, not the encoded one of the login', async () => {
  const world = await appliedWorld();
  expect((await world.run(APPLY)).code).toBe(0);
  expect(JSON.parse(await world.read(STATE))).toMatchObject({ uid: '20001' });
});

test('an older state over a newer journal is refused, or completed, never used as it is', async () => {
  const world = await appliedWorld();
  const old = await world.read(STATE);
  for (const price of ['0.96', '0.97', '0.98']) {
    await world.write(
      'ads/shoes.yaml',
      `${SMALL_MANIFEST}`
        .replace('price: 0.90', `price: ${price}`)
        .replace('groups:\n', `groups:\n  g${price.slice(2)}: { campaignId: 1, name: n${price}, price: 1 }\n`),
    );
    await world.must(...APPLY);
  }
  world.sandbox.control.clearLog();
  await world.write(STATE, old);
  await world.edit('ads/shoes.yaml', 'groups:\n', 'groups:\n  g96: { campaignId: 1, name: n0.96, price: 1 }\n');
  const run = await world.run(APPLY);
  expect(run.code).toBe(1);
  expect(run.stderr).toMatch(/older|too old|missing/);
  expect(world.writes()).toEqual([]);
});

test('a bid changed at the service is drift, set apart from an edit; an absent field is not even mentioned', async () => {
  const files = (price: string) =>
    `version: 1\nkeywords:\n  - { id: 80001001${price} }\n  - { id: 80001002, price: 0.80 }\n`;
  const world = await World.start({
    files: { 'adwright.yaml': projectFile(), 'ads/shoes.yaml': files(', price: 2, status: enable') },
    fixture: SMALL.fixture,
  });
  await world.must(...APPLY);
  await world.sandbox.control.change({ keywords: [{ id: '80001001', price: '3.00' }] });
  const plan = await world.json('plan', ['plan', '--fail-on', 'drift']);
  expect(plan.code).toBe(5);
  expect(plan.document.changes).toMatchObject([
    {
      address: 'keyword/80001001',
      drift: true,
      fields: [{ path: 'price', prior: '2', observed: '3.00', desired: '2', drift: true }],
    },
  ]);
  await world.edit('ads/shoes.yaml', 'price: 0.80', 'price: 0.85');
  const both = await world.json('plan', ['plan']);
  expect(both.document.changes.map(({ address, drift }) => [address, drift])).toEqual([
    ['keyword/80001001', true],
    ['keyword/80001002', false],
  ]);
  await world.write('ads/shoes.yaml', files(', status: enable'));
  const absent = await world.json('plan', ['plan']);
  expect(absent.document.summary).toMatchObject({ update: 0, drift: 0, noop: 2 });
  expect(absent.document.changes).toEqual([]);
});

const SHOWCASE = `    creative: links-mobile
    content:
      - { dece: a, text: 一, url: "https://m.example.com/1" }
      - { dece: b, text: 二, url: "https://m.example.com/2" }
      - { dece: c, text: 三, url: "https://m.example.com/3" }
`;

test('two manifests for one creative are refused; a second team’s is a failure, not a creation', async () => {
  const one = `version: 1\nrichCreatives:\n  - groupIds: ["556001"]\n${SHOWCASE}`;
  const files = { 'adwright.yaml': projectFile(), 'ads/one.yaml': one };
  const world = await World.start({
    files: { ...files, 'ads/two.yaml': one },
    fixture: 'groups:\n  - { groupId: "556001" }\n',
  });
  const refused = await world.run(APPLY);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toMatch(/ads\/two\.yaml:3[\s\S]*ads\/one\.yaml:3/);
  expect(world.requests()).toEqual([]);

  await rm(join(world.folder, 'ads/two.yaml'));
  await world.must(...APPLY);
  // Another team's checkout: its own state, the same account.
  await rm(join(world.folder, '.adwright'), { recursive: true });
  await world.write('adwright.yaml', files['adwright.yaml']);
  const second = await world.json('apply', APPLY);
  expect(second.code).toBe(3);
  expect(second.document.items).toMatchObject([
    { outcome: 'failed', error: { message: expect.stringMatching(/has a creative of this type/) } },
  ]);
  expect((await world.json('state-list', ['state', 'list'])).document.entries).toEqual([]);
  expect(world.sandbox.control.state().creatives).toHaveLength(1);
});

test('a project with a lineage and no state gets advice on how to get it back, and creates nothing', async () => {
  const world = await appliedWorld();
  await rm(join(world.folder, '.adwright'), { recursive: true });
  for (const argv of [['plan'], APPLY, [...APPLY, '--new-state'], ['state', 'list'], ['show']]) {
    const { code, document } = await world.json('error', argv);
    expect({ argv, code, error: document.error.code }).toEqual({ argv, code: 1, error: 'state-missing' });
    expect(document.error.message).toMatch(/lineage [0-9a-f]+.*backup.*state init/s);
  }
  expect(world.writes()).toEqual([]);
});

test('in CI a file state that holds nothing creates nothing, unless --new-state says that it is right', async () => {
  const world = await World.start(SMALL);
  const env = { CI: 'true' };
  const { code, stderr } = await world.run(APPLY, { env });
  expect(code).toBe(1);
  expect(stderr).toMatch(/creates-refused[\s\S]*--new-state/);
  expect(world.writes()).toEqual([]);
  expect((await world.run([...APPLY, '--new-state'], { env })).code).toBe(0);
  expect(world.sandbox.control.state().groups.filter(({ name }) => name === '秋季女鞋')).toHaveLength(1);
  await world.must('plan');
});

test('state init begins an empty state once, and its lineage is in the project file', async () => {
  const world = await World.start(SMALL);
  const { stdout } = await world.run(['state', 'init', '--json']);
  const { lineage } = JSON.parse(stdout) as { lineage: string };
  expect(await world.read('adwright.yaml')).toContain(`lineage: ${lineage}`);
  expect(JSON.parse(await world.read(STATE))).toMatchObject({ lineage, serial: 1, entries: [] });
  expect((await world.run(['state', 'init'])).code).toBe(1);
  // An empty state that was begun on purpose is a state: CI may create.
  expect((await world.run(APPLY, { env: { CI: '1' } })).code).toBe(0);
});

test('a state of another lineage is not taken for the project’s', async () => {
  const world = await appliedWorld();
  await world.edit('adwright.yaml', 'lineage: ', 'lineage: other-');
  const { code, document } = await world.json('error', ['plan']);
  expect({ code, error: document.error.code }).toEqual({ code: 1, error: 'state-not-ours' });
});

test('a journal that is missing next to the state is refused, until --older-state gives it up', async () => {
  const world = await appliedWorld();
  await rm(join(world.folder, JOURNAL));
  for (const argv of [['plan'], APPLY, ['state', 'list'], ['resolve', 'group/a', '--absent']]) {
    const run = await world.run(argv);
    expect(run.code, run.stderr).toBe(1);
    expect(run.stderr).toMatch(/journal-missing[\s\S]*journal\.jsonl is missing[\s\S]*--older-state/);
  }
  expect(world.writes()).toEqual([]);
  const plan = await world.run(['plan', '--older-state']);
  expect([plan.code, plan.stdout]).toEqual([0, expect.stringContaining('No changes.')]);
  expect(plan.stdout).toMatch(/warning.*journal-missing/i);
  await world.edit('ads/shoes.yaml', 'price: 0.95', 'price: 0.97');
  await world.must(...APPLY, '--older-state');
  expect((await world.must('plan')).stderr).not.toContain('journal-missing');
});
