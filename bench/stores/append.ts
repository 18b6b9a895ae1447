// append SERVER COUNT DELAY [prepared]: appends to the journal, each beside a bare client that stores the same bytes on
// the same server, in turn. Prints the medians in milliseconds, and the bytes of one append.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { performance } from 'node:perf_hooks';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { JournalEntry } from '../../src/model/state/journal.js';
import { backendNamed } from '../../src/state/registry.js';
import { storePorts } from '../../test/state/stores/store-ports.js';
import { bareClient } from './bare-clients.js';
import type { Reached } from './servers.js';

const [server = '', count = '300', delay = '0', prepared] = process.argv.slice(2);
const name = server === 'radosgw' ? 's3' : server;
const WARM = 50;
const SERVE = fileURLToPath(new URL('serve.mjs', import.meta.url));

const serving = spawn(process.execPath, [SERVE, server, delay], {
  stdio: ['pipe', 'pipe', 'inherit'],
});
const [line] = await once(createInterface(serving.stdout), 'line');
const reached: Reached = JSON.parse(String(line));

const backend = await backendNamed(name).open(storePorts(name, reached.own, reached.environment));
const bare = await bareClient(name, reached, prepared === 'prepared');
const { held } = await backend.lock('apply', { seconds: 0 });

const at = '2025-01-01T00:00:00.000Z';
/** What goes to the journal before a batch of twenty groups is sent, and as much again of its outcome. */
function entries(round: number): readonly JournalEntry[] {
  const attempt = `a${round}`;
  const names = Array.from({ length: 20 }, (_, position) => `group-${round}-${position}`);
  const values = (one: string) => ({ campaignId: '1001', name: `秋季女鞋 ${one}`, price: '1.20', status: 'enable' });
  const items = names.map((one, position) => ({
    ...{ address: `group/${one}`, kind: 'group', position, values: values(one), parentId: '1001' },
  }));
  const sequence = round * 2 + 1;
  return [
    { type: 'intent', sequence, at, attempt, endpoint: 'group/add', body: 'f'.repeat(64), items },
    { type: 'sending', sequence: sequence + 1, at, attempt },
  ];
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return performance.now() - started;
}

const [ours, theirs]: [number[], number[]] = [[], []];
let size = 0;
for (let round = 0; round < Number(count) + WARM; round++) {
  const batch = entries(round);
  // Each side comes right after a read over its own connection, and every other time first.
  const own = async () => {
    await held.check();
    return timed(() => backend.append(held, batch));
  };
  const other = async () => {
    const stored = await bare.newest();
    size = stored.length;
    return timed(() => bare.store(round + 1, stored));
  };
  const swapped = round % 2 === 1;
  const first = await (swapped ? other : own)();
  const second = await (swapped ? own : other)();
  if (round < WARM) continue;
  ours.push(swapped ? second : first);
  theirs.push(swapped ? first : second);
}

const median = (numbers: readonly number[]) => [...numbers].sort((a, b) => a - b)[numbers.length >> 1] ?? 0;
process.stdout.write(`${JSON.stringify({ ours: median(ours), bare: median(theirs), bytes: size })}\n`);
await held.release();
await bare.close();
serving.stdin.end();
await once(serving, 'close');
process.exit();
