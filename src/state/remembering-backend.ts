import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import type { Clock, HeldLock, Snapshot, StateBackend, StoredState } from '../model/ports/ports.js';
import { type MachineRecord, RecordDamaged } from './machine/machine-memory.js';
import {
  afterWrite,
  entryDigest,
  newest,
  olderThan,
  positionOf,
  type SeenState,
  type StatePosition,
} from './seen-state.js';

export interface RememberingOptions {
  readonly account: string;
  /** Undefined where this machine has no place to remember anything in. */
  readonly recordOf: (lineage: string) => MachineRecord<SeenState> | undefined;
  readonly clock: Clock;
  /** What could not be remembered while a run was under way. */
  readonly warn: (warning: Diagnostic) => void;
}

/** A backend whose newest state this machine remembers, so that an older copy is noticed. */
export interface RememberingBackend extends StateBackend {
  /**
   * Refuses what is stored if it is older than what was seen of its lineage and account; `olderState` says that it is
   * meant. What is newer is remembered.
   */
  assertNewest(read: OwnState, olderState: boolean): Promise<readonly Diagnostic[]>;
  /** What is stored is the newest from now on, whatever else was seen. */
  takeAsNewest(read: OwnState): Promise<void>;
  /** The serial under which a snapshot of this one is written: it must not look older than what was seen. */
  serialOf(snapshot: Snapshot): number;
}

/** What is stored, and the lineage that it was found to belong to. */
export interface OwnState {
  readonly stored: StoredState;
  readonly lineage: string | undefined;
}

export function rememberingBackend(backend: StateBackend, options: RememberingOptions): RememberingBackend {
  const { account, clock, warn } = options;
  let lineage: string | undefined;
  let position: StatePosition | undefined;
  let noted: StatePosition | undefined;
  /** A state that was refused, or is only looked at, is not remembered. */
  let counts = false;
  /** Highest serial that was seen of a state that gave way to this one. */
  let highest = 0;
  let hasWarned = false;

  const record = () => (lineage === undefined ? undefined : options.recordOf(lineage));

  const seenState = (of: string, at: StatePosition): SeenState => ({
    version: 1,
    lineage: of,
    account,
    ...at,
    at: clock.now().toISOString(),
  });

  async function note(decide: (before: SeenState | undefined) => StatePosition | undefined): Promise<void> {
    const [of, now] = [lineage, position];
    if (of === undefined) return;
    try {
      await record()?.update((before) => {
        const next = decide(before);
        return next === undefined ? undefined : seenState(of, next);
      });
      noted = now;
    } catch (error) {
      if (!hasWarned) warn(notRemembered(error));
      hasWarned = true;
    }
  }

  /** What is on disk now is the newest, whatever was remembered of a state that it took the place of. */
  async function noteOwn(): Promise<void> {
    const now = position;
    if (counts && now !== undefined && now !== noted) await note((before) => newest(before, now));
  }

  const serialOf = ({ serial }: Snapshot) => Math.max(serial, highest + 1);

  function adopt(read: OwnState): void {
    lineage = read.lineage;
    position = positionOf(read.stored);
  }

  return {
    // A state may be found in more than one place.
    get place() {
      return backend.place;
    },
    read: (options) => backend.read(options),
    async prepare() {
      await backend.prepare?.();
    },
    async close() {
      await backend.close?.();
    },
    ...(backend.log !== undefined && { log: (most: number) => backend.log?.(most) ?? Promise.resolve([]) }),
    async lock(command, wait) {
      const { held, diagnostics } = await backend.lock(command, wait);
      const release = async () => {
        await noteOwn();
        await held.release();
      };
      return { held: { ...held, release } satisfies HeldLock, diagnostics };
    },
    holder: () => backend.holder(),
    forceUnlock: () => backend.forceUnlock(),
    async append(held, entries, reserveBytes) {
      await backend.append(held, entries, reserveBytes);
      const last = entries.at(-1);
      if (last === undefined) return;
      // A first run says whose state it begins.
      for (const entry of entries) if (entry.type === 'run') lineage = entry.lineage ?? lineage;
      const isFirst = position === noted;
      position = { serial: position?.serial ?? 0, sequence: last.sequence, digest: entryDigest(last) };
      // Once in a run before anything is sent, and once at its end: a run that was killed is then known to have begun.
      if (isFirst) await noteOwn();
    },
    async write(held, snapshot, baseline, expectedSerial) {
      const next = { ...snapshot, serial: serialOf(snapshot) };
      await backend.write(held, next, baseline, expectedSerial);
      lineage = next.lineage;
      position = afterWrite(position, next);
      counts = true;
      await noteOwn();
    },
    async assertNewest(read, olderState) {
      adopt(read);
      const { stored } = read;
      const known = record();
      if (known === undefined) return lineage === undefined ? [] : [nothingRemembered()];
      const seen = await known.read().catch((error: unknown) => {
        if (error instanceof RecordDamaged) return error;
        throw error;
      });
      if (seen instanceof RecordDamaged) {
        return doubted('memory-damaged', damagedWords(seen, known), olderState);
      }
      highest = seen?.serial ?? 0;
      const why = seen === undefined ? undefined : olderThan(seen, stored);
      if (why !== undefined) {
        const detail = `${backend.place} holds an older state of ${account}: ${why} (${seen?.at}).`;
        return doubted('state-older', detail, olderState);
      }
      counts = true;
      await noteOwn();
      return [];
    },
    serialOf,
    async takeAsNewest(read) {
      adopt(read);
      counts = true;
      const now = positionOf(read.stored);
      await note(() => now);
    },
  };
}

function doubted(code: 'memory-damaged' | 'state-older', detail: string, isMeant: boolean): readonly Diagnostic[] {
  if (!isMeant) throw new Failure([diagnostic(code, { detail })]);
  return [diagnostic(code, { severity: 'warning', detail })];
}

function damagedWords(error: RecordDamaged, { place }: MachineRecord<SeenState>): string {
  return `${error.message}: it is not known whether an older state was put back. If the state is the newest one, remove ${place}, or pass \`--older-state\`.`;
}

function nothingRemembered(): Diagnostic {
  return diagnostic('memory-unavailable', {
    detail: 'Without a home folder, it is not known whether an older state was put back.',
  });
}

function notRemembered(error: unknown): Diagnostic {
  const why = error instanceof Error ? error.message : String(error);
  return diagnostic('memory-unavailable', { detail: `The newest state could not be remembered: ${why}.` });
}
