import { expect, test } from 'vitest';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** What the reply to a write says, and what it leaves open. */

const APPLY = ['apply', '--auto-approve', '--quiet'];

const groupsYaml = (count: number) =>
  `version: 1\ngroups:\n${Array.from({ length: count }, (_, index) => `  g${index}: { campaignId: 1001, name: n${index}, price: 1 }\n`).join('')}`;

const sets = (items: string) => `    creative: sublinks-mobile\n    content:\n${items}`;
const LINKS = sets(`      - { text: 新品, url: "https://m.example.com/new" }
      - { text: 特价, url: "https://m.example.com/sale" }
`);

const outcomes = (items: readonly { readonly address: string; readonly outcome: string }[]) =>
  Object.fromEntries(items.map(({ address, outcome }) => [address, outcome]));

async function worldOf(manifest: string, fixture = '', account = ''): Promise<World> {
  return World.start({ files: { 'adwright.yaml': projectFile(account), 'ads/all.yaml': manifest }, fixture });
}

test('250 groups go in three calls, in order; a 0 fails its own position and shifts no other', async () => {
  const taken = [103, 157].map((index) => `  - { groupId: "${index}", campaignId: 1001, name: n${index} }\n`).join('');
  const world = await worldOf(groupsYaml(250), `groups:\n${taken}options: { duplicateGroupNames: refused }\n`);
  const { code, document } = await world.json('apply', APPLY);
  const sent = world
    .writes()
    .map(({ fields }) => (JSON.parse(fields['groups'] ?? '') as { name: string }[]).map((one) => one.name));
  expect(sent.map((names) => names.length)).toEqual([100, 100, 50]);
  expect(sent.flat()).toEqual(Array.from({ length: 250 }, (_, index) => `n${index}`));
  expect(code).toBe(3);
  expect(document.items.filter(({ outcome }) => outcome !== 'done').map(({ address }) => address)).toEqual([
    'group/g103',
    'group/g157',
  ]);
  const live = new Map(world.sandbox.control.state().groups.map(({ id, name }) => [id, name]));
  const { document: list } = await world.json('state-list', ['state', 'list']);
  expect(list.entries).toHaveLength(248);
  for (const { address, id } of list.entries) expect(live.get(id ?? '')).toBe(address.replace('group/g', 'n'));
});

test.each([-1, 1])(
  'with %i ids too many nothing of the call counts as certain, and no further group is sent',
  async (by) => {
    const world = await worldOf(groupsYaml(250));
    world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'wrong-length', from: 2, by });
    const { code, document } = await world.json('apply', APPLY);
    expect(code).toBe(4);
    expect(document.summary).toMatchObject({ done: 100, unknown: 100, skipped: 50 });
    expect(document.items.at(-1)?.note).toContain(`${100 + by} ids for 100 groups`);
    expect(world.writes()).toHaveLength(2);
  },
);

const UNTOLD = 'the service did not create the group; the reply has a reason that names no item';
const LIKELY =
  '(probably its reason: the reply does not say which item it is about, and has as many reasons as failed items)';

/** The failure, what is said once next to the items, and the reasons of the two groups that got a 0. */
const ODD: readonly (readonly [string, string | undefined, string, string])[] = [
  ['{}', '{}', UNTOLD, UNTOLD],
  ['"no more room"', 'no more room', UNTOLD, UNTOLD],
  ['null', 'null', UNTOLD, UNTOLD],
  ['{"code":"50403"}', '50403', UNTOLD, UNTOLD],
  ['{"message":{"zh":"超限","depth":[1,[2]]}}', '超限', UNTOLD, UNTOLD],
  [
    '{"index":1,"code":7,"message":"the second one"}',
    undefined,
    'the service did not create the group',
    'the second one',
  ],
  ['[["nested",{"code":8}]]', undefined, `nested ${LIKELY}`, `{"code":8} ${LIKELY}`],
  [`"${'x'.repeat(5_000)}"`, 'xxx', UNTOLD, UNTOLD],
];

