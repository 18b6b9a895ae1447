import { expect, test } from 'vitest';
import { faultyFiles } from '../faults/faulty-world.js';
import { World } from '../support/scenario/world.js';

/** What a plan says of what is in doubt, and what settles it. */

const APPLY = ['apply', '--auto-approve', '--quiet'];
const HOUR = 3_600_000;

const inOneLine = (text: string) => text.replace(/\s+/g, ' ');

async function lost(operation: 'addGroups' | 'addAppTask', fixture = '{}', manifest = MANIFEST): Promise<World> {
  const world = await World.start({ files: { ...faultyFiles(), 'ads/all.yaml': manifest }, fixture });
  world.sandbox.control.addFaults({ operation, kind: 'reset-before' });
  await world.run(APPLY);
  return world;
}

const MANIFEST = `version: 1
groups:
  a: { campaignId: 1001, name: A, price: 1 }
apps:
  shop: { title: 鞋城, type: iOS, icon: icon.png, appUrl: "https://dl.example.com/shop" }
`;

test('a group in doubt is shown with when, attempt and place in the batch, what could be looked at, and what to look for', async () => {
  const world = await lost('addGroups');
  const { document } = await world.json('plan', ['plan']);
  const change = document.changes.find(({ address }) => address === 'group/a');
  expect(change).toMatchObject({ action: 'unresolved', attempt: expect.stringMatching(/^[0-9a-f]{8}$/) });
  expect(change?.reason).toMatch(/sent on 2026-03-02T02:00:.*item 1 of 1 of attempt [0-9a-f]{8}.*ECONNRESET/);
  expect(change?.reason).toContain('nothing of it can be read through the interface');
  expect(change?.todo).toMatch(
    /console for a group of this name in this campaign.*resolve group\/a --id ID.*--absent/s,
  );
  // The rest of the plan continues.
  expect(document.summary).toMatchObject({ create: 0, unresolved: 1, noop: 1 });
});

test('an apply that ends with what an earlier run left in doubt says what it is and what settles it', async () => {
  const world = await lost('addGroups');
  const attempt = (await world.json('plan', ['plan'])).document.changes[0]?.attempt;
  const detail = `Sent in attempt ${attempt}. Look whether it is there, then run \`adwright resolve group/a --id ID\`, or \`--absent\`.`;

  const { code, document } = await world.json('apply', APPLY);
  expect({ code, status: document.status, items: document.items }).toEqual({
    code: 4,
    status: 'unresolved',
    items: [],
  });
  expect(document.diagnostics).toMatchObject([
    { severity: 'warning', code: 'still-in-doubt', address: 'group/a', detail },
  ]);

  const quiet = await world.run(APPLY);
  expect({ code: quiet.code, stderr: quiet.stderr }).toEqual({ code: 4, stderr: '' });
  expect(inOneLine(quiet.stdout)).toContain(`in doubt group/a = ${detail}`);

  // The plan that was shown has said it.
  const shown = await world.run(['apply', '--auto-approve']);
  expect({ code: shown.code, stdout: shown.stdout }).toEqual({
    code: 4,
    stdout: 'Ended with items in doubt: 0 done.\n',
  });
  expect(inOneLine(shown.stderr)).toContain(`attempt ${attempt}`);
  expect(shown.stderr).not.toContain('still-in-doubt');
});

test('a saved plan is not shown again, so its apply says what is still in doubt', async () => {
  const world = await lost('addGroups');
  await world.write('ads/more.yaml', 'version: 1\ngroups:\n  b: { campaignId: 1001, name: B, price: 1 }\n');
  await world.run(['plan', '--out', 'plan.json']);
  const { code, stdout } = await world.run(['apply', 'plan.json']);
  expect(code).toBe(4);
  expect(stdout).toContain('still-in-doubt');
  expect(stdout).toMatch(/done +create group\/b/);
  expect(inOneLine(stdout)).toContain('`adwright resolve group/a --id ID`');
});

test('many items left in doubt are one warning with their number', async () => {
  const groups = Array.from({ length: 30 }, (_, n) => `  g${n}: { campaignId: 1001, name: G${n}, price: 1 }\n`);
  const world = await lost('addGroups', '{}', `version: 1\ngroups:\n${groups.join('')}`);
  const { document } = await world.json('apply', APPLY);
  expect(document.diagnostics).toMatchObject([
    {
      code: 'still-in-doubt',
      detail: expect.stringMatching(/There are 30 like this; the first: group\/g0, group\/g1/),
    },
  ]);
});

