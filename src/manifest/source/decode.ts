import { TextDecoder } from 'node:util';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { inFile } from './report.js';

export type Decoded =
  | { readonly text: string; readonly note?: Diagnostic; readonly encoding?: 'gb18030' }
  | { readonly fault: Diagnostic };

/** Bytes of a manifest to text: UTF-8 with or without a mark, every line end `\n`. Anything else is refused. */
export function decodeUtf8(file: string, bytes: Uint8Array): Decoded {
  const wide = utf16(bytes);
  if (wide !== undefined) return { fault: wrong(file, 0, `The file looks like ${wide}.`) };
  const text = strictly('utf-8', bytes);
  if (text !== undefined) return { text: lines(text) };
  const offset = firstInvalidUtf8(bytes);
  const guess = looksChinese(strictly('gb18030', bytes))
    ? 'The file is probably GBK or GB18030.'
    : 'The rest may well be UTF-8: look at this one place.';
  const byte = (bytes[offset] ?? 0).toString(16).toUpperCase().padStart(2, '0');
  return { fault: wrong(file, offset, `Byte 0x${byte} at offset ${offset} is not UTF-8. ${guess}`, bytes) };
}

/** Bytes of a keyword file to text: UTF-8 if they are, else GB18030, and the note says so; or the stated encoding. */
export function decodeTable(file: string, bytes: Uint8Array, stated: 'utf-8' | 'gb18030' | undefined): Decoded {
  if (stated === 'utf-8') return decodeUtf8(file, bytes);
  const wide = utf16(bytes);
  if (wide !== undefined) return { fault: wrong(file, 0, `The file looks like ${wide}.`) };
  if (stated === undefined) {
    const text = strictly('utf-8', bytes);
    if (text !== undefined) return { text: lines(text) };
  }
  const text = strictly('gb18030', bytes);
  if (text === undefined) {
    const detail = stated === undefined ? 'It is neither UTF-8 nor GB18030.' : 'It is not GB18030 as stated.';
    return { fault: wrong(file, firstInvalidUtf8(bytes), detail) };
  }
  const note = diagnostic('encoding-taken', { source: { file, line: 1, column: 1 } });
  const read = { text: lines(text), encoding: 'gb18030' } as const;
  return stated === undefined ? { ...read, note } : read;
}

function wrong(file: string, offset: number, detail: string, bytes?: Uint8Array): Diagnostic {
  if (bytes === undefined) return inFile(file, 'wrong-encoding', { detail });
  let line = 1;
  let start = 0;
  for (let index = 0; index < offset; index++) {
    if (bytes[index] === 0x0a) {
      line++;
      start = index + 1;
    }
  }
  const column = new TextDecoder('utf-8').decode(bytes.subarray(start, offset)).length + 1;
  return diagnostic('wrong-encoding', { detail, source: { file, line, column } });
}

/** A mark, or a zero in every other byte, gives UTF-16 away. */
function utf16(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'UTF-16 (little-endian, with a mark), as PowerShell writes it';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'UTF-16 (big-endian, with a mark)';
  const head = bytes.subarray(0, 64);
  let zeros = 0;
  for (const byte of head) if (byte === 0) zeros++;
  return head.length >= 4 && zeros * 3 > head.length ? 'UTF-16 without a mark' : undefined;
}

/** Decodes or gives nothing; the mark at the start is taken off. */
function strictly(encoding: 'utf-8' | 'gb18030', bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) return undefined;
    throw error;
  }
}

function lines(text: string): string {
  return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** Offset of the first byte that no UTF-8 text could hold there. */
function firstInvalidUtf8(bytes: Uint8Array): number {
  let low = 0;
  let high = bytes.length;
  // A stream decoder accepts a prefix that ends inside a character, so validity of prefixes is monotonous.
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (isPrefix(bytes.subarray(0, middle))) low = middle;
    else high = middle - 1;
  }
  while (low > 0 && low < bytes.length && ((bytes[low] ?? 0) & 0xc0) === 0x80 && isTail(bytes, low)) low--;
  return Math.min(low, Math.max(0, bytes.length - 1));
}

/** Whether the byte before `index` belongs to the same, broken, character. */
function isTail(bytes: Uint8Array, index: number): boolean {
  return !isPrefixWhole(bytes.subarray(0, index));
}

function isPrefix(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}

function isPrefixWhole(bytes: Uint8Array): boolean {
  return strictly('utf-8', bytes) !== undefined;
}

/** Mostly common Chinese characters among what is not ASCII: then the reading is likely right. */
function looksChinese(text: string | undefined): boolean {
  if (text === undefined) return false;
  const others = text.match(/[^\p{ASCII}]/gu)?.length ?? 0;
  const common = text.match(/[\u4E00-\u9FFF\u3000-\u303F\uFF00-\uFFEF]/g)?.length ?? 0;
  return others > 0 && common >= others * 0.8;
}
