import { execFileSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EMPTY_BASELINE } from '../../src/model/state/state.js';
import { Git } from '../../src/state/backends/git/git-command.js';
import { readTree } from '../../src/state/backends/git/git-objects.js';
import { gitBackend } from '../../src/state/backends/git/keyed-git.js';
import { ObjectBatch } from '../../src/state/backends/git/object-batch.js';
import { entry, run, snapshot } from '../suites/backend.js';
import { gitEnvironment, gitPlace } from './git-backend-place.js';
import { randomId, realClock } from './ports.js';

async function repository(format: string) {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-objects-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const git = new Git(folder, gitEnvironment);
  await git.text(['init', '--quiet', '--template=', `--object-format=${format}`]);
  return { folder, git };
}

/** Sizes at which the header of a packed object gets longer, and one that goes to git piece by piece. */
const SIZES = [0, 1, 15, 16, 2_047, 2_048, 262_143, 262_144, 1_000_001];

test.each(['sha1', 'sha256'])('%s: what is written together is what git itself would write', async (format) => {
  const { git } = await repository(format);
  const known = new Set<string>();
  const batch = await ObjectBatch.begin(git, known);
  const files = new Map<string, string>();
  for (const size of SIZES) files.set(`sizes/${size}`, await batch.blobOf(['', 'x'.repeat(size)]));
  // A folder stands where its name with a slash at its end would.
  for (const path of ['sizes.json', 'sizes0', 'a/ä', 'a.b', 'a0', 'ä']) files.set(path, batch.blob(`of ${path}`));
  const commit = await batch.commit(files, [], 'First');
  expect(await git.text(['fsck', '--strict', '--full'])).not.toMatch(/error|missing/);
  expect(await readTree(git, commit)).toEqual(files);
  for (const size of SIZES) {
    const own = await git.text(['hash-object', '--stdin'], ['x'.repeat(size)]);
    expect([size, files.get(`sizes/${size}`)]).toEqual([size, own]);
  }
  // The next one writes what is new.
  const before = known.size;
  const next = await ObjectBatch.begin(git, known);
  files.set('a.b', next.blob('of another a.b'));
  const second = await next.commit(files, [commit], 'Second');
  expect(known.size).toBe(before + 2);
  expect(await git.text(['diff-tree', '--name-only', '-r', commit, second])).toBe('a.b');
  expect(await git.text(['show', `${second}:a.b`])).toBe('of another a.b');
});

test('a state is kept in a repository that names its objects by SHA-256', async () => {
  const { folder, git } = await repository('sha256');
  await git.text(['init', '--quiet', '--bare', '--template=', '--object-format=sha256', 'remote.git']);
  await git.text(['remote', 'add', 'origin', 'remote.git']);
  // Outside the work tree of the project.
  execFileSync('mv', [join(folder, 'remote.git'), `${folder}.git`]);
  onTestFinished(() => rm(`${folder}.git`, { recursive: true, force: true }));
  await git.text(['remote', 'set-url', 'origin', `${folder}.git`]);
  const backend = gitBackend({
    ...{ root: folder, remote: 'origin', key: '_root', account: 'main', pid: process.pid, clock: realClock, randomId },
    environment: gitEnvironment,
  });
  const { held } = await backend.lock('apply', { seconds: 0 });
  await backend.append(held, [run(1)]);
  await backend.write(held, snapshot(1, [entry('a')], 1), EMPTY_BASELINE, undefined);
  await backend.append(held, [run(2)]);
  await held.release();
  expect(await backend.read()).toMatchObject({ snapshot: snapshot(1, [entry('a')], 1), journal: [run(2)] });
  expect(await git.text(['fsck', '--strict', '--full'])).not.toMatch(/error|missing/);
});

test('few processes of git are started for each step', async () => {
  const place = await gitPlace();
  onTestFinished(() => place.remove());
  const bin = join(place.folder, 'bin');
  const log = join(place.folder, 'log');
  await mkdir(bin);
  await writeFile(join(bin, 'git'), `#!/bin/sh\necho "$*" >> "${log}"\nPATH="${process.env['PATH']}" exec git "$@"\n`);
  await chmod(join(bin, 'git'), 0o755);
  const open = (root: string) =>
    gitBackend({
      ...{ root, remote: 'origin', key: '_root', account: 'main', pid: process.pid, clock: realClock, randomId },
      environment: { ...gitEnvironment, PATH: `${bin}:${process.env['PATH']}` },
    });
  const commandsOf = async (work: () => Promise<unknown>) => {
    await writeFile(log, '');
    await work();
    const lines = (await readFile(log, 'utf8')).trim().split('\n');
    return lines.map((line) => / i18n\.commitEncoding=\S+ .*?user\.email=\S+ ([\w-]+)/.exec(line)?.[1]);
  };
  const backend = open(place.clone);
  const { held } = await backend.lock('apply', { seconds: 0 });
  const write = ['unpack-objects', 'commit-tree', 'push'];
  expect(await commandsOf(() => backend.append(held, [run(1)]))).toEqual(write);
  expect(await commandsOf(() => backend.append(held, [run(2), run(3)]))).toEqual(write);
  const none = EMPTY_BASELINE;
  expect(await commandsOf(() => backend.write(held, snapshot(1, [entry('a')], 3), none, undefined))).toEqual(write);
  await backend.append(held, [run(4)]);
  // The remote is asked each time.
  expect(await commandsOf(() => held.check())).toEqual(['ls-remote']);
  await held.release();
  const [, second = ''] = place.clones;
  expect(await commandsOf(() => open(second).read())).toEqual([
    ...['config', 'ls-remote', 'cat-file', 'fetch', 'cat-file', 'ls-tree', 'cat-file'],
  ]);
  const third = open(second);
  const taken: { held?: { release(): Promise<void> } } = {};
  const lock = async () => Object.assign(taken, await third.lock('apply', { seconds: 0 }));
  expect(await commandsOf(lock)).toEqual([
    ...['config', 'ls-remote', 'cat-file', 'ls-tree', 'cat-file'],
    ...write,
    ...write,
  ]);
  expect(await commandsOf(async () => taken.held?.release())).toEqual(['push']);
});