test('an app in doubt says where it was looked for, and the listing settles it', async () => {
  const world = await lost('addAppTask');
  const { document } = await world.json('plan', ['plan']);
  const change = document.changes.find(({ address }) => address === 'app/shop');
  expect(change?.reason).toContain('the service was asked in this plan and does not list it');
  expect(change?.todo).toMatch(/type and download link.*resolve app\/shop --absent/s);
  const offline = await world.json('plan', ['plan', '--no-refresh']);
  expect(offline.document.changes.find(({ address }) => address === 'app/shop')?.reason).toContain(
    'the service was not asked',
  );
  await world.sandbox.control.change({
    apps: [{ appId: '7001', title: '鞋城', type: 'iOS', appUrl: 'https://dl.example.com/shop' }],
  });
  expect((await world.run(APPLY)).code).toBe(0);
  expect((await world.json('state-list', ['state', 'list'])).document.entries).toContainEqual({
    address: 'app/shop',
    kind: 'app',
    id: '7001',
    status: 'settled',
  });
  expect(world.sandbox.control.state().tasks).toHaveLength(0);
});

test('a task that has not shown up for a day offers to be sent again', async () => {
  const world = await World.start({
    files: { ...faultyFiles(), 'ads/all.yaml': MANIFEST },
    fixture: 'options: { appTaskFails: [鞋城] }',
  });
  await world.must(...APPLY);
  const todo = async () => {
    const { document } = await world.json('plan', ['plan']);
    const change = document.changes.find(({ address }) => address === 'app/shop');
    expect(change).toMatchObject({ action: 'pending' });
    return change?.todo;
  };
  expect(await todo()).not.toContain('--absent');
  world.clock.turn(23 * HOUR);
  expect(await todo()).not.toContain('--absent');
  world.clock.turn(2 * HOUR);
  expect(await todo()).toContain('adwright resolve app/shop --absent');
  await world.must('resolve', 'app/shop', '--absent');
  expect((await world.json('plan', ['plan'])).document.summary).toMatchObject({ create: 1, pending: 0 });
});

test('the commands of a to-do quote a name for a shell', async () => {
  const world = await lost('addGroups', '{}', MANIFEST.replace('  a: {', '  "b$(x)": {'));
  const { document } = await world.json('plan', ['plan']);
  const todo = document.changes.find(({ address }) => address === 'group/b$(x)')?.todo;
  expect(todo).toContain("`adwright resolve 'group/b$(x)' --id ID`");
});

test('a listed app of the same type and link that no one claims is blocked until its id is in the manifest', async () => {
  const fixture = 'apps:\n  - { appId: "7001", title: 老鞋城, type: iOS, appUrl: "https://dl.example.com/shop" }\n';
  const world = await World.start({ files: { ...faultyFiles(), 'ads/all.yaml': MANIFEST }, fixture });
  const { document } = await world.json('plan', ['plan']);
  const change = document.changes.find(({ address }) => address === 'app/shop');
  expect(change).toMatchObject({
    action: 'blocked',
    reason: expect.stringContaining('app 7001'),
    todo: expect.stringContaining('id: "7001"'),
  });
  await world.must(...APPLY);
  expect(world.writes().map(({ operation }) => operation)).toEqual(['addGroups']);
  await world.edit('ads/all.yaml', 'type: iOS', 'id: "7001", type: iOS');
  expect((await world.json('plan', ['plan'])).document.summary).toMatchObject({ import: 1, blocked: 0 });
});

const SHOP = { title: '鞋城', type: 'iOS', appUrl: 'https://dl.example.com/shop' };

test.each<['pending' | 'unknown', () => Promise<World>]>([
  ['unknown', () => lost('addAppTask')],
  ['pending', submitted],
])(
  'where two listed apps are alike an app that is %s is not settled by a guess, and a person settles it',
  async (status, start) => {
    const world = await start();
    await world.sandbox.control.change({ apps: ['7001', '7002'].map((appId) => ({ appId, ...SHOP })) });
    const { document } = await world.json('plan', ['plan']);
    const why = 'the service lists 2 that may be it: app 7001, app 7002';
    expect(document.changes.find(({ address }) => address === 'app/shop')).toMatchObject({
      action: status === 'pending' ? 'pending' : 'unresolved',
      reason: expect.stringContaining(why),
      todo: expect.stringContaining('adwright resolve app/shop --id ID'),
    });
    expect(document.diagnostics).toMatchObject([
      { severity: 'warning', code: 'listing-undecided', address: 'app/shop', detail: `app/shop: ${why}.` },
    ]);
    expect((await world.run(['status'])).stdout.replace(/\s+/g, ' ')).toContain('the service lists 2 that may be it');
    await world.run(APPLY);
    expect(await shopOf(world)).toMatchObject({ status });
    expect((await shopOf(world))?.id).toBeUndefined();
    await world.must('resolve', 'app/shop', '--id', '7002');
    expect((await world.json('plan', ['plan'])).document).toMatchObject({ summary: { noop: 2 }, diagnostics: [] });
    expect(await shopOf(world)).toMatchObject({ status: 'settled', id: '7002' });
  },
);

