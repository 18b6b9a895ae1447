import type { ImageHeader } from './header-facts.js';

/** Markers without a length after them. */
const isBare = (marker: number) => marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8);
/** Frame headers; C4, C8 and CC are tables. */
const isFrame = (marker: number) =>
  marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;

/** Walks the segments of a JPEG up to its picture data: size and number of colour channels. */
export function readJpegHeader(bytes: Uint8Array): ImageHeader {
  let position = 2;
  while (position + 4 <= bytes.length) {
    if (bytes[position] !== 0xff) return { fault: 'its segments are out of order' };
    const marker = bytes[position + 1] ?? 0;
    if (marker === 0xff) {
      position++;
      continue;
    }
    if (isBare(marker)) {
      position += 2;
      continue;
    }
    const length = ((bytes[position + 2] ?? 0) << 8) | (bytes[position + 3] ?? 0);
    if (length < 2) return { fault: 'one of its segments has no length' };
    if (isFrame(marker)) {
      if (position + 10 > bytes.length) break;
      const height = ((bytes[position + 5] ?? 0) << 8) | (bytes[position + 6] ?? 0);
      const width = ((bytes[position + 7] ?? 0) << 8) | (bytes[position + 8] ?? 0);
      return { width, height, channels: bytes[position + 9] ?? 0 };
    }
    if (marker === 0xda || marker === 0xd9) return { fault: 'its picture data come before its header' };
    position += 2 + length;
  }
  return { fault: 'it ends before its header' };
}
