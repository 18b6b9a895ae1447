import { createHash } from 'node:crypto';
import type { Forgotten, Moved, Resource, Value } from '../../model/index.js';

/** Takes resources in order; equal digests come from equal meanings alone. */
export interface MeaningHash {
  add(resource: Resource): void;
  /** SHA-256 in hex. Nothing can be added after it. */
  digest(): string;
}

/** Code units that are gathered before they are hashed. */
const BLOCK = 1 << 15;

/**
 * A hash over what resources mean: their addresses, values, and the digests of their images. Keys of maps are sorted, so
 * that neither layout nor comments nor the place in a file count.
 */
export function meaningHash(): MeaningHash {
  const units = new UnitHash();
  let digest: string | undefined;
  return {
    add({ address, id = '', desired, expected = '', parents = NONE, parentId = '' }) {
      units.text(address);
      units.text(id);
      units.value(desired);
      units.value(expected);
      units.value(parents);
      units.text(parentId);
    },
    digest() {
      digest ??= units.digest();
      return digest;
    },
  };
}

const NONE: readonly string[] = [];

/**
 * SHA-256 over everything the manifests mean. Kinds whose lists may be read page by page are hashed by themselves, since
 * their rows come last; the order within is that of the manifests.
 */
export function meaningDigest(
  others: MeaningHash,
  rows: MeaningHash,
  moved: readonly Moved[],
  forgotten: readonly Forgotten[],
): string {
  const units = new UnitHash();
  units.value([others.digest(), rows.digest()]);
  for (const { from, to } of moved) units.value(['moved', from, to]);
  for (const { address } of forgotten) units.value(['forgotten', address]);
  return units.digest();
}

/**
 * SHA-256 over the code units of values, framed so that only equal values give equal units: each text after its length,
 * lists and maps after a sign and their length. Texts are copied unit by unit, which costs less than joining and encoding them.
 */
class UnitHash {
  readonly #hash = createHash('sha256');
  readonly #block = new Uint16Array(BLOCK);
  #used = 0;
  /** Most lists of keys have an order that is the one they are in, or was that of one just before. */
  #lastKeys: readonly string[] = [];
  #lastOrder: readonly string[] = [];

  value(value: Value): void {
    if (typeof value === 'string') this.text(value);
    else if (isList(value)) {
      this.#frame(LIST, value.length);
      for (const one of value) this.value(one);
    } else {
      const keys = this.#sortedKeys(value);
      this.#frame(MAP, keys.length);
      for (const key of keys) {
        this.text(key);
        this.value(value[key] ?? '');
      }
    }
  }

  text(text: string): void {
    this.#frame(TEXT, text.length);
    if (this.#used + text.length > BLOCK) this.#flush();
    if (text.length > BLOCK) this.#hash.update(text, 'utf16le');
    else {
      const block = this.#block;
      let used = this.#used;
      for (let at = 0; at < text.length; at++) block[used++] = text.charCodeAt(at);
      this.#used = used;
    }
  }

  digest(): string {
    this.#flush();
    return this.#hash.digest('hex');
  }

  #sortedKeys(value: Readonly<Record<string, Value>>): readonly string[] {
    const keys = Object.keys(value);
    if (keys.length < 2) return keys;
    if (sameList(keys, this.#lastKeys)) return this.#lastOrder;
    this.#lastKeys = keys;
    this.#lastOrder = [...keys].sort();
    return this.#lastOrder;
  }

  #frame(sign: number, length: number): void {
    if (this.#used + 3 > BLOCK) this.#flush();
    this.#block[this.#used++] = sign;
    this.#block[this.#used++] = length & 0xffff;
    this.#block[this.#used++] = length >>> 16;
  }

  #flush(): void {
    this.#hash.update(this.#block.subarray(0, this.#used));
    this.#used = 0;
  }
}

const TEXT = 0;
const LIST = 1;
const MAP = 2;

function sameList(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false;
  return true;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
