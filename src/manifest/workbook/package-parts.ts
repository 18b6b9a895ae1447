import { crc32 } from 'node:zlib';
import type { Entry, ZipFile } from 'yauzl';
import { damagedWorkbook, WorkbookFault } from './workbook-fault.js';

/** What unpacking may cost at the most: a small file can unpack to more than any machine holds. */
export interface UnpackLimits {
  readonly entries: number;
  /** Bytes of one part, and of all parts that are read. */
  readonly bytes: number;
  /** Unpacked bytes to one packed byte, of parts above `freeBytes`. */
  readonly ratio: number;
  readonly freeBytes: number;
}

export const UNPACK_LIMITS: UnpackLimits = {
  entries: 10_000,
  bytes: 500_000_000,
  ratio: 250,
  freeBytes: 4_000_000,
};

/** The parts of a workbook, which is a zip archive of XML files. */
export class PackageParts {
  readonly #zip: ZipFile;
  readonly #limits: UnpackLimits;
  readonly #entries: ReadonlyMap<string, Entry>;
  #unpacked = 0;

  private constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>, limits: UnpackLimits) {
    this.#zip = zip;
    this.#entries = entries;
    this.#limits = limits;
  }

  static async open(bytes: Uint8Array, limits: UnpackLimits): Promise<PackageParts> {
    const { fromBufferPromise } = await import('yauzl');
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    let zip: ZipFile;
    try {
      zip = await fromBufferPromise(buffer, { lazyEntries: true });
    } catch (error) {
      throw damagedWorkbook(`its end is missing (${words(error)})`);
    }
    if (zip.entryCount > limits.entries) throw tooMuch(`it has ${zip.entryCount} parts`);
    return new PackageParts(zip, await entriesOf(zip), limits);
  }

  has(part: string): boolean {
    return this.#entries.has(keyOf(part));
  }

  /** The bytes of a part, piece by piece. */
  async *read(part: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(keyOf(part));
    if (entry === undefined) throw damagedWorkbook(`its part ${part} is missing`);
    this.#checkSize(part, entry);
    let sum = 0;
    try {
      const stream = await this.#zip.openReadStreamPromise(entry);
      // The reader ends with an error where more or fewer bytes come than were announced.
      for await (const piece of stream as AsyncIterable<Buffer>) {
        sum = crc32(piece, sum);
        yield piece;
      }
    } catch (error) {
      throw error instanceof WorkbookFault
        ? error
        : damagedWorkbook(`its part ${part} cannot be unpacked (${words(error)})`);
    }
    if (sum !== entry.crc32) throw damagedWorkbook(`the checksum of its part ${part} is wrong`);
  }

  #checkSize(part: string, entry: Entry): void {
    const { uncompressedSize: size, compressedSize: packed } = entry;
    const { bytes, ratio, freeBytes } = this.#limits;
    if (entry.isEncrypted()) throw new WorkbookFault('The workbook is encrypted. Save it without a password.');
    this.#unpacked += size;
    if (this.#unpacked > bytes) throw tooMuch(`${part} unpacks to ${size} bytes`);
    if (size > freeBytes && size > packed * ratio)
      throw tooMuch(`${part} unpacks from ${packed} to ${size} bytes, far more than a list of values`);
  }
}

function entriesOf(zip: ZipFile): Promise<ReadonlyMap<string, Entry>> {
  const entries = new Map<string, Entry>();
  return new Promise((resolve, reject) => {
    zip.on('entry', (entry: Entry) => {
      const key = keyOf(entry.fileName);
      if (entries.has(key)) return reject(damagedWorkbook(`it has two parts ${entry.fileName}`));
      entries.set(key, entry);
      zip.readEntry();
    });
    zip.on('end', () => resolve(entries));
    zip.on('error', (error: Error) => reject(damagedWorkbook(`its list of parts cannot be read (${words(error)})`)));
    zip.readEntry();
  });
}

/** Names of parts are compared without letter case, and an absolute one begins with a slash. */
const keyOf = (part: string) => part.replace(/^\/+/, '').toLowerCase();

const words = (error: unknown) => (error instanceof Error ? error.message : String(error));

const tooMuch = (what: string) =>
  new WorkbookFault(`The workbook unpacks to too much: ${what}. Nothing was read. Save the list as CSV UTF-8.`);
