import { Failure } from '../../src/diagnostics/failure.js';
import type { StateBackend } from '../../src/model/ports/ports.js';
import { withMarks } from '../../src/model/state/baseline.js';
import { EMPTY_BASELINE, STATE_FORMAT } from '../../src/model/state/state.js';
import { fileBackend } from '../../src/state/backends/file/file-backend.js';
import { gitBackend } from '../../src/state/backends/git/keyed-git.js';
import { openLog } from '../../src/state/log/log-backend.js';
import { FolderStore } from './log/folder-store.js';
import { randomId, realClock } from './ports.js';

/** What the tests make another process do: `file <folder>`, `git <clone>` or `log <folder>`, then `<task> [<argument>]`. */
const [kind = '', folder = '', task = '', argument = ''] = process.argv.slice(2);
const at = '2025-01-01T00:00:00.000Z';
const common = { account: 'main', pid: process.pid, clock: realClock, randomId };
const kinds: Record<string, () => StateBackend> = {
  git: () => gitBackend({ ...common, root: folder, remote: 'origin', key: '_root', environment: process.env }),
  file: () => fileBackend({ ...common, folder }),
  log: () => openLog(new FolderStore(folder), common),
};
const backend = kinds[kind]?.() ?? fileBackend({ ...common, folder });

const tasks: Record<string, () => Promise<void>> = {
  /** Takes the lock and keeps it until killed. */
  async hold() {
    await backend.lock('apply', { seconds: 0 });
    console.log('held');
    setInterval(() => undefined, 1000);
  },

  /** Tries for the lock once, at a given moment; appends one entry and keeps the lock until SIGTERM. */
  async fight() {
    await realClock.sleep(Number(argument) - Date.now());
    const { held, diagnostics } = await backend.lock('apply', { seconds: 0 });
    const { journal } = await backend.read();
    await backend.append(held, [
      { type: 'run', sequence: (journal.at(-1)?.sequence ?? 0) + 1, at, run: 'r', by: 'me', command: 'apply' },
    ]);
    await held.check();
    const waiting = setInterval(() => undefined, 1000);
    process.once('SIGTERM', () => held.release().then(() => clearInterval(waiting)));
    console.log('won', ...diagnostics.map(({ code }) => code));
  },

  /** Appends and compacts forever, telling each step that is durable. */
  async churn() {
    const { held } = await backend.lock('apply', { seconds: 0 });
    const stored = await backend.read();
    let serial = stored.snapshot?.serial ?? 0;
    let sequence = stored.journal.at(-1)?.sequence ?? stored.snapshot?.sequence ?? 0;
    for (;;) {
      for (let count = 0; count < 3; count++) {
        const entry = { type: 'run', at, run: 'r'.repeat(3000), by: 'me', command: 'apply' } as const;
        await backend.append(held, [{ ...entry, sequence: ++sequence }], 2000);
        console.log(`sequence ${sequence}`);
      }
      const snapshot = {
        format: STATE_FORMAT,
        lineage: 'a1',
        serial: serial + 1,
        account: 'main',
        sequence,
        entries: [],
      };
      const marks = [{ id: String(1 + (serial % 50)), mask: serial % 64, digest: `${serial}`.padStart(11, 'A') }];
      const { baseline } = await backend.read();
      await backend.write(held, snapshot, withMarks(baseline, marks), serial === 0 ? undefined : serial);
      serial++;
      console.log(`serial ${serial}`);
    }
  },

  /** Reserves room, then fills it under a limit of the file's size: what was reserved must fit, more must not. */
  async reserve() {
    const { held } = await backend.lock('apply', { seconds: 0 });
    const entry = (sequence: number, length: number) =>
      ({ type: 'run', sequence, at, run: 'r'.repeat(length), by: 'me', command: 'apply' }) as const;
    await backend.append(held, [entry(1, 100)], 12_000);
    await backend.append(held, [entry(2, 11_000)]);
    console.log('reserved room was there');
    await backend.append(held, [entry(3, 40_000)]);
  },

  /** Writes a snapshot that is too large for the limit. */
  async overfill() {
    const { held } = await backend.lock('apply', { seconds: 0 });
    const values = { name: 'x'.repeat(100_000) };
    const entries = [
      {
        address: 'group/a',
        kind: 'group',
        status: 'settled',
        values,
        provenance: { how: 'acknowledged', at },
      } as const,
    ];
    const snapshot = { format: STATE_FORMAT, lineage: 'a1', serial: 2, account: 'main', sequence: 0, entries };
    await backend.write(held, snapshot, EMPTY_BASELINE, 1);
  },
};

try {
  await tasks[task]?.();
} catch (error) {
  if (!(error instanceof Failure)) throw error;
  console.log(error.diagnostics.map(({ code, detail }) => `${code}: ${detail}`).join('\n'));
  process.exitCode = error.ending === 'locked' ? 7 : 1;
}
