import { createHash } from 'node:crypto';
import { type BaselineBuilder, DIGEST_LENGTH, type PackedBaseline } from '../model/baseline.js';

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
/** Up to this many digits, an id and its distance from the next fit into a number without rounding. */
const SAFE_DIGITS = 15;
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
  const bytes = Buffer.allocUnsafe(baseline.start(to) - baseline.start(from) + (to - from) * 8);
  let used = 0;
  let before = '0';
  let maskBefore = NO_MASK;
  for (let row = from; row < to; row++) {
    const id = baseline.idAt(row);
    used += bytes.write(distance(before, id), used, 'latin1');
    const mask = baseline.maskAt(row);
    if (mask !== maskBefore) used += bytes.write(`.${distance('0', String(mask))}`, used, 'latin1');
    maskBefore = mask;
    const start = baseline.digestStart(row);
    for (let at = start; at < start + DIGEST_LENGTH; at++) bytes[used++] = baseline.bytes[at] ?? 0;
    bytes[used++] = NEWLINE;
    before = id;
  }
  const text = bytes.subarray(0, used);
  const sha256 = createHash('sha256').update(text).digest('hex');
  return { reference: { first: baseline.idAt(from), count: to - from, sha256 }, bytes: text };
}

const NO_MASK = -1;

function distance(before: string, id: string): string {
  let digits = '';
  if (id.length <= SAFE_DIGITS) {
    for (let rest = Number(id) - Number(before); rest > 0; rest = Math.floor(rest / 64)) {
      digits = DIGITS.charAt(rest % 64) + digits;
    }
  } else {
    for (let rest = BigInt(id) - BigInt(before); rest > 0n; rest >>= 6n)
      digits = DIGITS.charAt(Number(rest & 63n)) + digits;
  }
  return digits;
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
  if (createHash('sha256').update(bytes).digest('hex') !== reference.sha256)
    return 'its content is not what was written';
  let before: number | bigint = 0;
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
    before = advance(before, bytes, at, id);
    into.addRow(String(before), mask, bytes, digest);
    at = end + 1;
    count++;
  }
  return count === reference.count ? undefined : `it holds ${count} marks instead of ${reference.count}`;
}

function advance(before: number | bigint, bytes: Uint8Array, from: number, to: number): number | bigint {
  if (typeof before === 'number' && before < 10 ** SAFE_DIGITS && to - from <= SAFE_DELTA_DIGITS) {
    return before + number(bytes, from, to);
  }
  let delta = 0n;
  for (let at = from; at < to; at++) delta = (delta << 6n) | BigInt(DIGIT_VALUES[bytes[at] ?? 0] ?? 0);
  return BigInt(before) + delta;
}

function number(bytes: Uint8Array, from: number, to: number): number {
  let value = 0;
  for (let at = from; at < to; at++) value = value * 64 + (DIGIT_VALUES[bytes[at] ?? 0] ?? 0);
  return value;
}
