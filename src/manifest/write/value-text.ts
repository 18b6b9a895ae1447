import { type Slot, type TableCell, tableCell, type Value, type WordSets } from '../../model/index.js';
import { NOTHING as NO_VALUE, unguarded } from '../table/cell-text.js';
import { flowText, quotedText } from '../yaml/manifest-text.js';

/** The new value in the style of the old one: its quotes, its brackets, its words. */
export function textFor(value: Value, { written, within, place }: Slot, words: WordSets = []): string {
  if (typeof within === 'object')
    return cellText(inWordsOf(value, bareCell(written), within.column, words), written, within.separator);
  if (typeof value !== 'string') return listText(value, written, within, place.column);
  return scalarText(value, written, within);
}

/** A value of YAML for a field that is new to its entry. */
export function newValueText(value: Value, within: 'block' | 'flow'): string {
  return typeof value === 'string' ? scalarText(value, '', within) : flowText(value);
}

function scalarText(value: string, written: string, within: 'block' | 'flow'): string {
  const first = written[0];
  const oneLine = !/[\p{C}\p{Zl}\p{Zp}]/u.test(value);
  if (first === "'" && oneLine) return `'${value.replaceAll("'", "''")}'`;
  if (first === '"') return quotedText(value);
  if (isPlain(value, within)) return value;
  return first === undefined || !oneLine ? flowText(value) : quotedText(value);
}

/** Texts that every YAML reader takes for the same text without quotes; Adwright takes no text for anything else. */
const PLAIN = /^[\p{L}\p{N}/](?:[\p{L}\p{M}\p{N}_./=%+~@?&(){}!*$;-]|[:#](?=[\p{L}\p{N}/])| (?=[\p{L}\p{N}]))*$/u;
const NOTHING = /^(?:null|~)$/i;

function isPlain(value: string, within: 'block' | 'flow'): boolean {
  return PLAIN.test(value) && !NOTHING.test(value) && (within === 'block' || !/[{}]/.test(value));
}

/** A list of texts: in brackets, or an item a line under the first one. */
function listText(value: Exclude<Value, string>, written: string, within: 'block' | 'flow', column: number): string {
  if (!Array.isArray(value) || within === 'flow' || !written.startsWith('- ') || value.length === 0)
    return flowText(value);
  const dash = `\n${' '.repeat(column - 1)}- `;
  return `- ${value.map((one: Value) => (typeof one === 'string' ? scalarText(one, '', 'block') : flowText(one))).join(dash)}`;
}

/** What a cell says without its quotes and marks. */
function bareCell(written: string): string {
  return unguarded((written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written).trim());
}

/** A cell that says nothing has no words of its own: it takes those of the first cell of its column that has some. */
function inWordsOf(value: Value, old: string, column: TableCell['column'], words: WordSets): string {
  const text = typeof value === 'string' ? value : (value as readonly Value[]).join('|');
  if (words.length === 0) return text;
  const setOf = (cell: string) => words.find((one) => Object.hasOwn(one, cell));
  const isBare = old === '' || old === NO_VALUE;
  const set = isBare ? firstFound(column(), (cell) => setOf(unguarded(cell))) : setOf(old);
  return Object.entries(set ?? {}).find(([, meaning]) => meaning === text)?.[0] ?? text;
}

function firstFound<From, To>(all: Iterable<From>, find: (one: From) => To | undefined): To | undefined {
  for (const one of all) {
    const found = find(one);
    if (found !== undefined) return found;
  }
  return undefined;
}

function cellText(text: string, written: string, separator: string): string {
  const cell = tableCell(text);
  const quoted = written.startsWith('"') || cell.includes(separator) || /["\n\r]|^\s|\s$/.test(cell);
  return quoted ? `"${cell.replaceAll('"', '""')}"` : cell;
}
