import { Failure } from '../../diagnostics/failure.js';
import type { RandomId, Snapshot } from '../../model/ports/ports.js';
import { packBaseline } from '../../model/state/baseline.js';
import type { JournalEntry } from '../../model/state/journal.js';
import type { Baseline } from '../../model/state/state.js';
import { cutChunks } from '../stored/baseline-chunks.js';
import { EMPTY_CHAIN, type JournalChain } from '../stored/journal-chain.js';
import { journalLine } from '../stored/journal-line.js';
import { type StoredSnapshot, snapshotText } from '../stored/snapshot-text.js';
import { assertFollows, assertReplaces } from '../stored/stored-order.js';
import type { Holding } from './holding.js';
import type { Blob, LogBlobs } from './log-blobs.js';
import type { LogCleaning } from './log-cleaning.js';
import type { JournalLineAt, LogReading } from './log-reading.js';
import type { NewHead } from './log-record.js';

/** What is stored, as the holder of the lock knows it. */
export interface Known {
  stored: StoredSnapshot | undefined;
  chain: JournalChain;
  lines: readonly JournalLineAt[];
  /** The blobs of the baseline's chunks, by the digests of the chunks. */
  chunks: Readonly<Record<string, string>>;
  /** The number of the snapshot; 0 without one. */
  at: number;
  /** Records below this number are known to be empty. */
  emptied: number;
}

export interface WritingPorts {
  readonly where: string;
  readonly account: string;
  readonly randomId: RandomId;
  readonly blobs: LogBlobs;
  readonly reading: LogReading;
  readonly cleaning: LogCleaning;
}

/** What the holder of the lock writes. One thing at a time. */
export class LogWriting {
  readonly #ports: WritingPorts;
  readonly #holding: Holding;
  readonly #tip: Known;
  /** Since the snapshot. */
  #added: JournalLineAt[] = [];

  constructor(ports: WritingPorts, holding: Holding, tip: Known) {
    this.#ports = ports;
    this.#holding = holding;
    this.#tip = tip;
  }

  async append(entries: readonly JournalEntry[]): Promise<void> {
    const { after, chain } = this.#tip.chain.end;
    assertFollows(entries, after, this.#ports.where);
    const { text, mark } = journalLine(entries, chain);
    const what = `Journal ${after + 1}: ${entries.map(({ type }) => type).join(', ')}`;
    await this.#holding.add({ type: 'entries', holder: this.#holding.record.id, what }, text);
    this.#tip.chain.add(mark);
    this.#added.push({ first: after + 1, last: mark.after, text });
  }

  /**
   * The blobs, and then the record that names them: a reader sees the old snapshot or the new one, each whole. The blobs
   * are announced first, so that those of a run that ends in between are known to the next one, which removes them.
   */
  async write(snapshot: Snapshot, baseline: Baseline, expectedSerial: number | undefined): Promise<void> {
    const { where, account, blobs, reading, cleaning } = this.#ports;
    const tip = this.#tip;
    assertReplaces(snapshot, tip.stored?.snapshot, expectedSerial, account, where);
    const { sequence, serial } = snapshot;
    const lines = [...tip.lines, ...this.#added].filter(({ last }) => last > sequence);
    const chain = tip.chain.from(lines[0] === undefined ? sequence : lines[0].first - 1);
    const salt = this.#ports.randomId(8);
    const { chunks, references, fresh } = this.#chunks(baseline, salt);
    const stored = { snapshot, chunks: references, chain: chain.at(sequence) ?? EMPTY_CHAIN };
    const state = blobs.blob(salt, Buffer.from([...snapshotText(stored)].join('')));
    const emptied = await cleaning.emptied(tip.at, tip.emptied);
    const { record } = this.#holding;
    const written = [...fresh, state];
    await this.#holding.add({ type: 'blobs', holder: record.id, blobs: written.map(({ digest }) => digest) });
    const body = lines.map(({ text }) => text).join('');
    const head = { type: 'snapshot' as const, lock: record, serial, state: state.digest, chunks, start: chain.start };
    const at = await this.#name(written, { ...head, emptied }, body);
    this.#added = [];
    Object.assign(tip, { stored, chain, lines, chunks, at, emptied } satisfies Known);
    reading.note(state.digest, stored);
    tip.emptied = await cleaning.clean(at, emptied, new Set([state.digest, ...Object.values(chunks)]));
  }

  /** A run that was taken over meanwhile takes its blobs along: the one that did so may have looked for them already. */
  async #name(written: readonly Blob[], head: NewHead, body: string): Promise<number> {
    const { blobs, cleaning } = this.#ports;
    try {
      await blobs.put(written);
      return await this.#holding.add(head, body);
    } catch (error) {
      if (error instanceof Failure && error.ending === 'locked')
        await cleaning.takeBack(written.map(({ digest }) => digest));
      throw error;
    }
  }

  /** Chunks that the snapshot before names are not written again. */
  #chunks(baseline: Baseline, salt: string) {
    const chunks: Record<string, string> = {};
    const fresh: Blob[] = [];
    const references = [];
    for (const { reference, bytes } of cutChunks(packBaseline(baseline), this.#tip.stored?.chunks ?? [])) {
      references.push(reference);
      const known = this.#tip.chunks[reference.sha256];
      if (known !== undefined) chunks[reference.sha256] = known;
      else {
        const blob = this.#ports.blobs.blob(salt, bytes);
        fresh.push(blob);
        chunks[reference.sha256] = blob.digest;
      }
    }
    return { chunks, references, fresh };
  }
}
