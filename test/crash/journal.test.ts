import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, vi } from 'vitest';
import type { Fault } from '../../src/sandbox/index.js';
import { APPLY, CrashRun } from './crash-run.js';

/**
 * A run left something in doubt, and the journal that says so is lost, garbled or an older one: nothing is sent until it is
 * put back. `npm run test:crash` tries every creating call.
 */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';
const command = inject('command');
vi.setConfig({ testTimeout: 120_000 });

const faults: readonly Fault[] = (['addGroups', 'addRichCreatives', 'addAppTask'] as const)
  .map((operation) => ({ operation, kind: 'reset-after' as const }))
  .slice(0, FULL ? 3 : 1);

type Undo = () => Promise<unknown>;
type Harm = (run: CrashRun) => Promise<Undo>;

async function inFile(run: CrashRun, change: (text: string) => string | undefined): Promise<Undo> {
  const file = join(run.place.folder, '.adwright', 'state', 'main', 'journal.jsonl');
  const text = await readFile(file, 'utf8');
  const changed = change(text);
  await (changed === undefined ? rm(file) : writeFile(file, changed));
  return () => writeFile(file, text);
}

/** The lines of a journal without the room that is kept after them. */
const linesOf = (text: string) => text.trim().split('\n');

async function inCommit(run: CrashRun, change: (folder: string, git: Git) => Promise<unknown>): Promise<Undo> {
  const { remote = '', git } = run.place;
  const folder = await mkdtemp(join(tmpdir(), 'adwright-harm-'));
  const here: Git = (...words) => git?.(folder, ...words) ?? Promise.resolve('');
  await here('init', '--quiet');
  const [ref = ''] = (await here('ls-remote', '--refs', remote)).match(/refs\/adwright\/\S*\/state/g) ?? [];
  await here('fetch', '--quiet', remote, ref);
  const good = await here('rev-parse', 'FETCH_HEAD');
  await here('checkout', '--quiet', 'FETCH_HEAD');
  await change(folder, here);
  await here('add', '--all', '.');
  if ((await here('status', '--porcelain')) !== '') await here('commit', '--quiet', '-m', 'Harm');
  await here('push', '--quiet', '--force', remote, `HEAD:${ref}`);
  return async () => {
    await here('push', '--quiet', '--force', remote, `${good}:${ref}`);
    await rm(folder, { recursive: true, force: true });
  };
}

type Git = (...words: string[]) => Promise<string>;

async function lastPart(folder: string, git: Git): Promise<string> {
  return join(folder, (await git('ls-files', 'journal')).split('\n').at(-1) ?? '');
}

const HARMS: Record<'file' | 'git', Record<string, { readonly harm: Harm; readonly code: string }>> = {
  file: {
    missing: { harm: (run) => inFile(run, () => undefined), code: 'journal-missing' },
    emptied: { harm: (run) => inFile(run, () => ''), code: 'journal-missing' },
    'garbled in its last line': {
      harm: (run) => inFile(run, (text) => `${text.trim().slice(0, -40)}\n`),
      code: 'journal-damaged',
    },
    older: {
      harm: (run) => inFile(run, (text) => `${linesOf(text).slice(0, -1).join('\n')}\n`),
      code: 'state-older',
    },
  },
  git: {
    missing: {
      harm: (run) => inCommit(run, (_, git) => git('rm', '--quiet', '-r', 'journal', 'journal.json')),
      code: 'journal-missing',
    },
    'missing in part': {
      harm: (run) => inCommit(run, async (folder, git) => rm(await lastPart(folder, git))),
      code: 'journal-damaged',
    },
    'garbled in its last line': {
      harm: (run) =>
        inCommit(run, async (folder, git) => {
          const file = await lastPart(folder, git);
          await writeFile(file, `${(await readFile(file, 'utf8')).trim().slice(0, -40)}\n`);
        }),
      code: 'journal-damaged',
    },
    older: {
      harm: (run) => inCommit(run, (_, git) => git('checkout', '--quiet', 'HEAD~1')),
      code: 'state-older',
    },
  },
};

/** What `npm test` tries; journals in commits are tried by test/state/git-journal-damage.test.ts as well. */
const FEW: Record<'file' | 'git', readonly string[]> = { file: ['garbled in its last line'], git: [] };

const cases = (['file', 'git'] as const).flatMap((backend) =>
  Object.entries(HARMS[backend])
    .filter(([name]) => FULL || FEW[backend].includes(name))
    .flatMap(([name, { harm, code }]) =>
      faults.map((fault) => ({ backend, name, harm, code, fault, operation: fault.operation })),
    ),
);

it.each(cases)('$backend: a journal that is $name after $operation sends nothing', async (one) => {
  const run = await CrashRun.begin(command, one.backend);
  try {
    // The state has a snapshot before.
    await run.must(['state', 'init']);
    run.fault(one.fault);
    expect((await run.inProcess(APPLY)).code).toBe(4);
    run.sandbox.control.clearFaults();
    const written = run.writes();
    const undo = await one.harm(run);
    for (const argv of [
      ['plan', '--json'],
      ['apply', '--auto-approve', '--json'],
    ]) {
      const { code, stdout, stderr } = await run.inProcess(argv);
      expect(JSON.parse(stdout).error?.code, `${stdout}${stderr}`).toBe(one.code);
      expect(code).toBe(1);
    }
    expect(run.writes()).toEqual(written);
    await undo();
    await run.recover();
    expect(await run.faultsAfterRecovery()).toEqual([]);
  } finally {
    await run.end();
  }
});
