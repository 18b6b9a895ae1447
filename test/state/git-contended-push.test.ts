import { chmod, mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { gitBackend } from '../../src/state/backends/git/keyed-git.js';
import { failureOf, run } from '../suites/backend.js';
import { type GitPlace, gitEnvironment, gitPlace } from './git-backend-place.js';
import { randomId, realClock } from './ports.js';

const LOCK = 'refs/adwright/_root/main/lock';
const STATE = 'refs/adwright/_root/main/state';
const NOW = { seconds: 0 };

let place: GitPlace;
beforeEach(async () => {
  place = await gitPlace();
});
afterEach(() => place.remove());

/** What someone else does in the remote while a push of this run is under way; shell, in the remote. */
interface Meanwhile {
  /** Before the push looks at the refs. */
  readonly before?: string;
  /** After it has looked, before it moves one. */
  readonly during?: string;
  /** After the push, before anyone asks where the refs stand. */
  readonly after: string;
}

async function script(file: string, text: string): Promise<void> {
  await writeFile(file, `#!/bin/sh\n${text}\n`);
  await chmod(file, 0o755);
}

/** A backend whose git is the real one, with `meanwhile` around each of its first pushes, so many as `times` says. */
async function contended({ before = ':', during, after }: Meanwhile, times: number) {
  const bin = join(place.folder, 'bin');
  const pushes = join(place.folder, 'pushes');
  await mkdir(bin);
  await mkdir(pushes);
  const { PATH = '' } = gitEnvironment;
  const isContended = `[ "$(ls "${pushes}" | wc -l)" -le ${times} ]`;
  if (during !== undefined) {
    const hook = `${isContended} || exit 0\nunset GIT_QUARANTINE_PATH\n${during}\nexit 0`;
    await script(join(place.remote, 'hooks', 'pre-receive'), hook);
  }
  const text = `
PATH='${PATH}'
case " $* " in *" push "*) ;; *) exec git "$@" ;; esac
touch "${pushes}/$$"
${isContended} || exec git "$@"
(cd '${place.remote}' && ${before})
git "$@"
code=$?
(cd '${place.remote}' && ${after})
exit $code`;
  await script(join(bin, 'git'), text);
  const backend = gitBackend({
    ...{ root: place.clone, remote: 'origin', key: '_root', account: 'main', pid: process.pid, randomId },
    clock: { ...realClock, sleep: async () => undefined },
    environment: { ...gitEnvironment, PATH: `${bin}:${PATH}` },
  });
  return { backend, pushes: async () => (await readdir(pushes)).length };
}

const standing = (ref: string) => place.git(place.remote, 'for-each-ref', '--format=%(objectname)', ref);

const take = `git update-ref ${LOCK} refs/heads/main`;
const free = `git update-ref -d ${LOCK}`;
/** The push that takes the lock, its second try, and the one that writes the fence into the state. */
const WITH_ONE_MORE = 3;

describe('a lock that someone else takes and frees during the push', () => {
  it.each<readonly [string, Meanwhile]>([
    ['before the push looks', { before: take, after: free }],
    ['between its look and its move', { during: take, after: free }],
    // As git itself holds a ref while it writes it.
    [
      'as a file beside the ref',
      { during: `mkdir -p refs/adwright/_root/main && : > ${LOCK}.lock`, after: `rm ${LOCK}.lock` },
    ],
  ])('is taken by another try: %s', async (_name, meanwhile) => {
    const { backend, pushes } = await contended(meanwhile, 1);
    const { held } = await backend.lock('apply', NOW);
    expect(await pushes()).toBe(WITH_ONE_MORE);
    await held.check();
    await backend.append(held, [run(1)]);
    await held.release();
    expect((await place.open().read()).journal).toEqual([run(1)]);
    expect(await standing(LOCK)).toBe('');
  });

  it('each time is left alone after three tries', async () => {
    const { backend, pushes } = await contended({ before: take, after: free }, 3);
    const failure = await failureOf(backend.lock('apply', NOW));
    expect(failure.codes).toEqual(['state-remote-failed']);
    expect(failure.text).toContain(`${LOCK} could not be pushed to origin: [rejected] (stale info)`);
    expect(await pushes()).toBe(3);
    expect(await standing(STATE)).toBe('');
  });

  it('and that stays taken is not taken away', async () => {
    const other = place.openIn(await place.makeClone());
    const theirs = await other.lock('import', NOW);
    const lock = await standing(LOCK);
    await place.git(place.remote, 'update-ref', '-d', LOCK);
    const { backend, pushes } = await contended({ before: `git update-ref ${LOCK} ${lock}`, after: ':' }, 1);
    const failure = await failureOf(backend.lock('apply', NOW));
    expect(failure.codes).toEqual(['state-locked']);
    expect(await pushes()).toBe(1);
    await theirs.held.check();
    await theirs.held.release();
  });
});

describe('a state that someone else moves and moves back during the push', () => {
  const move = `git update-ref refs/kept ${STATE} && git update-ref ${STATE} refs/heads/main`;
  const back = `git update-ref ${STATE} refs/kept && git update-ref -d refs/kept`;

  it.each<readonly [string, Meanwhile]>([
    ['before the push looks', { before: move, after: back }],
    ['between its look and its move', { during: move, after: back }],
    [
      'away, as if there were none',
      { before: `git update-ref refs/kept ${STATE} && git update-ref -d ${STATE}`, after: back },
    ],
  ])('is written to by another try: %s', async (_name, meanwhile) => {
    const first = place.openIn(place.clone);
    const begun = await first.lock('apply', NOW);
    await first.append(begun.held, [run(1)]);
    await begun.held.release();
    // The lock and its fence are pushed first.
    const gate = join(place.folder, 'open');
    const gated = (command: string | undefined) => command && `{ [ ! -e '${gate}' ] || { ${command}; }; }`;
    const { before, during, after } = meanwhile;
    const only = {
      before: gated(before) ?? ':',
      ...(during && { during: gated(during) ?? '' }),
      after: gated(after) ?? ':',
    };
    const { backend, pushes } = await contended(only, 3);
    const { held } = await backend.lock('apply', NOW);
    expect(await pushes()).toBe(2);
    await writeFile(gate, '');
    await backend.append(held, [run(2)]);
    expect(await pushes()).toBe(4);
    await held.release();
    expect((await place.open().read()).journal).toEqual([run(1), run(2)]);
  });
});
