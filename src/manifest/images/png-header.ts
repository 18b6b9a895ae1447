import { crc32 } from 'node:zlib';
import type { ImageHeader } from './header-facts.js';

const SIGNATURE = 8;
const CHUNK_FRAME = 12;

/** Walks the chunks of a PNG: size, animation, and whether it is whole. Nothing is unpacked. */
export function readPngHeader(bytes: Uint8Array): ImageHeader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let header: { width: number; height: number } | undefined;
  let animated = false;
  let sawData = false;
  let position = SIGNATURE;
  while (position + CHUNK_FRAME <= bytes.length) {
    const length = view.getUint32(position);
    const name = String.fromCharCode(...bytes.subarray(position + 4, position + 8));
    const end = position + CHUNK_FRAME + length;
    if (end > bytes.length) return { fault: `it ends inside its ${name} part`, ...header };
    const sum = crc32(bytes.subarray(position + 4, end - 4));
    if (sum !== view.getUint32(end - 4)) return { fault: `the checksum of its ${name} part is wrong`, ...header };
    if (name === 'IHDR' && length >= 8) {
      header = { width: view.getUint32(position + 8), height: view.getUint32(position + 12) };
    }
    if (header === undefined) return { fault: 'it does not start with a header' };
    // The standard puts acTL before the first IDAT; after it readers ignore it.
    if (name === 'acTL' && !sawData) animated = true;
    if (name === 'IDAT') sawData = true;
    if (name === 'IEND') return sawData ? { ...header, animated } : { fault: 'it holds no picture', ...header };
    position = end;
  }
  return { fault: 'it ends before its end mark', ...header };
}
