import { createHash } from 'node:crypto';
import { chmod, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withMarks } from '../../src/model/state/baseline.js';
import { EMPTY_BASELINE } from '../../src/model/state/state.js';
import { gitBackend } from '../../src/state/backends/git/keyed-git.js';
import { entry, failureOf, run, snapshot } from '../suites/backend.js';
import { type GitPlace, gitEnvironment, gitPlace } from './git-backend-place.js';
import { randomId, realClock } from './ports.js';
import { processSuite } from './process-suite.js';

/** In `npm test`, processes meet in test/concurrency/pairs.test.ts and are killed in test/crash/crash.test.ts. */
if (process.env['ADWRIGHT_CRASH'] === 'full') {
  processSuite('git', 10, 10, async () => {
    const one = await gitPlace();
    // Each runner has a clone of its own; children take git's environment from their own.
    const clones = [one.clone, await one.makeClone()];
    for (const clone of clones) await one.git(clone, 'config', 'user.name', 'Somebody');
    return { ...one, at: (runner) => ['git', clones[runner] ?? ''] };
  });
}

const common = (root: string) => ({
  ...{ root, remote: 'origin', key: '_root', account: 'main', pid: process.pid, clock: realClock, randomId },
});

let place: GitPlace;
beforeEach(async () => {
  place = await gitPlace();
});
afterEach(() => place.remove());

const script = async (file: string, text: string) => {
  await writeFile(file, `#!/bin/sh\n${text}\n`);
  await chmod(file, 0o755);
};

/** Everything of a clone that belongs to its user. */
async function ofTheUser(clone: string): Promise<unknown> {
  const refs = await place.git(clone, 'for-each-ref', '--format=%(refname) %(objectname)');
  return {
    refs: refs.split('\n').filter((line) => !line.startsWith('refs/adwright')),
    head: await readFile(join(clone, '.git', 'HEAD'), 'utf8'),
    index: (await readFile(join(clone, '.git', 'index'))).toString('hex'),
    config: await readFile(join(clone, '.git', 'config'), 'utf8'),
    folder: (await readdir(clone)).sort(),
    git: (await readdir(join(clone, '.git'))).sort(),
    status: await place.git(clone, 'status', '--porcelain'),
  };
}

describe('the project’s repository', () => {
  it('keeps its branches, index, work tree and configuration, and its hooks and signing are not used', async () => {
    const { clone } = place;
    await writeFile(join(clone, 'staged.txt'), 'staged');
    await place.git(clone, 'add', 'staged.txt');
    await writeFile(join(clone, 'loose.txt'), 'loose');
    for (const hook of [
      'pre-push',
      'reference-transaction',
      'pre-commit',
      'commit-msg',
      'post-commit',
      'pre-auto-gc',
    ]) {
      await script(join(clone, '.git', 'hooks', hook), `touch "${join(place.folder, 'a-hook-ran')}"; exit 1`);
    }
    await place.git(clone, 'config', 'commit.gpgSign', 'true');
    await place.git(clone, 'config', 'push.gpgSign', 'true');
    await place.git(clone, 'config', 'push.followTags', 'true');
    await place.git(clone, 'config', '--add', 'remote.origin.fetch', '+refs/*:refs/mirror/*');
    const before = await ofTheUser(clone);

    const other = place.openIn(await place.makeClone());
    const first = await other.lock('apply', { seconds: 0 });
    await other.write(first.held, snapshot(1, [entry('a')]), EMPTY_BASELINE, undefined);
    await first.held.release();

    const backend = place.openIn(clone);
    const { held } = await backend.lock('apply', { seconds: 0 });
    await backend.append(held, [run(1)]);
    await backend.write(held, snapshot(2, [entry('a')], 1), EMPTY_BASELINE, 1);
    await held.release();
    await backend.read();

    expect(await ofTheUser(clone)).toEqual(before);
    expect(await readdir(place.folder)).not.toContain('a-hook-ran');
    const branches = await place.git(place.remote, 'for-each-ref', '--format=%(refname)');
    expect(branches.split('\n')).toEqual(['refs/adwright/_root/main/state', 'refs/heads/main']);
  });

  it('is found from a folder inside it, also in a hook of another repository', async () => {
    const { clone, folder } = place;
    await mkdir(join(clone, 'ads'));
    await place.git(folder, 'init', '--quiet', 'elsewhere');
    const hook = { GIT_DIR: join(folder, 'elsewhere', '.git'), GIT_INDEX_FILE: 'index', GIT_PREFIX: 'x/' };
    const backend = gitBackend({ ...common(join(clone, 'ads')), environment: { ...gitEnvironment, ...hook } });
    const { held } = await backend.lock('apply', { seconds: 0 });
    await backend.append(held, [run(1)]);
    await held.release();
    expect((await place.open().read()).journal).toEqual([run(1)]);
  });

  it('keeps a history that says what happened', async () => {
    const backend = place.open();
    expect(await backend.log(10)).toEqual([]);
    const { held } = await backend.lock('apply', { seconds: 0 });
    await backend.append(held, [run(1), run(2)]);
    await backend.write(held, snapshot(1, [], 2), EMPTY_BASELINE, undefined);
    await held.release();
    const log = await backend.log(10);
    expect(log.map(({ what }) => what)).toEqual(['State 1', 'Journal 1: run, run', 'Lock 1: apply']);
    expect(log[0]).toMatchObject({ by: 'Somebody', at: expect.stringMatching(/^\d{4}-/u) });
    expect((await backend.log(1)).map(({ what }) => what)).toEqual(['State 1']);
    const entries = JSON.stringify([run(1), run(2)]);
    const chain = createHash('sha256')
      .update(`${'0'.repeat(32)}\n${entries}`)
      .digest('hex')
      .slice(0, 32);
    // The state is a tree that people can read with git alone.
    expect(await place.git(place.remote, 'show', 'refs/adwright/_root/main/state~1:journal/000000000001.jsonl')).toBe(
      `{"chain":"${chain}","entries":${entries}}`,
    );
  });
});

