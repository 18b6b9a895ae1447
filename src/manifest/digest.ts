import { createHash } from 'node:crypto';
import type { Forgotten, Moved, Resource, Value } from '../model/index.js';

/**
 * SHA-256 over what the manifests mean: resources in order with their values and the digests of their images. Keys of
 * maps are sorted, so that neither layout nor comments nor the place in a file count.
 */
export function meaningDigest(
  resources: Iterable<Resource>,
  moved: readonly Moved[],
  forgotten: readonly Forgotten[],
): string {
  const hash = createHash('sha256');
  let block: string[] = [];
  const flush = () => {
    hash.update(block.join('\n'));
    hash.update('\n');
    block = [];
  };
  for (const { address, id, desired, expected, parents, parentId } of resources) {
    block.push(framed([address, id ?? '', desired, expected ?? '', parents ?? [], parentId ?? '']));
    if (block.length === 1000) flush();
  }
  for (const { from, to } of moved) block.push(framed(['moved', from, to]));
  for (const { address } of forgotten) block.push(framed(['forgotten', address]));
  flush();
  return hash.digest('hex');
}

/** A text that only equal values have: each text behind its length, keys in order. Cheaper than JSON, which looks at each character. */
function framed(value: Value): string {
  if (typeof value === 'string') return `${value.length}:${value}`;
  if (isList(value)) return `[${value.map(framed).join('')}]`;
  let text = '{';
  for (const key of sortedKeys(value)) text += framed(key) + framed(value[key] ?? '');
  return `${text}}`;
}

/** Keys in order, by the list of keys as it stands: a million keywords have only a few such lists. */
const orders = new Map<string, readonly string[]>();
const MOST_ORDERS = 1000;

function sortedKeys(value: Readonly<Record<string, Value>>): readonly string[] {
  const keys = Object.keys(value);
  const list = keys.join('\n');
  const known = orders.get(list);
  if (known !== undefined && known.length === keys.length) return known;
  keys.sort();
  // A line break inside a key could make two lists look like one.
  if (orders.size < MOST_ORDERS && !keys.some((key) => key.includes('\n'))) orders.set(list, keys);
  return keys;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
