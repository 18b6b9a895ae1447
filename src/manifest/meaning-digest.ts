import { createHash } from 'node:crypto';
import type { Forgotten, Moved, Resource, Value } from '../model/index.js';

/** Takes resources in order; equal digests come from equal meanings alone. */
export interface MeaningHash {
  add(resource: Resource): void;
  /** SHA-256 in hex. Nothing can be added after it. */
  digest(): string;
}

/** Letters that are gathered before they are hashed. */
const BLOCK = 1 << 16;

/**
 * A hash over what resources mean: their addresses, values, and the digests of their images. Keys of maps are sorted, so
 * that neither layout nor comments nor the place in a file count.
 */
export function meaningHash(): MeaningHash {
  const hash = createHash('sha256');
  let block = '';
  let digest: string | undefined;
  return {
    add({ address, id = '', desired, expected, parents, parentId }) {
      block += `${framedText(address)}${framedText(id)}${framed(desired)}${expected === undefined ? '-' : framed(expected)}`;
      if (parents !== undefined || parentId !== undefined) block += framed([...(parents ?? []), parentId ?? '']);
      block += '\n';
      if (block.length < BLOCK) return;
      hash.update(block);
      block = '';
    },
    digest() {
      digest ??= hash.update(block).digest('hex');
      return digest;
    },
  };
}

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
  const hash = createHash('sha256');
  hash.update(framed([others.digest(), rows.digest()]));
  for (const { from, to } of moved) hash.update(framed(['moved', from, to]));
  for (const { address } of forgotten) hash.update(framed(['forgotten', address]));
  return hash.digest('hex');
}

const framedText = (text: string) => `${text.length}:${text}`;

/** A text that only equal values have: each text behind its length, keys in order. Cheaper than JSON, which looks at each character. */
function framed(value: Value): string {
  if (typeof value === 'string') return framedText(value);
  if (isList(value)) return `[${value.map(framed).join('')}]`;
  let text = '{';
  for (const key of sortedKeys(value)) text += framedText(key) + framed(value[key] ?? '');
  return `${text}}`;
}

/** Keys in order. Most lists of keys have an order that is the one they are in, or was that of one just before. */
let lastKeys: readonly string[] = [];
let lastOrder: readonly string[] = [];

function sortedKeys(value: Readonly<Record<string, Value>>): readonly string[] {
  const keys = Object.keys(value);
  if (keys.length < 2) return keys;
  if (sameList(keys, lastKeys)) return lastOrder;
  [lastKeys, lastOrder] = [keys, [...keys].sort()];
  return lastOrder;
}

function sameList(left: readonly string[], right: readonly string[]): boolean {
  if (left.length !== right.length) return false;
  for (let at = 0; at < left.length; at++) if (left[at] !== right[at]) return false;
  return true;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
