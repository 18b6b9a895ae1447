import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { ImageRule } from '../../model/index.js';

/** What a decoded image is like: as stored, and as shown once its orientation mark is honoured. */
export interface ImageFacts {
  readonly bytes: number;
  readonly stored: Size;
  readonly shown: Size;
  /** EXIF: 1 is upright. */
  readonly orientation: number;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

type Found = (code: DiagnosticCode, detail: string) => void;

/** Checks size, ratio and bytes. Where the service's reading of the orientation matters, both readings must pass. */
export function checkImageRule(rule: ImageRule, facts: ImageFacts, found: Found): boolean {
  let sound = checkBytes(rule, facts.bytes, found);
  const stored = dimensionFault(rule, facts.stored);
  const shown = dimensionFault(rule, facts.shown);
  const turned = facts.orientation > 1;
  const both = `stored ${name(facts.stored)}, shown ${name(facts.shown)}`;
  if (stored !== undefined || shown !== undefined) {
    const where = turned ? ` The file is ${both} (EXIF orientation ${facts.orientation}).` : '';
    found('image-dimensions', `${stored ?? shown}${where}`);
    sound = false;
  } else if (turned) {
    found('image-turned', `EXIF orientation ${facts.orientation}: ${both}.`);
  }
  return sound;
}

function dimensionFault(rule: ImageRule, { width, height }: Size): string | undefined {
  const size = `${width}x${height}`;
  const { minWidth = 0, minHeight = 0, maxWidth = Infinity, maxHeight = Infinity, ratio } = rule;
  if (width < minWidth || height < minHeight) return `At least ${minWidth}x${minHeight} pixels; this has ${size}.`;
  if (width > maxWidth || height > maxHeight) return `At most ${maxWidth}x${maxHeight} pixels; this has ${size}.`;
  if (ratio === undefined) return undefined;
  const here = width / height;
  if (here >= ratio.min && here <= ratio.max) return undefined;
  return `Width by height from ${ratio.min} to ${ratio.max}; this is ${size}, ${here.toFixed(3)}.`;
}

function checkBytes(rule: ImageRule, bytes: number, found: Found): boolean {
  const { maxBytes } = rule;
  if (maxBytes === undefined) return true;
  if (bytes > maxBytes) {
    found('image-bytes', `At most ${maxBytes} bytes; this has ${bytes}.`);
    return false;
  }
  const strict = decimalReading(maxBytes);
  if (bytes > strict) {
    const detail = `${bytes} bytes: within ${maxBytes}, over ${strict}, and the interface does not say which it means.`;
    found('image-bytes-near-limit', detail);
  }
  return true;
}

/** "100K" read with thousands: 100,000 for 102,400. */
function decimalReading(bytes: number): number {
  if (bytes % 1_048_576 === 0) return (bytes / 1_048_576) * 1_000_000;
  return bytes % 1024 === 0 ? (bytes / 1024) * 1000 : bytes;
}

function name({ width, height }: Size): string {
  return `${width}x${height}`;
}
