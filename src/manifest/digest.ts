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
    const parts = [address, id ?? '', desired, expected ?? '', parents ?? [], parentId ?? ''];
    block.push(canonicalText(parts));
    if (block.length === 1000) flush();
  }
  for (const { from, to } of moved) block.push(canonicalText(['moved', from, to]));
  for (const { address } of forgotten) block.push(canonicalText(['forgotten', address]));
  flush();
  return hash.digest('hex');
}

/** JSON with sorted keys. */
export function canonicalText(value: Value): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (isList(value)) return `[${value.map(canonicalText).join(',')}]`;
  const keys = Object.keys(value).sort();
  return `{${keys.map((key) => `${JSON.stringify(key)}:${canonicalText(value[key] ?? '')}`).join(',')}}`;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
