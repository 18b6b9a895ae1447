import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.js';
import { Failure } from '../../../diagnostics/failure.js';
import type {
  Clock,
  HeldLock,
  LockWait,
  RandomId,
  ReadOptions,
  Snapshot,
  StateBackend,
  StoredState,
} from '../../../model/ports/ports.js';
import { packBaseline } from '../../../model/state/baseline.js';
import type { JournalEntry } from '../../../model/state/journal.js';
import type { LockRecord } from '../../../model/state/lock.js';
import { type Baseline, EMPTY_BASELINE, STATE_FORMAT } from '../../../model/state/state.js';
import { FileLock } from '../../lock/file-lock.js';
import { acquireLock } from '../../lock/lock.js';
import { fileStamp, keepAs, readIfPresent, replaceFile, unwritable } from '../../machine/durable-files.js';
import { hostFacts } from '../../machine/host-identity.js';
import { OneAtATime } from '../../machine/one-at-a-time.js';
import { EMPTY_CHAIN } from '../../stored/journal-chain.js';
import {
  damaged,
  parseSnapshot,
  type StoredPlace,
  type StoredSnapshot,
  snapshotText,
} from '../../stored/snapshot-text.js';
import { assertFollows, assertReplaces } from '../../stored/stored-order.js';
import { accountSegment } from '../account-segment.js';
import { FileBaseline } from './file-baseline.js';
import { FileJournal } from './file-journal.js';
import { JournalBeside } from './journal-beside.js';
import { checkStatePlace, type StateProject } from './own-place.js';

export interface FileBackendOptions {
  /** `state.path`, absolute. */
  readonly folder: string;
  /** Whose links on the way to the folder are looked at. */
  readonly project?: StateProject;
  readonly account: string;
  /** Number of this process. */
  readonly pid: number;
  readonly clock: Clock;
  readonly randomId: RandomId;
}

/**
 * One account's state as a folder: `state.json`, its baseline in `baseline/`, `journal.jsonl`, `lock/`, and the state
 * before the last write as `state.backup.json` with `journal.backup.jsonl`.
 */
export function fileBackend(options: FileBackendOptions): StateBackend {
  return new FileBackend(options);
}

const READ_ATTEMPTS = 20;
const READ_PAUSE_MILLISECONDS = 50;

class FileBackend implements StateBackend {
  readonly place: string;
  readonly #turns = new OneAtATime();
  readonly #options: FileBackendOptions;
  readonly #state: string;
  readonly #backup: string;
  readonly #journal: FileJournal;
  readonly #beside: JournalBeside;
  readonly #baseline: FileBaseline;
  readonly #lock: FileLock;
  /** The snapshot last read or written, so that an append need not read it again. */
  #known: { readonly stamp: string | undefined; readonly stored: StoredSnapshot | undefined } | undefined;

  constructor(options: FileBackendOptions) {
    this.#options = options;
    this.place = join(options.folder, accountSegment(options.account));
    this.#state = join(this.place, 'state.json');
    this.#backup = join(this.place, 'state.backup.json');
    this.#journal = new FileJournal(join(this.place, 'journal.jsonl'), join(this.place, 'journal.backup.jsonl'));
    this.#beside = new JournalBeside(this.#journal, this.#state, this.#backup);
    this.#baseline = new FileBaseline(join(this.place, 'baseline'));
    this.#lock = new FileLock(join(this.place, 'lock'));
  }

