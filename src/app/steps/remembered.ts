import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { WrittenEntry } from '../../manifest/yaml/manifest-text.js';
import { type ImageValue, isImageValue, type Kind, nameOf, type StateEntry, type Value } from '../../model/index.js';

/** Where a picture is from the manifest that names it. */
export type PathOf = (file: string) => string;

/**
 * Things of a kind that cannot be read, as they were last applied. `known` are the ids of the parents that are exported, by
 * address: a thing without its parent would be another thing.
 */
export function rememberedEntries(
  kind: Kind,
  entries: Iterable<StateEntry>,
  known: ReadonlyMap<string, string | undefined>,
  pathOf: PathOf,
  diagnostics: Diagnostic[],
): readonly WrittenEntry[] {
  const all: WrittenEntry[] = [];
  for (const one of entries) {
    const { address, status, id, parentId } = one;
    const parent = kind.parentKind === undefined ? undefined : parentOf(kind.parentKind, address);
    const why =
      status !== 'settled'
        ? 'it is not known whether it was carried out'
        : parent !== undefined && !parent.endsWith(`/id:${parentId}`) && !known.has(parent)
          ? `the state has no ${parent}`
          : undefined;
    const written = why === undefined ? kind.rememberedEntry?.(one) : undefined;
    if (written === undefined) {
      const detail = `${address} is left out: ${why ?? 'it cannot be written'}.`;
      diagnostics.push(diagnostic('export-left-out', { detail, address }));
      continue;
    }
    const ownerId = parent === undefined ? id : (known.get(parent) ?? parentId);
    const fields = Object.entries(written.entry);
    all.push({
      ...written,
      entry: Object.fromEntries(fields.map(([field, value]) => [field, withPaths(value, pathOf)])),
      notes: Object.fromEntries(fields.map(([field, value]) => [field, imageNotes(value)])),
      ...(ownerId !== undefined && { ownerId }),
    });
  }
  return all;
}

/** The name of a child begins with that of its parent. */
function parentOf(parentKind: string, address: string): string {
  const name = nameOf(address);
  return `${parentKind}/${name.slice(0, name.lastIndexOf('/'))}`;
}

/** What the state has of each picture in a value, as a comment: the picture itself is in none. */
export function imageNotes(value: Value): readonly string[] {
  return imagesIn(value).map(
    ({ file, sha256 }) =>
      `The state keeps no pictures. This one was ${file}, SHA-256 ${sha256.slice(0, 16)}…: it has to be there.`,
  );
}

function imagesIn(value: Value): readonly ImageValue[] {
  if (typeof value === 'string') return [];
  return isImageValue(value) ? [value] : Object.values(value).flatMap((inside: Value) => imagesIn(inside));
}

function withPaths(value: Value, pathOf: PathOf): Value {
  if (typeof value === 'string') return value;
  if (isImageValue(value)) return pathOf(value.file);
  if (Array.isArray(value)) return value.map((inside: Value) => withPaths(inside, pathOf));
  return Object.fromEntries(Object.entries(value).map(([key, inside]) => [key, withPaths(inside, pathOf)]));
}
