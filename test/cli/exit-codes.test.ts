import { expect, test } from 'vitest';
import { fileBackend } from '../../src/state/backends/file/file-backend.js';
import type { CliOptions } from '../support/cli.js';
import { projectFile, SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

const APPLY = ['apply', '--auto-approve'];
const FILE = 'ads/shoes.yaml';

interface Case {
  readonly code: number;
  readonly when: string;
  readonly argv: readonly string[];
  readonly before?: (world: World) => Promise<unknown> | undefined;
  readonly options?: CliOptions;
  /** What the code promises besides: nothing was sent, or what is in the output. */
  readonly sends?: readonly string[];
}

const applied = (world: World) => world.must(...APPLY);

async function inDoubt(world: World): Promise<void> {
  world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'reset-after' });
  await world.run(APPLY);
}

async function groupBidEdited(world: World): Promise<void> {
  await applied(world);
  await world.edit(FILE, 'price: 1.20', 'price: 1.30');
}

async function drifted(world: World): Promise<void> {
  await applied(world);
  await world.sandbox.control.change({ keywords: [{ id: '80001001', price: '3.00' }] });
}

const guarded = (world: World) => world.write('adwright.yaml', projectFile('    guardrails: { maxChanges: 0 }\n'));

async function savedAndEdited(world: World): Promise<void> {
  await world.must('plan', '--out', 'plan.json');
  await world.edit(FILE, 'price: 0.90', 'price: 0.95');
}

async function lockedByAnother(world: World): Promise<void> {
  await world.write('adwright.yaml', projectFile('', 'state: { lockTimeoutSeconds: 0 }\n'));
  const { clock, folder } = world;
  const randomId = (bytes: number) => 'ab'.repeat(bytes);
  const other = fileBackend({
    folder: `${folder}/.adwright/state`,
    account: 'main',
    pid: process.pid,
    clock,
    randomId,
  });
  await other.lock('another run', { seconds: 0 });
}

const refuse = (operation: 'addGroups' | 'updateKeywords') => async (world: World) =>
  world.sandbox.control.addFaults({ operation, kind: 'refuse-all', times: 0 });

