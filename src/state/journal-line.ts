import type { JournalEntry } from '../model/journal.js';
import { chainOf, type JournalMark } from './journal-chain.js';
import { isStateEntry } from './snapshot-text.js';
import { isCount, isRecord, isText } from './stored-json.js';

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
 * The entries of one append as one line, which is thereby whole or torn, with the running digest. What could not be read
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
  if (entries.length === 0 || !entries.every(isJournalEntry)) return undefined;
  return { kind: 'entries', entries, piece, ...(chain !== undefined && { chain }) };
}

function isJournalEntry(value: unknown): value is JournalEntry {
  if (!isRecord(value) || !isCount(value['sequence']) || !isText(value['at'])) return false;
  switch (value['type']) {
    case 'run':
      return isText(value['run']);
    case 'intent':
      return (
        isText(value['attempt']) &&
        listOf(value['items'], (item) => isText(item['address']) && isCount(item['position']))
      );
    case 'sending':
      return isText(value['attempt']);
    case 'outcome':
      return isText(value['attempt']) && listOf(value['items'], isOutcomeItem);
    case 'put':
      return value['put'] === undefined || listOf(value['put'], isStateEntry);
    case 'baseline':
      return listOf(value['marks'], (mark) => isText(mark['id']) && isCount(mark['mask']) && isText(mark['digest']));
    default:
      return false;
  }
}

function isOutcomeItem({ fate, position, id, taskId }: Record<string, unknown>): boolean {
  const texts = [id, taskId].every((one) => one === undefined || isText(one));
  return isText(fate) && isCount(position) && texts;
}

function listOf(value: unknown, test: (item: Record<string, unknown>) => boolean): boolean {
  return Array.isArray(value) && value.every((item) => isRecord(item) && test(item));
}
