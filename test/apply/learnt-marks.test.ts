import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../src/api/clock.js';
import { fold, WrittenState } from '../../src/app/steps/state-writing.js';
import { JournalWriter } from '../../src/apply/journal-writer.js';
import { type LearntFacts, marksForState, recordLearnt } from '../../src/apply/record-learnt.js';
import { replayJournal } from '../../src/apply/replay.js';
import type { JournalEntry } from '../../src/model/index.js';
import { fileBackend } from '../../src/state/backends/file/file-backend.js';

const findings = (count: number): LearntFacts => ({
  put: new Map(),
  drop: new Set(),
  marks: Array.from({ length: count }, (_, n) => ({ id: String(80_000_000 + n), mask: 1, digest: 'a'.repeat(11) })),
  dropMarks: [],
});

it.each([
  ['few marks go through the journal', 50, 1],
  ['many go straight into the state', 10_001, 0],
])('%s', async (_name, count, journalled) => {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-marks-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const backend = fileBackend({ folder, account: 'main', pid: process.pid, clock: systemClock, randomId: () => 'ab' });
  const { held } = await backend.lock('apply', { seconds: 1 });
  const stored = await backend.read();
  const written = new WrittenState(stored);
  const entries: JournalEntry[] = [];
  const journal = new JournalWriter(backend, held, systemClock, 0, (entry) => {
    entries.push(entry);
    written.take(entry);
  });
  await journal.append([{ type: 'run', run: 'r', by: 'x', command: 'apply', uid: '1' }]);
  const learnt = findings(count);
  await recordLearnt(journal, replayJournal(stored, { lineage: 'l' }), learnt);
  expect(entries.filter(({ type }) => type === 'baseline')).toHaveLength(journalled);
  await fold(backend, held, 'main', written, 'l', marksForState(learnt));
  await held.release();
  const state = replayJournal(await backend.read(), { lineage: 'l' });
  expect(state.baseline.size).toBe(count);
  expect(state.baseline.get('80000049')).toEqual({ id: '80000049', mask: 1, digest: 'a'.repeat(11) });
});
