import type { JournalEntry } from '../../model/state/journal.js';
import { chainOf, type JournalMark } from './journal-chain.js';
import { isJournalEntry } from './stored-schemas.js';

/** What one line says. */
export type JournalLine =
  /** Where the journal begins: what came before is in the snapshot. */
  | { readonly kind: 'start'; readonly start: JournalMark }
  /** `piece` is what the digest covers; lines of the earlier format have no digest of their own. */
  | {
      readonly kind: 'entries';
      readonly entries: readonly JournalEntry[];
      readonly piece: string;
      readonly chain?: string;
    };

const CHAINED = /^\{"chain":"([0-9a-f]{32})","(?:after":(\d{1,15})|entries":(\[.*\]))\}$/su;

export function startLine({ after, chain }: JournalMark): string {
  return `${JSON.stringify({ chain, after })}\n`;
}

/**
 * The entries of one append as one line, which is therefore whole or torn, with the running digest. What could not be read
 * back is not written: it would make the whole journal unreadable.
 */
export function journalLine(entries: readonly JournalEntry[], before: string): { text: string; mark: JournalMark } {
  for (const entry of entries) {
    const { sequence, type } = entry;
    if (isJournalEntry(entry)) continue;
    const what = `entry ${sequence} (${type})`;
    throw new Error(`the journal was not written, since it could not be read again: ${what} is malformed`);
  }
  const piece = JSON.stringify(entries);
  const chain = chainOf(before, piece);
  return {
    text: `{"chain":"${chain}","entries":${piece}}\n`,
    mark: { after: entries.at(-1)?.sequence ?? 0, chain },
  };
}

/** Undefined if the text is no line of a journal. */
export function readJournalLine(text: string): JournalLine | undefined {
  const line = text.trim();
  const [, chain, after, list] = CHAINED.exec(line) ?? [];
  if (chain !== undefined && after !== undefined) return { kind: 'start', start: { after: Number(after), chain } };
  const piece = list ?? line;
  let value: unknown;
  try {
    value = JSON.parse(piece);
  } catch {
    return undefined;
  }
  const entries: readonly unknown[] = Array.isArray(value) ? value : [value];
  if (entries.length === 0 || !entries.every((entry) => isJournalEntry(entry))) return undefined;
  return { kind: 'entries', entries, piece, ...(chain !== undefined && { chain }) };
}