test.each(ODD)(
  'a failure like %s is shown raw beside the items that could be meant',
  async (failure, said, ...reasons) => {
    const world = await worldOf(groupsYaml(3));
    const body = `{"groupIdList":[0,0,910003],"failures":[${failure}]}`;
    world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'status', status: 200, body });
    const { code, document, stderr } = await world.json('apply', APPLY);
    expect({ code, stderr, outcomes: outcomes(document.items) }).toEqual({
      code: 3,
      stderr: '',
      outcomes: { 'group/g0': 'failed', 'group/g1': 'failed', 'group/g2': 'done' },
    });
    expect(document.items.slice(0, 2).map(({ error }) => error?.message)).toEqual(reasons);
    const told = document.diagnostics.filter((one) => one.code === 'failure-unnamed');
    expect(told).toHaveLength(said === undefined ? 0 : 1);
    if (said === undefined) return;
    expect(told[0]?.detail).toContain(
      'group/g0 and 1 more: the reply does not say which item these reasons are about: ',
    );
    expect(told[0]?.detail).toContain(said);
    expect(told[0]?.detail?.length).toBeLessThan(700);
  },
);

test('items that the reply does not name are in doubt, neither done nor failed', async () => {
  const world = await worldOf(`version: 1\nrichCreatives:\n  - groupIds: ["1", "2", "3", "4", "5"]\n${LINKS}`);
  const done = [1, 2].map((id) => `{"id":"70${id}","type":"sublinks","groupId":"${id}","device":"mobile"}`);
  const body = `{"success":[${done}],"failures":[{"groupId":3,"code":90202,"message":"sensitive"}]}`;
  world.sandbox.control.addFaults({ operation: 'addRichCreatives', kind: 'status', status: 200, body });
  const { code, document } = await world.json('apply', APPLY);
  expect(code).toBe(4);
  expect(document.items.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'failed', 'unknown', 'unknown']);
  const { document: next } = await world.json('plan', ['plan']);
  expect(next.changes.map(({ action }) => action)).toEqual(['create', 'unresolved', 'unresolved']);
});

test('100 groups made and the reply lost: in doubt, not offered again, settled by a decision', async () => {
  const world = await worldOf(groupsYaml(100));
  world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'reset-after' });
  const { code, document } = await world.json('apply', APPLY);
  expect({ code, status: document.status }).toEqual({ code: 4, status: 'unresolved' });
  expect(document.summary.unknown).toBe(100);
  const plan = await world.json('plan', ['plan']);
  expect({ code: plan.code, summary: plan.document.summary }).toMatchObject({
    code: 4,
    summary: { create: 0, unresolved: 100 },
  });
  expect((await world.run(APPLY)).code).toBe(4);
  expect(world.writes()).toHaveLength(1);
  await world.must('resolve', 'group/g0', '--id', '910001');
  await world.must('resolve', 'group/g1', '--absent');
  const { document: settled } = await world.json('plan', ['plan']);
  expect(settled.summary).toMatchObject({ create: 1, unresolved: 98, noop: 1 });
});

test('a group made a second ago is tried a few times; one that was there before is not', async () => {
  const world = await worldOf(
    `${groupsYaml(1)}richCreatives:\n  - groups: [g0]\n    groupIds: ["9"]\n${LINKS}`,
    'groups:\n  - { groupId: "9" }\n',
  );
  world.sandbox.control.addFaults({
    operation: 'addRichCreatives',
    kind: 'refuse-all',
    times: 3,
    message: 'no such group',
  });
  const began = world.clock.now().getTime();
  const { code, document } = await world.json('apply', APPLY);
  expect({ code, outcomes: outcomes(document.items) }).toEqual({
    code: 3,
    outcomes: {
      'group/g0': 'done',
      'rich-creative/id:9/sublinks-mobile': 'failed',
      'rich-creative/g0/sublinks-mobile': 'done',
    },
  });
  const asked = world.writes().map(({ fields }) => fields['groupIdList']);
  expect(asked.filter((list) => /[[,]9[\],]/.test(list ?? ''))).toHaveLength(1);
  expect(world.clock.now().getTime() - began).toBeGreaterThanOrEqual(2_000);
});