describe('what is stored in the remote', () => {
  it('joins the appends of a long run, so that a commit does not list each of them', async () => {
    const backend = place.open();
    const { held } = await backend.lock('apply', { seconds: 0 });
    const whole = Array.from({ length: 40 }, (_, index) => run(index + 1));
    // Twenty appends of two entries: the first seventeen become one file, which begins with entry 1.
    for (let first = 0; first < 40; first += 2) await backend.append(held, whole.slice(first, first + 2));
    const names = ['ls-tree', '--name-only', 'refs/adwright/_root/main/state:journal'];
    expect((await place.git(place.remote, ...names)).split('\n')).toEqual(
      [1, 35, 37, 39].map((first) => `${String(first).padStart(12, '0')}.jsonl`),
    );
    const other = place.openIn(await place.makeClone());
    expect((await other.read()).journal).toEqual(whole);
    // A snapshot that ends inside the joined file, by another run.
    await backend.forceUnlock();
    const next = await other.lock('apply', { seconds: 0 });
    await other.append(next.held, [run(41)]);
    await other.write(next.held, snapshot(1, [], 21), EMPTY_BASELINE, undefined);
    await next.held.release();
    expect((await place.open().read()).journal).toEqual([...whole.slice(21), run(41)]);
  });

  it('shares unchanged chunks from one state to the next', async () => {
    const backend = place.open();
    const { held } = await backend.lock('apply', { seconds: 0 });
    const marks = Array.from({ length: 30_000 }, (_, index) => ({
      id: String(index + 1),
      mask: 1,
      digest: 'abcdefghijk',
    }));
    const baseline = withMarks(EMPTY_BASELINE, marks);
    await backend.write(held, snapshot(1), baseline, undefined);
    await backend.write(held, snapshot(2), withMarks(baseline, [{ id: '7', mask: 2, digest: 'abcdefghijk' }]), 1);
    await held.release();
    const changed = await place.git(
      place.remote,
      'diff',
      '--name-status',
      '--no-renames',
      'refs/adwright/_root/main/state~1',
      'refs/adwright/_root/main/state',
    );
    expect(
      changed
        .split('\n')
        .map((line) => line.replace(/\w{64}/u, '…'))
        .sort(),
    ).toEqual(['A\tbaseline/….txt', 'D\tbaseline/….txt', 'M\tstate.json']);
    expect((await place.open().read()).baseline.size).toBe(30_000);
  });

  it('is refused when someone pushed a damaged state, and names the place', async () => {
    const { clone } = place;
    const backend = place.openIn(clone);
    const { held } = await backend.lock('apply', { seconds: 0 });
    await backend.write(held, snapshot(1, [entry('a')]), EMPTY_BASELINE, undefined);
    await held.release();
    await place.git(clone, 'fetch', '--quiet', 'origin', 'refs/adwright/_root/main/state');
    await place.git(clone, 'checkout', '--quiet', 'FETCH_HEAD');
    await writeFile(join(clone, 'state.json'), '');
    await place.git(clone, 'commit', '--quiet', '-a', '-m', 'Harm');
    await place.git(clone, 'push', '--quiet', 'origin', 'HEAD:refs/adwright/_root/main/state');
    const failure = await failureOf(place.open().read());
    expect(failure.codes).toEqual(['state-damaged']);
    expect(failure.text).toContain('state.json of refs/adwright/_root/main/state in the git remote origin');
    expect((await failureOf(place.open().lock('apply', { seconds: 0 }))).codes).toEqual(['state-damaged']);
    expect(await place.open().holder()).toBeUndefined();
  });

  it('is not written over a push by someone who did not hold the lock', async () => {
    const { clone } = place;
    const backend = place.openIn(clone);
    const { held } = await backend.lock('apply', { seconds: 0 });
    await backend.append(held, [run(1)]);
    await place.git(clone, 'fetch', '--quiet', 'origin', 'refs/adwright/_root/main/state');
    const tree = await place.git(clone, 'rev-parse', 'FETCH_HEAD^{tree}');
    const foreign = await place.git(clone, 'commit-tree', tree, '-p', 'FETCH_HEAD', '-m', 'Foreign');
    await place.git(clone, 'push', '--quiet', 'origin', `${foreign}:refs/adwright/_root/main/state`);
    expect((await failureOf(backend.append(held, [run(2)]))).codes).toEqual(['state-moved']);
    expect((await place.open().read()).journal).toEqual([run(1)]);
    await held.release();
  });

  it('explains a lock that cannot be read, and removes it by force', async () => {
    const { clone } = place;
    await place.git(clone, 'push', '--quiet', 'origin', 'HEAD:refs/adwright/_root/main/lock');
    const backend = place.openIn(clone);
    expect((await failureOf(backend.lock('apply', { seconds: 0 }))).codes).toEqual(['state-lock-broken']);
    expect(await backend.forceUnlock()).toBeUndefined();
    await (await backend.lock('apply', { seconds: 0 })).held.release();
  });
});

