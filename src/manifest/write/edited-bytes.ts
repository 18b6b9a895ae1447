import { TextDecoder } from 'node:util';
import type { PlacedEdit } from './edit-manifests.js';

/** The text of a file, with the line ends that it has, and where its lines begin. */
export interface FileText {
  readonly text: string;
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

/** Decodes what was read before; the mark at the start stays a character of the first line, which `column` does not count. */
export function fileText(bytes: Uint8Array, edits: readonly PlacedEdit[]): FileText {
  const encoding = edits.find((edit) => edit.encoding !== undefined)?.encoding;
  const text = new TextDecoder(encoding ?? 'utf-8', { ignoreBOM: true }).decode(bytes);
  const starts = [text.startsWith('\uFEFF') ? 1 : 0];
  for (const { index, 0: end } of text.matchAll(/\r\n?|\n/g)) starts.push(index + end.length);
  return { text, encoding, starts, lineEnd: /\r\n?|\n/.exec(text)?.[0] ?? '\n' };
}

/** The bytes, which say `file`, with the edits, which are in order. Every byte outside of them stays. */
export async function editedBytes(bytes: Uint8Array, file: FileText, edits: readonly PlacedEdit[]): Promise<Buffer> {
  const { encoding } = file;
  const encode = encoding === undefined ? utf8 : await gb18030();
  const at = encoding === undefined ? utf8Cursor(file.text) : gb18030Cursor(bytes);
  const pieces: Uint8Array[] = [];
  let done = 0;
  for (const { place, text } of edits) {
    const from = at(offsetOf(file, place.line, place.column));
    pieces.push(bytes.subarray(done, from), encode(text.replaceAll('\n', file.lineEnd)));
    done = at(offsetOf(file, place.endLine, place.endColumn));
  }
  pieces.push(bytes.subarray(done));
  return Buffer.concat(pieces);
}

function offsetOf({ starts }: FileText, line: number, column: number): number {
  return (starts[line - 1] ?? 0) + column - 1;
}

const utf8 = (text: string) => Buffer.from(text, 'utf8');

/** Bytes before a character, asked for in order. */
type Cursor = (offset: number) => number;

function utf8Cursor(text: string): Cursor {
  let offset = 0;
  let byte = 0;
  return (wanted) => {
    byte += Buffer.byteLength(text.slice(offset, wanted), 'utf8');
    offset = wanted;
    return byte;
  };
}

function gb18030Cursor(bytes: Uint8Array): Cursor {
  let offset = 0;
  let byte = 0;
  return (wanted) => {
    while (offset < wanted) {
      const [first = 0, second = 0] = [bytes[byte], bytes[byte + 1]];
      const width = first < 0x80 ? 1 : second >= 0x30 && second <= 0x39 ? 4 : 2;
      // Four bytes from 0x90 on are a character of two units.
      offset += width === 4 && first >= 0x90 ? 2 : 1;
      byte += width;
    }
    return byte;
  };
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