/** What the service answers to each listing of apps from now on. */
function listing(world: World, ...appList: readonly object[]): void {
  const body = JSON.stringify({ appList });
  world.sandbox.control.addFaults({ operation: 'getApps', kind: 'status', status: 200, times: 0, body });
}

test.each(['7 1; rm', '0071', null])(
  'an app that is listed under %j is neither settled nor created again',
  async (appId) => {
    const world = await submitted();
    listing(world, { ...SHOP, appId });
    const { document } = await world.json('plan', ['plan']);
    const why = appId === null ? 'without an id' : JSON.stringify(appId);
    const [change] = document.changes;
    expect(change).toMatchObject({
      action: 'pending',
      reason: expect.stringContaining(`the service lists an app without a`),
      todo: expect.stringContaining('with the id that the console shows'),
    });
    expect(change?.reason).toContain(why);
    expect(document.diagnostics).toMatchObject([{ code: 'listing-undecided', detail: expect.stringContaining(why) }]);
    await world.run(APPLY);
    expect(await shopOf(world)).toMatchObject({ status: 'pending' });
    expect((await shopOf(world))?.id).toBeUndefined();

    await world.must('state', 'rm', 'app/shop', '--force');
    const [blocked] = (await world.json('plan', ['plan'])).document.changes;
    const listed = appId === null ? 'app (the service lists it without an id)' : `app ${appId} (${why} is not an id)`;
    expect(blocked).toMatchObject({
      action: 'blocked',
      reason: `the service has one like it already: ${listed}`,
      todo: expect.stringContaining('remove it there, or change its type and appUrl'),
    });
    expect(blocked?.todo).not.toContain('`id`');
  },
);

test('an app that is listed twice, with different values, is not adopted', async () => {
  const files = { ...faultyFiles(), 'ads/all.yaml': MANIFEST };
  const world = await World.start({ files });
  listing(world, { ...SHOP, appId: '7001' }, { ...SHOP, appId: '7001', title: '鞋铺' });
  const twice = 'the service returns it twice, with different values';
  const imported = await world.run(['import', 'app/shop', '7001']);
  expect(imported.code).toBe(1);
  expect(imported.stderr).toContain(`app 7001 cannot be adopted: ${twice}.`);
  await world.edit('ads/all.yaml', 'type: iOS', 'id: "7001", type: iOS');
  const { document } = await world.json('plan', ['plan']);
  expect(document.changes.find(({ address }) => address === 'app/shop')).toMatchObject({
    action: 'blocked',
    reason: twice,
  });
});

/** Its task never ends. */
async function submitted(): Promise<World> {
  const fixture = 'options: { appTaskSeconds: 100000 }';
  const world = await World.start({ files: { ...faultyFiles(), 'ads/all.yaml': MANIFEST }, fixture });
  await world.must(...APPLY);
  return world;
}

async function shopOf(world: World) {
  const { entries } = (await world.json('state-list', ['state', 'list'])).document;
  return entries.find(({ address }) => address === 'app/shop');
}

test('resolving what is settled the same way already is not an error; another way is', async () => {
  const world = await World.start({ files: { ...faultyFiles(), 'ads/all.yaml': MANIFEST }, fixture: '{}' });
  await world.must(...APPLY);
  const { document } = await world.json('state-list', ['state', 'list']);
  const { id = '' } = document.entries.find(({ address }) => address === 'group/a') ?? {};
  expect((await world.must('resolve', 'group/a', '--id', id)).stdout).toContain('already settled');
  for (const other of [['--id', '1'], ['--absent']]) {
    expect((await world.run(['resolve', 'group/a', ...other])).stderr).toContain(`its id is ${id}`);
  }
});

test('resolutions.yaml settles the attempt that it names, and says when it names another', async () => {
  const world = await lost('addGroups');
  await world.write('resolutions.yaml', '- { address: group/a, attempt: "00000000", absent: true }\n');
  const other = await world.json('plan', ['plan']);
  expect(other.code).toBe(4);
  expect(other.document.diagnostics).toMatchObject([
    { code: 'resolution-ignored', address: 'group/a', source: { file: 'resolutions.yaml', line: 1 } },
  ]);
  const attempt = other.document.changes.find(({ address }) => address === 'group/a')?.attempt;
  await world.write('resolutions.yaml', `- { address: group/a, attempt: "${attempt}", absent: true }\n`);
  expect((await world.run(APPLY)).code).toBe(0);
  expect(world.sandbox.control.state().groups.map(({ name }) => name)).toEqual(['A']);
});
