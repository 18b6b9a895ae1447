import sharp from 'sharp';

type Format = 'png' | 'jpeg' | 'gif' | 'webp';

/** A real image as base64. With `bytes`, data after its end make it exactly that long: decoders stop before them. */
export async function image(format: Format, width: number, height: number, bytes?: number): Promise<string> {
  const background = { r: width % 256, g: height % 256, b: 128 };
  const made = await sharp({ create: { width, height, channels: 3, background } })
    .toFormat(format)
    .toBuffer();
  if (bytes === undefined) return made.toString('base64');
  return Buffer.concat([made, Buffer.alloc(bytes - made.length)]).toString('base64');
}

export const PNG = (width: number, height: number, bytes?: number) => image('png', width, height, bytes);
