/** What a file is by its first bytes; the name says nothing. Undefined: none of these. */
export function typeByContent(bytes: Uint8Array): string | undefined {
  const ascii = (from: number, to: number) => String.fromCharCode(...bytes.subarray(from, to));
  if (startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])) return 'png';
  if (startsWith(bytes, [0xff, 0xd8])) return 'jpeg';
  if (ascii(0, 4) === 'GIF8') return 'gif';
  if (ascii(0, 4) === 'RIFF') return ascii(8, 12) === 'WEBP' ? 'webp' : 'riff';
  if (ascii(0, 2) === 'BM') return 'bmp';
  if (startsWith(bytes, [0x49, 0x49, 0x2a, 0x00]) || startsWith(bytes, [0x4d, 0x4d, 0x00, 0x2a])) return 'tiff';
  if (ascii(4, 8) === 'ftyp') {
    const brand = ascii(8, 12);
    if (/^(heic|heix|hevc|heim|heis|mif1|msf1)$/.test(brand)) return 'heic';
    return /^(avif|avis)$/.test(brand) ? 'avif' : 'mp4';
  }
  if (startsWith(bytes, [0x50, 0x4b, 0x03, 0x04])) return 'zip';
  if (ascii(0, 5) === '%PDF-') return 'pdf';
  const head = ascii(0, 1000)
    .replace(/^\u00EF\u00BB\u00BF/, '')
    .trimStart()
    .toLowerCase();
  if (head.startsWith('<svg') || (head.startsWith('<?xml') && head.includes('<svg'))) return 'svg';
  if (head.startsWith('<!doctype html') || head.startsWith('<html') || head.startsWith('<head')) return 'html';
  return undefined;
}

const CALLED: Readonly<Record<string, string>> = {
  riff: 'a RIFF file (sound or video)',
  html: 'an HTML page (an error page, perhaps, that was saved as an image)',
  svg: 'SVG',
  zip: 'a ZIP archive',
  mp4: 'a video',
  pdf: 'a PDF document',
  jpeg: 'JPEG',
  heic: 'HEIC',
};

export function typeName(type: string | undefined): string {
  return type === undefined ? 'not an image of a known type' : (CALLED[type] ?? type.toUpperCase());
}

/** The type that a file name claims. */
export function typeByName(file: string): string | undefined {
  const extension = /\.([a-z0-9]+)$/i.exec(file)?.[1]?.toLowerCase();
  return extension === 'jpg' ? 'jpeg' : extension;
}

export function isLfsPointer(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 42)) === 'version https://git-lfs.github.com/spec/v1';
}

function startsWith(bytes: Uint8Array, start: readonly number[]): boolean {
  return start.every((byte, index) => bytes[index] === byte);
}
