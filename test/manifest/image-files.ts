import { crc32, deflateSync } from 'node:zlib';
import type { JpegOptions } from 'sharp';
import sharp from 'sharp';

const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

export function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const frame = Buffer.alloc(8 + body.length);
  frame.writeUInt32BE(data.length, 0);
  body.copy(frame, 4);
  frame.writeUInt32BE(crc32(body) >>> 0, 4 + body.length);
  return frame;
}

function ihdr(width: number, height: number, interlace = 0): Buffer {
  const data = Buffer.alloc(13);
  data.writeUInt32BE(width, 0);
  data.writeUInt32BE(height, 4);
  data.set([8, 2, 0, 0, interlace], 8);
  return chunk('IHDR', data);
}

/** A PNG made by hand: `extra` stands between header and data. */
export function png(width: number, height: number, extra: readonly Buffer[] = []): Buffer {
  const rows = Buffer.alloc((width * 3 + 1) * height, 0);
  return Buffer.concat([
    SIGNATURE,
    ihdr(width, height),
    ...extra,
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** The header of a PNG and nothing after it. */
export function pngHeader(width: number, height: number): Buffer {
  return Buffer.concat([SIGNATURE, ihdr(width, height), chunk('IEND', Buffer.alloc(0)), Buffer.alloc(100)]);
}

export function jpeg(width: number, height: number, options: JpegOptions = {}): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#47a' } })
    .jpeg(options)
    .toBuffer();
}

/** A JPEG that does not compress well. */
export function noise(width: number, height: number): Promise<Buffer> {
  const pixels = Buffer.from(Array.from({ length: width * height * 3 }, (_, index) => (index * 7919) % 251));
  return sharp(pixels, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: 100 })
    .toBuffer();
}

/** Puts a segment right after the start mark of a JPEG. */
export function withSegment(file: Buffer, marker: number, data: Buffer): Buffer {
  const head = Buffer.from([0xff, marker, (data.length + 2) >> 8, (data.length + 2) & 0xff]);
  return Buffer.concat([file.subarray(0, 2), head, data, file.subarray(2)]);
}

/** A file of exactly this many bytes: the picture, and a text part that fills it up. */
export function pngOfBytes(width: number, height: number, bytes: number): Buffer {
  const bare = png(width, height).length;
  return png(width, height, [chunk('tEXt', Buffer.alloc(bytes - bare - 12, 'x'))]);
}
