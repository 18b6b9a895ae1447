import { expect, test } from 'vitest';
import { SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** What the interface cannot carry out is said, and never turned into a second creation. */

const FILE = 'ads/shoes.yaml';
const APPLY = ['apply', '--auto-approve', '--quiet'];

async function appliedWorld(): Promise<World> {
  const world = await World.start(SMALL);
  await world.must(...APPLY);
  world.sandbox.control.clearLog();
  return world;
}

test('edits without an operation are blocked, each with what to do by hand, and never sent', async () => {
  const world = await appliedWorld();
  await world.write(
    FILE,
    `${await world.read(FILE)}`.replace('groups:\n', 'groups:\n  winter: { campaignId: 1001, name: 冬, price: 1 }\n'),
  );
  await world.must(...APPLY);
  world.sandbox.control.clearLog();
  await world.edit(FILE, '  winter: { campaignId: 1001, name: 冬, price: 1 }\n', '');
  await world.edit(FILE, 'price: 1.20', 'price: 1.50');
  await world.edit(FILE, 'word: 女鞋', 'word: 女靴');
  await world.edit(FILE, 'text: 新品', 'text: 上新');
  const plan = await world.json('plan', ['plan', '--detailed-exitcode']);
  expect(plan.code).toBe(0);
  expect(plan.document.summary).toMatchObject({ create: 0, update: 0, blocked: 3, forget: 1 });
  const blocked = plan.document.changes.filter(({ action }) => action === 'blocked');
  expect(blocked.map(({ address }) => address).sort()).toEqual([
    'group/autumn',
    'keyword/80001001',
    'rich-creative/autumn/sublinks-mobile',
  ]);
  for (const { todo } of blocked) expect(todo).toMatch(/console/);
  expect((await world.run(['plan', '--fail-on', 'blocked'])).code).toBe(5);
  const text = await world.run(['plan']);
  expect(text.stdout).toMatch(/cannot|no operation/i);
  const applied = await world.json('apply', APPLY);
  expect({ code: applied.code, status: applied.document.status }).toEqual({ code: 0, status: 'nothing-to-do' });
  expect(world.writes()).toEqual([]);
});

test('another name at the service is not an update, and nothing is created', async () => {
  const world = await appliedWorld();
  await world.edit(FILE, 'name: 秋季女鞋', 'name: 秋季女鞋新');
  const { document } = await world.json('plan', ['plan']);
  expect(document.changes).toMatchObject([{ address: 'group/autumn', action: 'blocked', fields: [{ path: 'name' }] }]);
  expect((await world.run(APPLY)).code).toBe(0);
  expect(world.writes()).toEqual([]);
});

test('another name in the manifest looks like a rename, until a word says which it is', async () => {
  const world = await appliedWorld();
  await world.edit(FILE, '  autumn:', '  autumn-women:');
  await world.edit(FILE, 'groups: [autumn]', 'groups: [autumn-women]');
  const { document } = await world.json('plan', ['plan']);
  const group = document.changes.find(({ address }) => address === 'group/autumn-women');
  expect(group).toMatchObject({
    action: 'blocked',
    reason: expect.stringContaining('looks like a rename of group/autumn'),
  });
  expect(group?.todo).toContain('moved: [{ from: group/autumn, to: group/autumn-women }]');
  await world.run(APPLY);
  expect(world.writes()).toEqual([]);

  await world.write(FILE, `${await world.read(FILE)}moved: [{ from: group/autumn, to: group/autumn-women }]\n`);
  await world.must(...APPLY);
  expect(world.writes()).toEqual([]);
  expect((await world.must('plan')).stdout).toContain('No changes.');
});
