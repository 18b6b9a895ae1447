import { hash } from 'node:crypto';
import { type BaselineBuilder, DIGEST_LENGTH, type PackedBaseline } from '../../model/state/baseline.js';
import { RunningId } from '../../model/state/running-id.js';

/** One piece of the stored baseline, as the snapshot names it. The piece is stored under its digest. */
export interface ChunkReference {
  readonly first: string;
  readonly count: number;
  readonly sha256: string;
}

export interface Chunk {
  readonly reference: ChunkReference;
  readonly bytes: Uint8Array;
}

const MOST_MARKS = 16_384;
/** New chunks are left with room, so that a few more keywords do not split them at once. */
const FILL = 12_288;
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
const DIGIT_VALUES = Int8Array.from({ length: 256 }, (_, code) => DIGITS.indexOf(String.fromCharCode(code)));
const NEWLINE = 10;
/** In format 2, what comes before a mask. It is none of the digits. */
const DOT = 46;
const DIGIT_CODES = Uint8Array.from(DIGITS, (digit) => digit.charCodeAt(0));
/** Up to this many digits of base 64, a distance fits into a number without rounding. */
const SAFE_DELTA_DIGITS = 8;

export function chunkName({ sha256 }: ChunkReference): string {
  return `${sha256}.txt`;
}

/**
 * Cuts a baseline into chunks along the borders of the chunks stored before, so that a changed mark changes one chunk.
 * A chunk that grew too large is split; small neighbours are joined.
 */
export function* cutChunks(baseline: PackedBaseline, before: readonly ChunkReference[]): Generator<Chunk> {
  const borders = before.slice(1).map(({ first }) => baseline.rowOf(first));
  for (const [from, to] of joinSmall([0, ...borders, baseline.size])) {
    const parts = to - from > MOST_MARKS ? Math.ceil((to - from) / FILL) : 1;
    for (let part = 0; part < parts; part++) {
      const start = from + Math.floor(((to - from) * part) / parts);
      const end = from + Math.floor(((to - from) * (part + 1)) / parts);
      if (end > start) yield chunkOf(baseline, start, end);
    }
  }
}

function joinSmall(borders: readonly number[]): [number, number][] {
  const ranges: [number, number][] = [];
  for (let index = 1; index < borders.length; index++) {
    const to = borders[index] ?? 0;
    const last = ranges.at(-1);
    const from = last?.[1] ?? 0;
    if (last !== undefined && to - last[0] <= FILL / 2) last[1] = to;
    else ranges.push([from, to]);
  }
  return ranges;
}

/**
 * One line a mark: the distance of its id from the one before (base 64), digest. Between the two are a dot and the mask
 * (base 64) where it is not that of the line before: mostly all things of an account have the same fields managed.
 */
function chunkOf(baseline: PackedBaseline, from: number, to: number): Chunk {
  const rows = baseline.bytes;
  const bytes = Buffer.allocUnsafe(baseline.start(to) - baseline.start(from) + (to - from) * 8);
  let used = 0;
  let before: number | bigint = 0;
  let maskBefore = NO_MASK;
  for (let row = from; row < to; row++) {
    const id: number | bigint = baseline.idNumberAt(row) ?? BigInt(baseline.idAt(row));
    used =
      typeof id === 'number' ? putNumber(bytes, used, id - Number(before)) : putLong(bytes, used, id - BigInt(before));
    before = id;
    const mask = baseline.maskAt(row);
    if (mask !== maskBefore) {
      bytes[used++] = DOT;
      used = putNumber(bytes, used, mask);
      maskBefore = mask;
    }
    const start = baseline.digestStart(row);
    for (let at = start; at < start + DIGEST_LENGTH; at++) bytes[used++] = rows[at] ?? 0;
    bytes[used++] = NEWLINE;
  }
  const text = bytes.subarray(0, used);
  const sha256 = hash('sha256', text, 'hex');
  return { reference: { first: baseline.idAt(from), count: to - from, sha256 }, bytes: text };
}

const NO_MASK = -1;

/** Writes the number in base 64, nothing for 0, and says where the text ends. No string is made: there may be a million. */
function putNumber(bytes: Uint8Array, used: number, value: number): number {
  let end = used;
  for (let rest = value; rest >= 1; rest /= 64) end++;
  let rest = value;
  for (let at = end - 1; at >= used; at--) {
    bytes[at] = DIGIT_CODES[rest % 64] ?? 0;
    rest = Math.floor(rest / 64);
  }
  return end;
}

function putLong(bytes: Uint8Array, used: number, value: bigint): number {
  let end = used;
  for (let rest = value; rest > 0n; rest >>= 6n) end++;
  let rest = value;
  for (let at = end - 1; at >= used; at--) {
    bytes[at] = DIGIT_CODES[Number(rest & 63n)] ?? 0;
    rest >>= 6n;
  }
  return end;
}

/**
 * Adds a chunk's marks to `into`; says what is wrong with the chunk, if anything. Chunks come in the order of their ids.
 * Format 1 has one digit of mask in each line, without a dot.
 */
export function readChunk(
  bytes: Uint8Array,
  reference: ChunkReference,
  format: number,
  into: BaselineBuilder,
): string | undefined {
  if (hash('sha256', bytes, 'hex') !== reference.sha256) return 'its content is not what was written';
  const running = new RunningId();
  let at = 0;
  let count = 0;
  let mask = NO_MASK;
  while (at < bytes.length) {
    let end = at;
    while (end < bytes.length && bytes[end] !== NEWLINE) end++;
    const digest = end - DIGEST_LENGTH;
    let id = digest;
    if (format === 1) id = digest - 1;
    else for (let dot = at + 1; dot < digest && id === digest; dot++) if (bytes[dot] === DOT) id = dot;
    if (id < digest) mask = number(bytes, format === 1 ? id : id + 1, digest);
    if (end === bytes.length || id <= at || mask < 0) return `line ${count + 1} is malformed`;
    advance(running, bytes, at, id);
    into.addRow(running, mask, bytes, digest);
    at = end + 1;
    count++;
  }
  return count === reference.count ? undefined : `it holds ${count} marks instead of ${reference.count}`;
}

function advance(id: RunningId, bytes: Uint8Array, from: number, to: number): void {
  if (to - from <= SAFE_DELTA_DIGITS) return id.add(number(bytes, from, to));
  let distance = 0n;
  for (let at = from; at < to; at++) distance = (distance << 6n) | BigInt(DIGIT_VALUES[bytes[at] ?? 0] ?? 0);
  id.addLong(distance);
}

function number(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 64 + (DIGIT_VALUES[bytes[at] ?? 0] ?? 0);
  return value;
}
