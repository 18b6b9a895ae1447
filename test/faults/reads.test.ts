import pMap from 'p-map';
import { expect, test, vi } from 'vitest';
import { FAULT_KINDS, type FaultKind } from '../../src/sandbox/index.js';
import { documentOf } from '../support/documents.js';
import type { World } from '../support/scenario/world.js';
import { faultyWorld, onlyTried, tableText } from './faulty-world.js';

vi.setConfig({ testTimeout: 120_000 });

/**
 * `npm run test:crash` tries every fault with every operation. `npm test` tries those that differ most, each with one or
 * more operations of a plan and one of the queries, in turn. test/faults/writes.test.ts has every fault.
 */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';
const FEW: readonly FaultKind[] = [
  'throttle',
  'reset-after',
  'html',
  'hang',
  'quota',
  'token',
  'refuse-all',
  'wrong-length',
];

const DAY = ['--from', '2026-02-20', '--to', '2026-02-20'];

/** Every operation that reads, by a command that uses it. */
const COMMANDS = {
  login: ['plan'],
  accountInfo: ['plan'],
  getKeywords: ['plan'],
  listPictures: ['plan'],
  getApps: ['plan'],
  keywordTags: ['keywords', 'tags'],
  keywordPackages: ['keywords', 'packages'],
  componentReport: ['report', 'components', ...DAY],
  creativeReport: ['report', 'creatives', '--type', 'mobile', ...DAY],
} as const;
type ReadOperation = keyof typeof COMMANDS;
const OPERATIONS = Object.keys(COMMANDS) as readonly ReadOperation[];
const OF_PLAN = OPERATIONS.filter((operation) => COMMANDS[operation][0] === 'plan');
const AFTER_LOGIN = OF_PLAN.filter((operation) => operation !== 'login');
const OF_QUERIES = OPERATIONS.filter((operation) => COMMANDS[operation][0] !== 'plan');

/** Runs the command while the operations fail, each on its own account: the exit code, and whether all was planned. */
async function readWith(world: World, kind: FaultKind, times: number, operations: readonly ReadOperation[]) {
  world.sandbox.control.clearFaults();
  world.sandbox.control.addFaults(...operations.map((operation) => ({ operation, kind, times })));
  const command = COMMANDS[operations[0] ?? 'login'];
  const run = await world.run([...command, '--json']);
  expect(run.stdout + run.stderr).not.toMatch(/"internal"|bug in Adwright/);
  expect(world.writes(), 'a read writes nothing').toEqual([]);
  if (run.code !== 0) {
    expect(documentOf('error', run).diagnostics, 'what went wrong').not.toEqual([]);
    return String(run.code);
  }
  if (command[0] !== 'plan') return '0';
  const { summary } = documentOf('plan', run);
  expect(summary.create + summary.update + summary.blocked, 'everything is planned').toBe(8);
  return summary.blocked > 0 ? 'blocked' : '0';
}

/** Faults that end a plan at the first operation that meets them; the others can meet all of them in one plan. */
const ENDING: readonly FaultKind[] = ['quota', 'refuse-all', 'wrong-length', 'no-effect'];
/** Faults that answer, at least in part: a login is not sent again after them. */
const ANSWERED: readonly FaultKind[] = ['status', 'truncated', 'cut', 'html', 'empty', 'stall', 'echo'];

/** The commands for one fault: the operations that meet it in each. */
function roundsOf(kind: FaultKind, times: number, turn: number): readonly (readonly ReadOperation[])[] {
  const together = times === 1 && !ENDING.includes(kind);
  const apart = ANSWERED.includes(kind) ? [['login'] as const, AFTER_LOGIN] : [OF_PLAN];
  const [ofPlan, ofQueries] = [OF_PLAN, OF_QUERIES].map((all) => all.map((one) => [one]));
  if (FULL) return [...(together ? apart : (ofPlan ?? [])), ...(ofQueries ?? [])];
  const inTurn = [OF_PLAN, OF_QUERIES].map((all) => [all[turn % all.length] ?? 'login']);
  return together ? [...apart, ...inTurn.slice(1)] : inTurn;
}

/** The codes as the table of what is expected has them; those that were not tried are not compared. */
async function expectCodes(kinds: readonly FaultKind[], times: number, table: string): Promise<void> {
  const cells = new Map<string, string>();
  await pMap(
    FULL ? kinds : kinds.filter((kind) => FEW.includes(kind)),
    async (kind, turn) => {
      let world: World | undefined;
      for (const operations of roundsOf(kind, times, turn)) {
        world ??= await faultyWorld(kind);
        const cell = await readWith(world, kind, times, operations);
        for (const operation of operations) cells.set(`${kind} ${operation}`, cell);
      }
    },
    { concurrency: 4 },
  );
  expect(tableText(kinds, OPERATIONS, (kind, operation) => cells.get(`${kind} ${operation}`))).toBe(
    FULL ? table : onlyTried(table, cells),
  );
}

test('a fault that passes costs a read nothing but time, and ends a login that was answered', async () => {
  await expectCodes(
    FAULT_KINDS,
    1,
    `
fault         login  accountInfo  getKeywords  listPictures  getApps  keywordTags  keywordPackages  componentReport  creativeReport
latency       0      0            0            0             0        0            0                0                0
status        1      0            0            0             0        0            0                0                0
throttle      0      0            0            0             0        0            0                0                0
reset-before  0      0            0            0             0        0            0                0                0
reset-after   0      0            0            0             0        0            0                0                0
truncated     1      0            0            0             0        0            0                0                0
cut           1      0            0            0             0        0            0                0                0
html          1      0            0            0             0        0            0                0                0
empty         1      0            0            0             0        0            0                0                0
hang          0      0            0            0             0        0            0                0                0
stall         1      0            0            0             0        0            0                0                0
quota         1      1            1            1             1        1            1                1                1
token         0      0            0            0             0        0            0                0                0
refuse-all    1      1            0            1             1        1            1                1                1
wrong-length  0      0            blocked      blocked       0        0            0                0                0
echo          1      0            0            0             0        0            0                0                0
no-effect     0      0            0            0             0        0            0                0                0
`,
  );
});

test('a fault that stays ends the command with one error', async () => {
  await expectCodes(
    ['status', 'throttle', 'token'],
    0,
    `
fault     login  accountInfo  getKeywords  listPictures  getApps  keywordTags  keywordPackages  componentReport  creativeReport
status    1      1            1            1             1        1            1                1                1
throttle  1      1            1            1             1        1            1                1                1
token     0      1            1            1             1        1            1                1                1
`,
  );
});
