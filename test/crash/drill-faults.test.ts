import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { createLoginMemory } from '../../src/api/index.js';
import { laidOut } from '../../src/app/outcome.js';
import type { AppPorts } from '../../src/app/ports.js';
import { drill } from '../../src/app/runs/changes/drill.js';
import { EXIT } from '../../src/cli/define/exit-codes.js';
import type { JournalEntry, StateBackend } from '../../src/model/index.js';
import type { DrillDocument } from '../../src/render/index.js';
import { drillProject, MANIFEST } from './drill-project.js';

/** Stores that break a promise: a drill that could not tell would be of no use. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';
vi.setConfig({ testTimeout: 120_000 });

const GROUPS = MANIFEST.slice(0, MANIFEST.indexOf('keywords:')).replace(/ {2}(?:b|c|d|twin): .*\n/gu, '');

function ports(folder: string): AppPorts {
  let ids = 0;
  return {
    env: {},
    folder,
    clock: { now: () => new Date(), sleep: async () => undefined },
    randomId: (bytes) => (++ids).toString(16).padStart(bytes * 2, '0'),
    signal: new AbortController().signal,
    user: 'tester',
    commandLine: 'adwright drill',
    pid: process.pid,
    userFolders: async () => ({ config: join(folder, 'config'), data: join(folder, 'data') }),
    logins: createLoginMemory(),
    say: async () => false,
    warn: async () => undefined,
    progress: () => undefined,
    wantsText: false,
  };
}

/** Sound for the run that shows how it should be and for those that recover, and at fault in each that is killed. */
function whereKilled(spoil: (backend: StateBackend) => StateBackend): (backend: StateBackend) => StateBackend {
  // Each trial opens its store twice, the undisturbed one too: to run, and to recover.
  let opened = 0;
  return (backend) => (++opened > 2 && opened % 2 === 1 ? spoil(backend) : backend);
}

async function drillWith(
  store: (backend: StateBackend) => StateBackend,
  manifest: string,
  machine: { readonly forgetful?: true } = {},
) {
  const folder = await drillProject({ 'ads.yaml': manifest });
  const { meaning, document, text = '' } = await drill(ports(folder), {}, { store: whereKilled(store), ...machine });
  const layout = { color: false, width: 80, verbose: false };
  return { code: EXIT[meaning], rows: (document as unknown as DrillDocument).rows, text: laidOut(text, () => layout) };
}

const bound = (backend: StateBackend): StateBackend => ({
  place: backend.place,
  read: (options) => backend.read(options),
  lock: (command, wait) => backend.lock(command, wait),
  holder: () => backend.holder(),
  forceUnlock: () => backend.forceUnlock(),
  append: (held, entries, reserve) => backend.append(held, entries, reserve),
  write: (held, snapshot, baseline, expected) => backend.write(held, snapshot, baseline, expected),
});

it('ends with 1 where a store says that it wrote, and did not: what was created is created again', async () => {
  const forgets = (backend: StateBackend): StateBackend => ({
    ...bound(backend),
    append: async (held, entries, reserve) => {
      if (entries.some(({ type }) => type === 'run')) await backend.append(held, entries, reserve);
    },
    write: async () => undefined,
  });
  const { code, rows } = await drillWith(forgets, GROUPS, { forgetful: true });
  expect(code).toBe(1);
  const doubled = rows.flatMap((row) => (row.doubled > 0 ? [[row.boundary, row.doubled, row.lost]] : []));
  // From the moment when the call was made, and no one knows of it.
  const after = [
    'before outcome',
    'after outcome',
    'before snapshot',
    'after snapshot',
    'before unlock',
    'after unlock',
  ];
  expect(doubled).toEqual(after.map((boundary) => [boundary, 1, 0]));
});

it.runIf(FULL)('ends with 1 where a store keeps another id than it was given', async () => {
  const other = (entry: JournalEntry): JournalEntry =>
    entry.type !== 'outcome' ? entry : { ...entry, items: entry.items.map((item) => ({ ...item, id: '424242' })) };
  const garbles = (backend: StateBackend): StateBackend => ({
    ...bound(backend),
    append: (held, entries, reserve) => backend.append(held, entries.map(other), reserve),
  });
  const { code, rows, text } = await drillWith(garbles, GROUPS);
  expect(code).toBe(1);
  const lost = rows.flatMap((row) => (row.lost > 0 ? [[row.boundary, row.lost, row.doubled, row.settled]] : []));
  expect(lost).toEqual([
    // The group is there, and the state calls it by the id of another.
    ['after outcome', 1, 0, 'next-run'],
    // By now the machine remembers what the journal should end with.
    ['before snapshot', 1, 0, 'open'],
  ]);
  expect(text).toContain('the next run was refused: ');
});

it.each([
  [
    'ENOSPC',
    { ending: 'error', diagnostics: [{ code: 'drill-folder', detail: expect.stringContaining('disk is full') }] },
  ],
  // About no folder: the command says how the limit is raised.
  ['EMFILE', { code: 'EMFILE' }],
  ['ENFILE', { code: 'ENFILE' }],
])('what the system refuses with %s is told as what it is', async (code, expected) => {
  const refuses = () => {
    throw Object.assign(new Error(code), { code, syscall: 'open' });
  };
  await expect(drillWith(refuses, GROUPS)).rejects.toMatchObject(expected);
});