/** Contract, section 4: every code that a command of the main job can end with, and which one wins where several apply. */
const CASES: readonly Case[] = [
  { code: 0, when: 'a plan with changes', argv: ['plan'], sends: [] },
  { code: 0, when: 'nothing is left to do', argv: ['plan', '--detailed-exitcode'], before: applied, sends: [] },
  {
    code: 0,
    when: 'only what is blocked is left',
    argv: ['plan', '--detailed-exitcode'],
    before: groupBidEdited,
    sends: [],
  },
  { code: 0, when: 'an apply beside a blocked edit', argv: APPLY, before: groupBidEdited, sends: [] },
  { code: 0, when: 'no such finding', argv: ['plan', '--fail-on', 'blocked,drift,guardrail'], sends: [] },
  { code: 0, when: 'help', argv: ['--help'], sends: [] },
  {
    code: 1,
    when: 'a manifest has a fault',
    argv: APPLY,
    before: (world) => world.edit(FILE, '1.20', '-1.20'),
    sends: [],
  },
  {
    code: 1,
    when: 'a fault beats every finding',
    argv: ['plan', '--fail-on', 'drift'],
    before: (world) => world.edit(FILE, '1.20', '-1.20'),
    sends: [],
  },
  { code: 1, when: 'credentials are missing', argv: ['plan'], options: { env: { ADWRIGHT_API_KEY: '' } }, sends: [] },
  { code: 1, when: 'the service is away', argv: APPLY, before: (world) => world.sandbox.close() },
  { code: 1, when: 'nobody can say yes', argv: ['apply'], sends: [] },
  { code: 1, when: 'a guardrail stops it', argv: APPLY, before: guarded, sends: [] },
  { code: 1, when: 'an unknown option', argv: ['plan', '--frobnicate'], sends: [] },
  { code: 2, when: 'something to create or update', argv: ['plan', '--detailed-exitcode'], sends: [] },
  { code: 2, when: 'drift alone is an update', argv: ['plan', '--detailed-exitcode'], before: drifted, sends: [] },
  { code: 3, when: 'every item was refused', argv: APPLY, before: refuse('updateKeywords') },
  { code: 3, when: 'a group was refused and its creative skipped', argv: APPLY, before: refuse('addGroups') },
  {
    code: 3,
    when: 'the quota is used up',
    argv: APPLY,
    before: async (world) => world.sandbox.control.addFaults({ operation: 'updateKeywords', kind: 'quota', times: 0 }),
  },
  {
    code: 3,
    when: 'a wait beyond the cap',
    argv: APPLY,
    before: async (world) =>
      world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'throttle', retryAfter: '4000', times: 0 }),
  },
  {
    code: 4,
    when: 'a reply was lost',
    argv: APPLY,
    before: async (world) => world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'reset-after' }),
  },
  { code: 4, when: 'doubt of an earlier run, plan', argv: ['plan'], before: inDoubt, sends: [] },
  { code: 4, when: 'doubt beats changes', argv: ['plan', '--detailed-exitcode'], before: inDoubt, sends: [] },
  { code: 4, when: 'doubt of an earlier run, apply', argv: APPLY, before: inDoubt, sends: [] },
  { code: 5, when: 'something is blocked', argv: ['plan', '--fail-on', 'blocked'], before: groupBidEdited, sends: [] },
  { code: 5, when: 'something drifted', argv: ['plan', '--fail-on', 'drift'], before: drifted, sends: [] },
  { code: 5, when: 'a guardrail', argv: ['plan', '--fail-on', 'guardrail'], before: guarded, sends: [] },
  {
    code: 5,
    when: 'a finding beats changes',
    argv: ['plan', '--fail-on', 'drift', '--detailed-exitcode'],
    before: drifted,
    sends: [],
  },
  { code: 6, when: 'the saved plan is stale', argv: ['apply', 'plan.json'], before: savedAndEdited, sends: [] },
  { code: 6, when: 'another digest was reviewed', argv: ['apply', '--expect', '0000000000000000'], sends: [] },
  { code: 7, when: 'another run holds the lock', argv: APPLY, before: lockedByAnother, sends: [] },
  {
    code: 7,
    when: 'the lock beats a stale plan',
    argv: ['apply', '--expect', '0000000000000000'],
    before: lockedByAnother,
    sends: [],
  },
  { code: 7, when: 'a state command meets the lock', argv: ['state', 'init'], before: lockedByAnother, sends: [] },
];

test.each(CASES)('$code: $when ($argv)', async ({ code, argv, before, options, sends }) => {
  const world = await World.start(SMALL);
  await before?.(world);
  world.sandbox.control.clearLog();
  const run = await world.run(argv, options);
  expect({ code: run.code, output: run.stdout + run.stderr }).toMatchObject({ code });
  expect(run.stderr).not.toContain('bug in Adwright');
  if (sends !== undefined) expect(world.writes().map(({ operation }) => operation)).toEqual(sends);
});

test('130: a signal lets the call in flight end, records it, and begins nothing new', async () => {
  const world = await World.start(SMALL);
  const stop = new AbortController();
  world.onRequest = ({ operation }) => {
    if (operation === 'addGroups') stop.abort();
  };
  const { code, document } = await world.json('apply', APPLY, { signal: stop.signal });
  expect({ code, status: document.status }).toEqual({ code: 130, status: 'interrupted' });
  expect(Object.fromEntries(document.items.map(({ address, outcome }) => [address, outcome]))).toEqual({
    'group/autumn': 'done',
    'keyword/80001001': 'skipped',
    'rich-creative/autumn/sublinks-mobile': 'skipped',
  });
  expect(world.writes().map(({ operation }) => operation)).toEqual(['addGroups']);
  const { document: next } = await world.json('plan', ['plan']);
  expect(next.changes.map(({ address }) => address)).toEqual([
    'keyword/80001001',
    'rich-creative/autumn/sublinks-mobile',
  ]);
});

test('130: a signal before anything was sent', async () => {
  const world = await World.start(SMALL);
  const stop = new AbortController();
  world.onRequest = ({ operation }) => {
    if (operation === 'getKeywords') stop.abort();
  };
  const { code } = await world.run(APPLY, { signal: stop.signal });
  expect(code).toBe(130);
  expect(world.writes()).toEqual([]);
});
