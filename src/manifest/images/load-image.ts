import { createHash } from 'node:crypto';
import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { ImageRule, ImageType, ImageValue } from '../../model/index.js';
import type { ManifestFiles } from '../files/file-system.js';
import { accessProblem } from '../files/file-system.js';
import { quoted } from '../source/suggest.js';
import { readImageHeader } from './image-header.js';
import type { ImageFacts } from './image-rules.js';
import { isLfsPointer, typeByContent, typeByName, typeName } from './image-type.js';

/** Larger files cannot be meant: the largest the interface takes has 2M. */
const MOST_BYTES = 20_971_520;
/** Decoding is refused above this, whatever the file's size. */
const MOST_PIXELS = 40_000_000;

/** A finding about the file itself, no matter what refers to it. */
export interface ImageFinding {
  readonly code: DiagnosticCode;
  readonly detail: string;
}

export interface LoadedImage {
  readonly findings: readonly ImageFinding[];
  /** Absent when the file is refused. */
  readonly image?: { readonly value: ImageValue; readonly facts: ImageFacts; readonly type: ImageType };
}

/** Reads and decodes one image file; rules about its size and type are checked elsewhere. */
export async function loadImage(
  root: string,
  file: string,
  size: number,
  rule: ImageRule,
  files: ManifestFiles,
): Promise<LoadedImage> {
  const refuse = (code: DiagnosticCode, detail: string): LoadedImage => ({ findings: [{ code, detail }] });
  if (size === 0) return refuse('image-broken', `${quoted(file)} is empty.`);
  const most = Math.max(MOST_BYTES, rule.maxBytes ?? 0);
  if (size > most) {
    return refuse(
      'image-bytes',
      `${quoted(file)} has ${size} bytes; at most ${rule.maxBytes ?? MOST_BYTES} are taken.`,
    );
  }
  let bytes: Uint8Array;
  try {
    bytes = await files.read(root, file, most);
  } catch (error) {
    return refuse('source-unreadable', `${quoted(file)}: ${accessProblem(error)}`);
  }
  if (isLfsPointer(bytes)) return refuse('image-lfs-pointer', `${quoted(file)} holds only a pointer.`);
  const type = typeByContent(bytes);
  if (!isDecoded(type)) {
    return refuse('image-type', `${quoted(file)} is ${typeName(type)}. Taken: ${rule.types.map(typeName).join(', ')}.`);
  }
  const header = type === 'png' || type === 'jpeg' ? readImageHeader(type, bytes) : {};
  const { width, height } = header;
  if (width !== undefined && height !== undefined) {
    if (width === 0 || height === 0 || width * height > MOST_PIXELS) {
      const detail = `${quoted(file)} declares ${width}x${height} pixels; at most ${MOST_PIXELS} pixels are decoded.`;
      return refuse('image-pixels', detail);
    }
  }
  if (header.fault !== undefined) return refuse('image-broken', `${quoted(file)}: ${header.fault}.`);
  const decoded = await decode(bytes);
  if ('fault' in decoded) return refuse('image-broken', `${quoted(file)}: ${decoded.fault}.`);
  const findings: ImageFinding[] = [];
  const claimed = typeByName(file);
  if (claimed !== undefined && claimed !== type) {
    findings.push({ code: 'image-name', detail: `${quoted(file)} is ${typeName(type)}.` });
  }
  if (header.channels === 4) {
    findings.push({ code: 'image-colour', detail: `${quoted(file)} is CMYK/YCCK, export as RGB.` });
  }
  const { moving, ...seen } = decoded;
  if (moving || header.animated === true) {
    findings.push({ code: 'image-animated', detail: `${quoted(file)} is an animated ${typeName(type)}.` });
  }
  const facts = { bytes: bytes.length, ...seen };
  const value: ImageValue = {
    file,
    type,
    width: String(decoded.stored.width),
    height: String(decoded.stored.height),
    bytes: String(bytes.length),
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  return { findings, image: { value, facts, type } };
}

const DECODED: readonly (string | undefined)[] = ['jpeg', 'png', 'gif', 'webp'] satisfies ImageType[];

function isDecoded(type: string | undefined): type is ImageType {
  return DECODED.includes(type);
}

interface Decoded extends Omit<ImageFacts, 'bytes'> {
  /** It holds several frames; of an animated PNG only its header tells. */
  readonly moving: boolean;
}

/** Unpacks the whole picture, so that what is cut off or scrambled shows; only a thumbnail is kept. */
async function decode(bytes: Uint8Array): Promise<Decoded | { readonly fault: string }> {
  const { default: sharp } = await import('sharp');
  try {
    const image = sharp(bytes, { failOn: 'truncated', limitInputPixels: MOST_PIXELS, sequentialRead: true });
    const metadata = await image.metadata();
    await image.resize(8, 8, { fit: 'fill', kernel: 'nearest', fastShrinkOnLoad: false }).raw().toBuffer();
    const stored = { width: metadata.width, height: metadata.height };
    const orientation = metadata.orientation ?? 1;
    const shown = orientation >= 5 ? { width: stored.height, height: stored.width } : stored;
    return { stored, shown, orientation, moving: (metadata.pages ?? 1) > 1 };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : undefined;
    return { fault: `it cannot be decoded${reason === undefined ? '' : ` (${reason.trim()})`}` };
  }
}
