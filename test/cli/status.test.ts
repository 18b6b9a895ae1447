import { expect, test } from 'vitest';
import { faultyFiles } from '../faults/faulty-world.js';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** A keyword as the service has it, with these words of its review. */
const keyword = (id: string, review: string) =>
  `  - { id: "${id}", groupId: "556001", word: w${id}, price: "0.80", matchType: phrase${review} }\n`;

const REJECTED = keyword('1', ', status: reject, mobileStatus: pass, cause: 违禁词');
const PENDING_ON_MOBILES = keyword('2', ', mobileStatus: pending');
const SERVING = keyword('3', '');

async function worldOf(keywords: readonly string[]): Promise<World> {
  const ids = keywords.map((one) => /"(\d+)"/.exec(one)?.[1]);
  const manifest = `version: 1\nkeywords:\n${ids.map((id) => `  - { id: ${id}, price: 0.80 }\n`).join('')}`;
  return World.start({
    files: { 'adwright.yaml': projectFile(), 'ads/a.yaml': manifest },
    fixture: `keywords:\n${keywords.join('')}`,
  });
}

test.each([
  [[REJECTED, SERVING], 'rejected', 5],
  [[REJECTED, SERVING], 'pending', 0],
  [[REJECTED, SERVING], 'pending, rejected', 5],
  [[PENDING_ON_MOBILES], 'pending', 5],
  [[PENDING_ON_MOBILES], 'rejected', 0],
  [[SERVING], 'rejected,pending', 0],
] as const)('status of %j with --fail-on %s ends with %i', async (keywords, list, code) => {
  const world = await worldOf(keywords);
  const run = await world.json('rows', ['status', '--fail-on', list]);
  expect(run.code).toBe(code);
  // What it prints is the same without.
  const plain = await world.run(['status', '--json']);
  expect(plain).toMatchObject({ code: 0, stdout: run.stdout });
});

const APPS = `version: 1
apps:
  shop: { title: 鞋城, type: iOS, icon: icon.png, appUrl: "https://dl.example.com/shop", id: "7001" }
`;
const SHOP = { appId: '7001', title: '鞋城', type: 'iOS', appUrl: 'https://dl.example.com/shop' };

async function worldOfApps(manifest: string, fixture = '{}'): Promise<World> {
  return World.start({ files: { ...faultyFiles(), 'ads/all.yaml': manifest }, fixture });
}

test.each([
  ['values', { ...SHOP, title: '鞋铺' }, { ...SHOP, status: 'reject' }],
  ['reviews', { ...SHOP, status: 'pass' }, { ...SHOP, status: 'reject' }],
])('an app that is listed twice, with different %s, passes as nothing, in whatever order', async (what, ...apps) => {
  const world = await worldOfApps(APPS);
  for (const appList of [apps, apps.toReversed()]) {
    world.sandbox.control.clearFaults();
    const body = JSON.stringify({ appList });
    world.sandbox.control.addFaults({ operation: 'getApps', kind: 'status', status: 200, times: 0, body });
    for (const word of ['rejected', 'pending']) {
      const { code, document } = await world.json('rows', ['status', '--fail-on', word]);
      const state = `the service returns it twice, with different ${what}`;
      expect({ code, rows: document.rows }).toEqual({ code: 5, rows: [{ address: 'app/shop', state }] });
    }
  }
});

test('an app that was handed in is pending until the service lists it', async () => {
  const world = await worldOfApps(
    APPS.replace(', id: "7001"', ''),
    'options: { appTaskSeconds: 60, review: { appSeconds: 0 } }',
  );
  await world.must('apply', '--auto-approve', '--quiet');
  const handedIn = await world.json('rows', ['status', '--fail-on', 'pending']);
  expect(handedIn.code).toBe(5);
  expect(handedIn.document.rows).toEqual([
    { address: 'app/shop', state: 'pending', reason: expect.stringMatching(/^task \d+$/) },
  ]);
  expect((await world.run(['status', '--fail-on', 'rejected'])).code).toBe(0);
  // No apply has recorded yet that its task ended.
  world.clock.turn(120_000);
  expect(await world.json('rows', ['status', '--fail-on', 'pending'])).toMatchObject({
    code: 0,
    document: { rows: [] },
  });
});

test.each(['reject', 'rejected,', 'all'])('--fail-on %s is refused with the words that there are', async (list) => {
  const world = await worldOf([SERVING]);
  const { code, document } = await world.json('error', ['status', '--fail-on', list]);
  expect(code).toBe(1);
  expect(document.error.message).toContain('--fail-on accepts rejected, pending');
  expect(world.sandbox.control.log()).toEqual([]);
});