  async read({ withoutJournal = false }: ReadOptions = {}): Promise<StoredState> {
    await this.#checkPlace();
    this.#beside.mayBeMissing = withoutJournal;
    for (let attempt = 1; ; attempt++) {
      const before = await fileStamp(this.#state);
      const last = attempt === READ_ATTEMPTS;
      const result = await this.#readOnce().catch((error: unknown) => ({ error }));
      // Another run replaced the snapshot in between: snapshot, chunks and journal would not belong together.
      const moved = (await fileStamp(this.#state)) !== before;
      if (!moved || last) {
        if ('error' in result) throw result.error;
        return result;
      }
      await this.#options.clock.sleep(READ_PAUSE_MILLISECONDS);
    }
  }

  async lock(command: string, wait: LockWait): Promise<{ held: HeldLock; diagnostics: readonly Diagnostic[] }> {
    const { pid, randomId, clock } = this.#options;
    await this.#checkPlace();
    // Whatever was known under an earlier lock may have changed since.
    await this.#journal.close();
    try {
      const request = { id: randomId(8), command, clock, wait };
      const { record, diagnostics } = await acquireLock(this.#lock, await hostFacts(pid), request);
      const held = this.#lock.held(record);
      // Taken over, or the folder of the locks was removed: the holder did not notice.
      if (diagnostics.length > 0 || record.fence === 1) {
        await this.#fenceOff(record.id).catch(async (error: unknown) => {
          await held.release();
          throw error;
        });
      }
      return { held: { ...held, release: () => this.#release(held) }, diagnostics };
    } catch (error) {
      throw unwritable(error, join(this.place, 'lock'));
    }
  }

  async holder(): Promise<LockRecord | undefined> {
    await this.#checkPlace();
    const sight = await this.#lock.see();
    return sight.kind === 'held' ? sight.record : undefined;
  }

  async forceUnlock(): Promise<LockRecord | undefined> {
    await this.#checkPlace();
    const { pid, randomId, clock } = this.#options;
    const since = clock.now().toISOString();
    const by = { id: randomId(8), ...(await hostFacts(pid)), command: 'unlock --force', since };
    return this.#lock.force(by, () => this.#fenceOff(by.id));
  }

  /**
   * Under a lock that was taken from a run which may be alive: what that run is about to put in a place is gone, and what
   * it still writes goes into a file that is no one's. It looks at the lock after it made a file and before it puts it in
   * its place, so that it either did that before this, or cannot do it any more.
   */
  async #fenceOff(tag: string): Promise<void> {
    const names = await readdir(this.place).catch(() => []);
    for (const name of names) if (name.endsWith('.tmp')) await rm(join(this.place, name), { force: true });
    await this.#journal.detach(tag);
  }

  append(held: HeldLock, entries: readonly JournalEntry[], reserveBytes = 0): Promise<void> {
    return this.#turns.run(() => this.#append(held, entries, reserveBytes));
  }

  write(held: HeldLock, snapshot: Snapshot, baseline: Baseline, expectedSerial: number | undefined): Promise<void> {
    return this.#turns.run(() => this.#write(held, snapshot, baseline, expectedSerial));
  }

  async #checkPlace(): Promise<void> {
    const parts = [this.place, join(this.place, 'lock'), join(this.place, 'baseline')];
    await checkStatePlace(this.#options.folder, parts, this.#options.project);
  }

  async #append(held: HeldLock, entries: readonly JournalEntry[], reserveBytes: number): Promise<void> {
    // An open journal looks itself before it writes.
    if (!this.#journal.isOpen) await held.check();
    await this.#whileHeld(held, this.#journal.file, async () => {
      const stored = await this.#current();
      const folded = stored?.snapshot.sequence ?? 0;
      if (!this.#journal.isOpen) await this.#beside.open(held, stored);
      const own = this.#journal.last;
      // After its backup was put back, the snapshot continues in the backup of the journal.
      const last = own > folded ? own : ((await this.#beside.complete(undefined, folded)).at(-1)?.sequence ?? folded);
      assertFollows(entries, last, this.#journal.file);
      await this.#journal.append(held, entries, reserveBytes);
    });
  }

  async #write(
    held: HeldLock,
    snapshot: Snapshot,
    baseline: Baseline,
    expectedSerial: number | undefined,
  ): Promise<void> {
    await held.check();
    const before = await this.#current();
    assertReplaces(snapshot, before?.snapshot, expectedSerial, this.#options.account, this.#state);
    await this.#whileHeld(held, this.#state, async () => {
      await mkdir(this.place, { recursive: true });
      // What another run adds later is not this one's to remove.
      const old = await this.#baseline.names();
      const chunks = await this.#baseline.write(packBaseline(baseline), before?.chunks ?? []);
      const { text, chain } = await this.#beside.forFolding(held, before);
      const start = { after: snapshot.sequence, chain: chain.at(snapshot.sequence) ?? EMPTY_CHAIN };
      const stored = { snapshot, chunks, chain: start.chain };
      const tag = held.record.id;
      if (before !== undefined) await keepAs(this.#state, this.#backup, tag);
      await replaceFile(this.#state, snapshotText(stored), { tag, mayReplace: held.check });
      this.#known = { stamp: await fileStamp(this.#state), stored };
      await held.check();
      await this.#journal.dropThrough(held, text, start);
      await this.#baseline.removeOthers(old, [...chunks, ...(before?.chunks ?? [])]);
    });
  }

  /** What goes wrong without the lock goes wrong since it was lost: the files that it needed are another run's by now. */
  async #whileHeld(held: HeldLock, file: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      await held.check().catch((lost: unknown) => {
        // Where not even that can be told, the first error says more.
        if (lost instanceof Failure) throw lost;
      });
      throw unwritable(error, file);
    }
  }

  async #readOnce(): Promise<StoredState> {
    const stored = await this.#current();
    const baseline = await this.#baseline.read(stored?.chunks ?? [], stored?.snapshot.format ?? STATE_FORMAT);
    if ('what' in baseline) {
      throw damaged(
        { ...(await this.#storedPlace()), file: baseline.file },
        `It is a part of the baseline, and ${baseline.what}.`,
      );
    }
    const { text, warnings } = await this.#beside.read(stored);
    const first = text?.entries[0]?.sequence ?? (text?.chain?.start.after ?? 0) + 1;
    if (stored === undefined) await this.#assertNew(first);
    const folded = stored?.snapshot.sequence ?? 0;
    const journal = await this.#beside.complete(text, folded);
    const diagnostics = text?.torn === true ? [...warnings, this.#tornNote(text.end)] : warnings;
    return {
      snapshot: stored?.snapshot,
      baseline: stored === undefined ? EMPTY_BASELINE : baseline.baseline,
      journal: journal.filter(({ sequence }) => sequence > folded),
      diagnostics,
    };
  }

  /** No snapshot is a new state only if nothing speaks of an older one. */
  async #assertNew(first: number): Promise<void> {
    const place = await this.#storedPlace();
    if (place.backup !== undefined) throw damaged(place, 'It is missing, although its backup is there.');
    if (first > 1) throw damaged(place, `It is missing, although the journal continues after it (at number ${first}).`);
  }

  async #current(): Promise<StoredSnapshot | undefined> {
    const stamp = await fileStamp(this.#state);
    if (this.#known !== undefined && this.#known.stamp === stamp) return this.#known.stored;
    const bytes = await readIfPresent(this.#state);
    const stored = bytes === undefined ? undefined : await parseSnapshot(bytes, await this.#storedPlace());
    this.#known = { stamp, stored };
    return stored;
  }

  async #storedPlace(): Promise<StoredPlace> {
    const there = (await fileStamp(this.#backup)) !== undefined;
    return {
      file: this.#state,
      account: this.#options.account,
      backup: there
        ? `The state before the last write is in ${this.#backup}: copy it to ${this.#state}, and the journal restores what came after.`
        : undefined,
    };
  }

  #tornNote(end: number): Diagnostic {
    return diagnostic('journal-torn', {
      detail: `The last line of ${this.#journal.file} (from byte ${end}) is incomplete: a run was interrupted while it wrote it. It was left out; nothing that depends on it was sent.`,
    });
  }

  async #release(held: HeldLock): Promise<void> {
    await this.#journal.close();
    await held.release();
  }
}
