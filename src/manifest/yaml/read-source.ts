import { type PlainMap, put } from '../source/plain-map.js';
import { SourceText } from '../source/source-text.js';
import type { ParsedSource } from './parse.js';
import { PlainDocument, type StretchFinder } from './plain-document.js';
import { type PlainText, readPlain, type Stretch } from './plain-reader.js';

/** Above this part of a text in stretches, `yaml` had better read it as a whole. */
const MOST_IN_STRETCHES = 0.5;
const SMALL = 2_000;

/** `yaml` and the code around it, loaded once some text needs it. */
type Parser = typeof import('./parse.js');

/**
 * Reads the YAML text of one file. What is in the plain form is read by a small reader, stretches of anything else by
 * `yaml`; and with the least doubt about one of them `yaml` reads the whole, so that every fault is found by it.
 */
export async function readSource(file: string, text: string): Promise<ParsedSource> {
  return new SourceReader().read(file, text);
}

/** Reads texts, and can read one a second time without a wait. */
export class SourceReader {
  #parser: Parser | undefined;

  async read(file: string, text: string): Promise<ParsedSource> {
    const plain = plainOf(text);
    if (plain !== undefined && plain.stretches.length === 0) return readWhole(file, text, plain);
    this.#parser ??= await import('./parse.js');
    return readWith(this.#parser, file, text, plain);
  }

  /** For a text that this reader read before: whatever it needs is loaded. */
  again(file: string, text: string): ParsedSource {
    const plain = plainOf(text);
    if (plain !== undefined && plain.stretches.length === 0) return readWhole(file, text, plain);
    if (this.#parser === undefined) throw new Error(`${file} was not read before`);
    return readWith(this.#parser, file, text, plain);
  }
}

function plainOf(text: string): PlainText | undefined {
  return text.includes('\\') && (text.includes('\\u') || text.includes('\\U')) ? undefined : readPlain(text);
}

function readWhole(file: string, text: string, plain: PlainText): ParsedSource {
  return { documents: [new PlainDocument(new SourceText(file, text), plain, undefined)], diagnostics: [] };
}

function readWith(parser: Parser, file: string, text: string, plain: PlainText | undefined): ParsedSource {
  const { parseSource, parseStretch, stretchRange, stretchSlot } = parser;
  if (plain === undefined || !worthwhile(plain, text)) return parseSource(file, text);
  for (const stretch of plain.stretches) {
    const read = parseStretch(text, stretch.from, stretch.to);
    if (read === undefined || !fill(plain.value, stretch, read.value)) return parseSource(file, text);
  }
  const finder: StretchFinder = {
    range: (from, to, path, onKey) => stretchRange(text, from, to, path, onKey),
    slot: (from, to, path, find) => stretchSlot(text, from, to, path, find),
  };
  return { documents: [new PlainDocument(new SourceText(file, text), plain, finder)], diagnostics: [] };
}

function worthwhile({ stretches }: PlainText, text: string): boolean {
  let length = 0;
  for (const { from, to } of stretches) length += to - from;
  return text.length > SMALL && length <= text.length * MOST_IN_STRETCHES;
}

/** Puts what a stretch says where it belongs; false where it is not what was expected there. */
function fill(value: PlainMap, { key, index }: Stretch, read: unknown): boolean {
  if (index !== undefined) {
    if (!Array.isArray(read) || read.length !== 1) return false;
    (value[key] as unknown[])[index] = read[0];
    return true;
  }
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return false;
  const entries = Object.entries(read);
  const [only] = entries;
  if (only === undefined || entries.length !== 1 || only[0] !== key) return false;
  put(value, key, only[1]);
  return true;
}
