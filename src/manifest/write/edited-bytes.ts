import { TextDecoder } from 'node:util';
import type { PlacedEdit } from './edit-manifests.js';

/** The bytes of a file, and where its lines begin in them: it is never decoded as a whole. */
export interface FileText {
  readonly bytes: Buffer;
  /** Where it is not UTF-8. */
  readonly encoding: PlacedEdit['encoding'];
  readonly starts: readonly number[];
  /** What ends a line of it. */
  readonly lineEnd: string;
}

/** A character cannot be written in the encoding of the file. */
export class NotInEncoding extends Error {
  override readonly name = 'NotInEncoding';
}

const LF = 0x0a;
const CR = 0x0d;
const MARK = Buffer.from('\uFEFF');

/** In neither encoding is a line end a part of another character. `column` does not count the mark at the start. */
export function fileText(content: Uint8Array, edits: readonly PlacedEdit[]): FileText {
  const encoding = edits.find((edit) => edit.encoding !== undefined)?.encoding;
  const bytes = Buffer.from(content.buffer, content.byteOffset, content.length);
  const starts = [encoding === undefined && bytes.subarray(0, MARK.length).equals(MARK) ? MARK.length : 0];
  let lineEnd: string | undefined;
  const returns = bytes.includes(CR);
  for (let at = nextEnd(bytes, 0, returns); at >= 0; at = nextEnd(bytes, starts.at(-1) ?? 0, returns)) {
    const width = bytes[at] === CR && bytes[at + 1] === LF ? 2 : 1;
    lineEnd ??= bytes.toString('latin1', at, at + width);
    starts.push(at + width);
  }
  return { bytes, encoding, starts, lineEnd: lineEnd ?? '\n' };
}

function nextEnd(bytes: Buffer, from: number, returns: boolean): number {
  if (!returns) return bytes.indexOf(LF, from);
  for (let at = from; at < bytes.length; at++) if (bytes[at] === LF || bytes[at] === CR) return at;
  return -1;
}

/** A line without its end; lines count from 1. */
export function lineOf({ bytes, encoding, starts }: FileText, line: number): string {
  const start = starts[line - 1];
  if (start === undefined) return '';
  let end = starts[line] ?? bytes.length;
  while (end > start && (bytes[end - 1] === LF || bytes[end - 1] === CR)) end--;
  return encoding === undefined
    ? bytes.toString('utf8', start, end)
    : new TextDecoder(encoding).decode(bytes.subarray(start, end));
}

/** The bytes with the edits, which are in order. Every byte outside of them stays. */
export async function editedBytes(file: FileText, edits: readonly PlacedEdit[]): Promise<Buffer> {
  const { bytes, encoding } = file;
  const encode = encoding === undefined ? utf8 : await gb18030();
  const pieces: Uint8Array[] = [];
  let done = 0;
  for (const { place, text } of edits) {
    const from = offsetOf(file, place.line, place.column);
    pieces.push(bytes.subarray(done, from), encode(text.replaceAll('\n', file.lineEnd)));
    done = offsetOf(file, place.endLine, place.endColumn);
  }
  pieces.push(bytes.subarray(done));
  return Buffer.concat(pieces);
}

function offsetOf(file: FileText, line: number, column: number): number {
  const start = file.starts[line - 1] ?? 0;
  if (file.encoding === undefined) return start + Buffer.byteLength(lineOf(file, line).slice(0, column - 1), 'utf8');
  return start + gb18030Length(file.bytes, start, column - 1);
}

const utf8 = (text: string) => Buffer.from(text, 'utf8');

/** How many bytes the next so many units of text take. */
function gb18030Length(bytes: Uint8Array, start: number, units: number): number {
  let byte = start;
  for (let unit = 0; unit < units; ) {
    const [first = 0, second = 0] = [bytes[byte], bytes[byte + 1]];
    const width = first < 0x80 ? 1 : second >= 0x30 && second <= 0x39 ? 4 : 2;
    // Four bytes from 0x90 on are a character of two units.
    unit += width === 4 && first >= 0x90 ? 2 : 1;
    byte += width;
  }
  return byte - start;
}

/** Node decodes GB18030 and does not encode it. What does not come back as it was is refused. */
async function gb18030(): Promise<(text: string) => Uint8Array> {
  const { default: iconv } = await import('iconv-lite');
  const decoder = new TextDecoder('gb18030');
  return (text) => {
    const bytes = iconv.encode(text, 'gb18030');
    if (decoder.decode(bytes) !== text) throw new NotInEncoding(`${JSON.stringify(text)} cannot be written in GB18030`);
    return bytes;
  };
}
