// growth NAME POINTS: runs one after another, each as a process of its own would make it: a lock, what a changed bid and a created
// group leave in the journal, a snapshot, the end of the lock. Prints, at each of the points, the median milliseconds
// of the last ten runs, and what is kept by then.
import { performance } from 'node:perf_hooks';
import { withMarks } from '../../src/model/state/baseline.js';
import type { JournalEntry } from '../../src/model/state/journal.js';
import { type Baseline, EMPTY_BASELINE, STATE_FORMAT, type StateEntry } from '../../src/model/state/state.js';
import { backendNamed } from '../../src/state/registry.js';
import { storePorts } from '../../test/state/stores/store-ports.js';
import { startServer } from './servers.js';

const [name = '', points = '10,100'] = process.argv.slice(2);
const wanted = points.split(',').map(Number);
const GROUPS = 100;
const KEYWORDS = 10_000;

const server = await startServer(name);
const ports = storePorts(name, server.own, server.environment);
const project = { ...ports.project, root: server.root };

const at = '2025-01-01T00:00:00.000Z';
const idOf = (n: number) => String(80_000_000 + n * 7);
const digestOf = (n: number, round: number) => Buffer.from(`${n}-${round}-padding`).toString('base64url').slice(0, 11);
const group = (n: number, round: number): StateEntry => ({
  ...{ address: `group/shoes-${n}`, kind: 'group', id: String(556_000 + n), status: 'settled' },
  values: { campaignId: '1001', name: `秋季女鞋 ${n} ${round}`, price: '1.20' },
  provenance: { how: 'acknowledged', at },
});

let baseline: Baseline = withMarks(
  EMPTY_BASELINE,
  Array.from({ length: KEYWORDS }, (_, n) => ({ id: idOf(n), mask: 3, digest: digestOf(n, 0) })),
);
let sequence = 0;
/** A number of groups that stays the same: the state itself does not grow. */
const groups = Array.from({ length: GROUPS }, (_, n) => group(n, 0));

function journal(round: number): readonly (readonly JournalEntry[])[] {
  const run = `r${round}`;
  const changed = group(round % GROUPS, round);
  const { address, kind, values } = changed;
  const line = () => ({ sequence: ++sequence, at });
  return [
    [{ type: 'run', ...line(), run, by: 'somebody', command: 'apply', lineage: 'a1' }],
    [
      {
        ...{ type: 'intent', ...line(), attempt: run, endpoint: 'group/add', body: 'f'.repeat(64) },
        items: [{ address, kind, position: 0, values }],
      },
      { type: 'sending', ...line(), attempt: run },
    ],
    [{ type: 'outcome', ...line(), attempt: run, items: [{ position: 0, fate: 'done', id: changed.id ?? '' }] }],
    [{ type: 'baseline', ...line(), marks: [{ id: idOf(round), mask: 3, digest: digestOf(round, round) }] }],
  ];
}

async function oneRun(round: number): Promise<void> {
  const backend = await backendNamed(name).open({ ...ports, project });
  const { held } = await backend.lock('apply', { seconds: 0 });
  const stored = await backend.read();
  for (const entries of journal(round)) await backend.append(held, entries);
  groups[round % GROUPS] = group(round % GROUPS, round);
  baseline = withMarks(baseline, [{ id: idOf(round), mask: 3, digest: digestOf(round, round) }]);
  const serial = stored.snapshot?.serial;
  const snapshot = { format: STATE_FORMAT, lineage: 'a1', serial: round, account: 'main', sequence, entries: groups };
  await backend.write(held, snapshot, baseline, serial);
  await held.release();
  if ('close' in backend && typeof backend.close === 'function') await backend.close();
}

const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
const times: number[] = [];
const found = [];
for (let round = 1; round <= Math.max(...wanted); round++) {
  const started = performance.now();
  await oneRun(round);
  times.push(performance.now() - started);
  if (wanted.includes(round)) found.push({ runs: round, phase: median(times.slice(-10)), ...(await server.kept()) });
}
process.stdout.write(`${JSON.stringify(found)}\n`);
await server.stop();
process.exit();
