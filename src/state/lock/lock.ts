import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import type { Clock, LockWait } from '../../model/ports/ports.js';
import type { LockRecord } from '../../model/state/lock.js';
import { type HostFacts, type Liveness, livenessOf } from '../machine/host-identity.js';
import { isLockRecord } from '../stored/stored-schemas.js';

/** What is at the lock's place. */
export type LockSight<Mark> =
  | { readonly kind: 'free'; readonly mark: Mark }
  | { readonly kind: 'held'; readonly mark: Mark; readonly record: LockRecord }
  /** Something is there that is not a lock record. */
  | { readonly kind: 'broken'; readonly what: string };

/** The one difference between the places where a lock can be: how it is seen and how it is claimed. */
export interface LockStore<Mark> {
  /** How often a waiting run looks again. */
  readonly pollMilliseconds: number;
  see(): Promise<LockSight<Mark>>;
  /** Takes the lock if it still is as `mark` says; undefined when someone was quicker. */
  claim(mark: Mark, record: Omit<LockRecord, 'fence'>): Promise<LockRecord | undefined>;
}

const SECOND_LOOK_MILLISECONDS = 200;

export interface Acquired {
  readonly record: LockRecord;
  readonly diagnostics: readonly Diagnostic[];
}

/**
 * Takes a lock: at once where it is free or its holder has certainly ended on this very host, else after waiting.
 * Fails with the ending `locked`, naming who, since when and with what command.
 */
export async function acquireLock<Mark>(
  store: LockStore<Mark>,
  own: HostFacts,
  request: { readonly id: string; readonly command: string; readonly clock: Clock; readonly wait: LockWait },
): Promise<Acquired> {
  const { clock, wait } = request;
  let until: number | undefined;
  let told: string | undefined;
  let lookedTwice = false;
  for (;;) {
    const sight = await store.see();
    if (sight.kind === 'broken') {
      // It may be in the middle of being written where the file system cannot do that in one step.
      if (lookedTwice) throw brokenLock(sight.what);
      lookedTwice = true;
      await clock.sleep(SECOND_LOOK_MILLISECONDS, wait.signal).catch(ignoreAbort(wait.signal));
      continue;
    }
    const liveness = sight.kind === 'held' ? await livenessOf(sight.record, own) : 'ended';
    if (liveness === 'ended') {
      const record = await store.claim(sight.mark, {
        id: request.id,
        ...own,
        command: request.command,
        since: clock.now().toISOString(),
      });
      if (record !== undefined) return { record, diagnostics: sight.kind === 'held' ? [takenOver(sight.record)] : [] };
      continue;
    }
    if (sight.kind === 'free') continue;
    if (wait.signal?.aborted) throw new Failure([lockedBy(sight.record, liveness)], 'interrupted');
    until ??= clock.now().getTime() + wait.seconds * 1000;
    const left = until - clock.now().getTime();
    if (left <= 0) throw new Failure([lockedBy(sight.record, liveness)], 'locked');
    if (told !== sight.record.id) wait.onWait?.(sight.record);
    told = sight.record.id;
    await clock.sleep(Math.min(store.pollMilliseconds, left), wait.signal).catch(ignoreAbort(wait.signal));
  }
}

/** A sleep that an abort cut short is no error: the loop sees the signal. */
function ignoreAbort(signal: AbortSignal | undefined): (error: unknown) => void {
  return (error) => {
    if (!signal?.aborted) throw error;
  };
}

function describe({ user, host, pid, command, since }: LockRecord): string {
  return `${user} on ${host} (process ${pid}) since ${since}, with \`${command}\``;
}

const ELSEWHERE: Readonly<Record<Liveness, string>> = {
  running: 'That process is running.',
  ended: '',
  elsewhere:
    'That is another host or container, or this one before it was restarted: it is not known from here whether that run is still active, so its lock is never taken over automatically.',
  untold: 'This system does not say whether that process is still running.',
};

function lockedBy(record: LockRecord, liveness: Liveness): Diagnostic {
  return diagnostic('state-locked', {
    detail: `The state is held by ${describe(record)}. ${ELSEWHERE[liveness]} Wait for it to end; if it has ended and left its lock behind, remove the lock with \`adwright unlock --force\`.`,
  });
}

function takenOver(record: LockRecord): Diagnostic {
  return diagnostic('state-lock-taken-over', {
    detail: `The lock was left behind by ${describe(record)}; that process has ended on this host, so the lock was taken over.`,
  });
}

export function brokenLock(what: string): Failure {
  return new Failure(
    [
      diagnostic('state-lock-broken', {
        detail: `${what}. Who holds the lock is not known. Make sure that no other run is active, then remove it with \`adwright unlock --force\`.`,
      }),
    ],
    'locked',
  );
}

export function lostLock(own: LockRecord, now: LockRecord | undefined): Failure {
  const holder = now === undefined ? 'The lock was removed' : `The lock is now held by ${describe(now)}`;
  return new Failure(
    [
      diagnostic('state-lock-lost', {
        detail: `This run took the lock at ${own.since} and no longer holds it. ${holder}. Nothing more is written.`,
      }),
    ],
    'locked',
  );
}

/** Reads a lock record; undefined when it is none. */
export function parseLockRecord(text: string): (LockRecord & { readonly released?: boolean }) | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  return isLockRecord(value) ? value : undefined;
}
