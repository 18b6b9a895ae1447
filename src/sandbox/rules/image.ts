import { createHash } from 'node:crypto';
import { accepted, type Checked, refused } from '../call/refusal.js';

/** What an image really is, from its decoded bytes. */
export interface DecodedImage {
  readonly sha256: string;
  readonly bytes: number;
  /** `jpeg`, `png`, … */
  readonly format: string;
  readonly width: number;
  readonly height: number;
}

export interface ImageLimits {
  readonly formats?: readonly string[];
  readonly maxBytes?: number;
  readonly min?: readonly [width: number, height: number];
  readonly max?: readonly [width: number, height: number];
  /** Width to height in hundredths, both ends included. */
  readonly ratio?: readonly [least: number, most: number];
}

const JPEG_PNG = ['jpeg', 'png'];

/** The image rules of addRichCreatives and addAppTask. K is 1,024 bytes and M is 1,024 K. */
export const IMAGE_RULES = {
  /** Showcases and app icons: base64 of an image; the interface states no more. */
  any: {},
  game: { formats: JPEG_PNG, maxBytes: 100 * 1024, min: [121, 75], max: [363, 225] },
  cover: { formats: JPEG_PNG, maxBytes: 2 * 1024 * 1024, ratio: [169, 181] },
  copyright: { formats: JPEG_PNG, maxBytes: 2 * 1024 * 1024 },
} as const satisfies Record<string, ImageLimits>;

/** Decodes base64 and reads the image for real. */
export async function readImage(base64: string, rule: ImageLimits, what: string): Promise<Checked<DecodedImage>> {
  if (base64.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) {
    return refused('imageRefused', `${what} is not base64`);
  }
  const bytes = Buffer.from(base64, 'base64');
  const { default: sharp } = await import('sharp');
  // sharp rejects what it cannot read, whatever the reason: for the service it is not an image.
  const { format, width, height } = await sharp(bytes, { limitInputPixels: false })
    .metadata()
    .catch(() => ({ format: undefined, width: 0, height: 0 }));
  if (format === undefined) return refused('imageRefused', `${what} is not an image`);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const facts: DecodedImage = { sha256, bytes: bytes.length, format, width, height };
  const fault = imageFault(facts, rule);
  return fault === undefined ? accepted(facts) : refused('imageRefused', `${what} ${fault}`);
}

function imageFault({ format, bytes, width, height }: DecodedImage, rule: ImageLimits): string | undefined {
  const size = `${width}x${height}`;
  if (rule.formats !== undefined && !rule.formats.includes(format)) return `is ${format}, must be JPG, JPEG or PNG`;
  if (rule.maxBytes !== undefined && bytes > rule.maxBytes) return `has ${bytes} bytes, at most ${rule.maxBytes}`;
  if (rule.min && (width < rule.min[0] || height < rule.min[1])) return `is ${size}, at least ${rule.min.join('x')}`;
  if (rule.max && (width > rule.max[0] || height > rule.max[1])) return `is ${size}, at most ${rule.max.join('x')}`;
  if (rule.ratio && !ratioWithin(width, height, rule.ratio)) return `is ${size}, the ratio must be 1.69 to 1.81`;
  return undefined;
}

/** In whole numbers, so that 1.69 and 1.81 themselves are inside. */
export function ratioWithin(width: number, height: number, [least, most]: readonly [number, number]): boolean {
  return width * 100 >= least * height && width * 100 <= most * height;
}
