import { promisify } from 'node:util';

/** What a coding needs besides its name. */
interface Coding {
  readonly undo: 'gunzip' | 'inflate' | 'inflateRaw' | 'brotliDecompress';
  /** Whether the bytes begin as this coding's do; where they do not, a proxy may have undone it and left its name. */
  readonly fits: (body: Buffer) => boolean;
}

const GZIP: Coding = { undo: 'gunzip', fits: (body) => body[0] === 0x1f && body[1] === 0x8b };
const ZLIB: Coding = {
  undo: 'inflate',
  fits: (body) => ((body[0] ?? 0) & 0x0f) === 8 && body.readUInt16BE(0) % 31 === 0,
};
/** Some servers call this `deflate`; it has no beginning of its own, and JSON is not sent so. */
const RAW: Coding = { undo: 'inflateRaw', fits: (body) => !isText(body) };
const BROTLI: Coding = { undo: 'brotliDecompress', fits: (body) => !isText(body) };

const CODINGS: Readonly<Record<string, readonly Coding[]>> = {
  gzip: [GZIP],
  'x-gzip': [GZIP],
  deflate: [ZLIB, RAW],
  br: [BROTLI],
};

/** The first byte of JSON, XML and HTML, and of white space before it. */
const isText = (body: Buffer) => /^[\s{["<]/.test(body.toString('latin1', 0, 1));

export class CompressionProblem extends Error {}

/**
 * The body of a reply without its compression. Services were seen to compress although they were not asked to, also
 * without saying so. The result has at most `most` bytes; more, a damaged body or an unknown coding is a
 * `CompressionProblem`.
 */
export async function decompress(body: Buffer, encoding: string | undefined, most: number): Promise<Buffer> {
  const named = (encoding ?? '')
    .toLowerCase()
    .split(',')
    .map((one) => one.trim());
  const codings = named.filter((one) => one !== '' && one !== 'identity').reverse();
  let plain = body;
  for (const name of codings) plain = await undo(plain, name, CODINGS[name], most);
  return codings.length === 0 && GZIP.fits(plain) ? undo(plain, 'gzip', [GZIP], most) : plain;
}

async function undo(body: Buffer, name: string, codings: readonly Coding[] | undefined, most: number): Promise<Buffer> {
  if (codings === undefined)
    throw new CompressionProblem(`its compression ${JSON.stringify(name.slice(0, 20))} is not supported`);
  const coding = body.length < 2 ? undefined : codings.find((one) => one.fits(body));
  if (coding === undefined) return body;
  const zlib = await import('node:zlib');
  try {
    return await promisify<Buffer, object, Buffer>(zlib[coding.undo])(body, { maxOutputLength: most });
  } catch (error) {
    const tooLarge = error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE';
    throw new CompressionProblem(
      tooLarge ? `decompressed it is larger than ${most} bytes` : `its compression (${name}) is damaged`,
    );
  }
}
