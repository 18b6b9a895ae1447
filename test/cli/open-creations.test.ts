import { expect, test } from 'vitest';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** What was sent and has no outcome yet cannot be lost from sight: it would be handed in a second time. */

const APPLY = ['apply', '--auto-approve', '--quiet'];
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const app = (name: string, link = 'shop') =>
  `  ${name}: { title: 鞋城, type: iOS, icon: icon.png, appUrl: "https://dl.example.com/${link}" }\n`;
const manifest = (apps: string, more = '') => `version: 1\napps:\n${apps}${more}`;

type Fate = 'pending' | 'unknown';

/** A project whose one app was handed in, and no one knows yet what came of it. */
async function handedIn(fate: Fate): Promise<World> {
  const files = { 'adwright.yaml': projectFile(), 'ads/all.yaml': manifest(app('shop')), 'ads/icon.png': PNG };
  const world = await World.start({ files, fixture: 'options: { appTaskSeconds: 90000 }\n' });
  if (fate === 'unknown') world.sandbox.control.addFaults({ operation: 'addAppTask', kind: 'reset-after' });
  const { document } = await world.json('apply', APPLY);
  expect(document.items.map(({ outcome }) => outcome)).toEqual([fate]);
  return world;
}

const tasksOf = (world: World) => world.sandbox.control.state().tasks.length;

const WAYS: readonly [string, string, readonly string[]][] = [
  ['forgotten, and then described again', manifest(app('shop')), []],
  ['renamed and forgotten', manifest(app('shop2'), 'forgotten: [app/shop]\n'), []],
  ['renamed with leave', manifest(app('shop2')), ['--allow', 'rename']],
  ['given another link, its own asked for under another name', manifest(app('shop', 'b') + app('shop2')), []],
  [
    'moved to the name of another app',
    manifest(app('other', 'b') + app('shop2'), 'moved: [{ from: app/shop, to: app/other }]\n'),
    ['--allow', 'rename'],
  ],
];

test.each(
  WAYS.flatMap((way) => (['pending', 'unknown'] as const).map((fate) => [way[0], fate, way[1], way[2]] as const)),
)('an app is not handed in again by being %s (it is %s)', async (_, fate, changed, flags) => {
  const world = await handedIn(fate);
  await world.write('ads/all.yaml', 'version: 1\nforgotten: [app/shop]\n');
  await world.run(APPLY);
  await world.write('ads/all.yaml', changed);
  await world.run([...APPLY, ...flags]);
  await world.run([...APPLY, ...flags]);
  expect(tasksOf(world)).toBe(1);
});

test.each<[Fate, string]>([
  ['pending', 'its task has not ended'],
  ['unknown', 'whether it was created is not known'],
])('`state rm` of an app that is %s is refused and names `resolve`; --force insists', async (fate, why) => {
  const world = await handedIn(fate);
  const refused = await world.run(['state', 'rm', 'app/shop']);
  expect(refused.code).toBe(1);
  expect(refused.stderr).toContain(why);
  expect(refused.stderr.replace(/\s+/g, ' ')).toContain('`adwright resolve app/shop --id ID`');
  expect((await world.json('state-list', ['state', 'list'])).document.entries).toMatchObject([
    { address: 'app/shop', status: fate },
  ]);
  await world.must('state', 'rm', 'app/shop', '--force');
  expect((await world.json('state-list', ['state', 'list'])).document.entries).toEqual([]);
});

test('`state rm` of a group in doubt is refused, of a settled one it is not', async () => {
  const groups =
    'version: 1\ngroups:\n  a: { campaignId: 1, name: A, price: 1 }\n  b: { campaignId: 1, name: B, price: 1 }\n';
  const world = await World.start({ files: { 'adwright.yaml': projectFile(), 'ads/all.yaml': groups } });
  const body = '{"groupIdList":["880001",null]}';
  world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'status', status: 200, effect: true, body });
  expect((await world.run(APPLY)).code).toBe(4);
  expect((await world.run(['state', 'rm', 'group/b'])).code).toBe(1);
  await world.must('state', 'rm', 'group/a');
  await world.must('resolve', 'group/b', '--absent');
});

test('`state mv` keeps what is on its way from being handed in again', async () => {
  const world = await handedIn('pending');
  await world.must('state', 'mv', 'app/shop', 'app/elsewhere');
  const { document } = await world.json('apply', [...APPLY, '--allow', 'rename']);
  expect(document.items).toEqual([]);
  expect(tasksOf(world)).toBe(1);
});