describe('a remote that fails', () => {
  it('that answers a push with silence after doing it is asked again, and the push counts', async () => {
    const backend = place.open();
    const { held } = await backend.lock('apply', { seconds: 0 });
    const hook = join(place.remote, 'hooks', 'reference-transaction');
    const once = join(place.folder, 'killed');
    await script(hook, `[ "$1" = committed ] && [ ! -e "${once}" ] && touch "${once}" && kill -9 $PPID; exit 0`);
    await backend.append(held, [run(1)]);
    expect(await readdir(place.folder)).toContain('killed');
    await backend.append(held, [run(2)]);
    expect((await place.open().read()).journal).toEqual([run(1), run(2)]);
    await held.release();
  });

  it('that refuses a push leaves everything as it was, and its reason is shown', async () => {
    const backend = place.open();
    const { held } = await backend.lock('apply', { seconds: 0 });
    await backend.append(held, [run(1)]);
    const hook = join(place.remote, 'hooks', 'pre-receive');
    await script(hook, 'echo "no refs today" >&2; exit 1');
    const failure = await failureOf(backend.append(held, [run(2)]));
    expect(failure.codes).toEqual(['state-remote-failed']);
    expect(failure.text).toContain('pre-receive hook declined');
    expect((await place.open().read()).journal).toEqual([run(1)]);
    await script(hook, 'exit 0');
    await backend.append(held, [run(2)]);
    await held.release();
  });

  it('that is gone or not named is explained without secrets', async () => {
    const { clone } = place;
    await place.git(clone, 'remote', 'rename', 'origin', 'upstream');
    const missing = await failureOf(place.openIn(clone).read());
    expect(missing.codes).toEqual(['state-remote-failed']);
    expect(missing.text).toContain('git remote add origin');
    await place.git(clone, 'remote', 'add', 'origin', 'http://someone:hunter2@127.0.0.1:1/state.git');
    const gone = await failureOf(place.openIn(clone).read());
    expect(gone.codes).toEqual(['state-remote-failed']);
    expect(gone.text).toContain('127.0.0.1');
    expect(gone.text).not.toContain('hunter2');
  });

  it('is written to where it is read from, when it has an address for pushing', async () => {
    const { clone } = place;
    await place.git(place.folder, 'init', '--quiet', '--bare', 'other.git');
    await place.git(clone, 'remote', 'set-url', '--push', 'origin', join(place.folder, 'other.git'));
    const backend = place.openIn(clone);
    const { held } = await backend.lock('apply', { seconds: 0 });
    await backend.append(held, [run(1)]);
    await held.release();
    expect((await backend.read()).journal).toEqual([run(1)]);
    expect(await place.git(place.remote, 'for-each-ref', 'refs/adwright')).toBe('');
  });

  it('says that git is needed where there is none', async () => {
    const none = gitBackend({ ...common(place.clone), environment: { ...gitEnvironment, PATH: '/nowhere' } });
    expect((await failureOf(none.read())).text).toContain('not installed');
  });
});
