import type { ImageHeader } from './header-facts.js';
import { readJpegHeader } from './jpeg-header.js';
import { readPngHeader } from './png-header.js';

export function readImageHeader(type: 'png' | 'jpeg', bytes: Uint8Array): ImageHeader {
  return type === 'png' ? readPngHeader(bytes) : readJpegHeader(bytes);
}
