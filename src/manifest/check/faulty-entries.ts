import type { FieldPath, ManifestSection } from '../../model/index.js';
import { ROLE_KEYWORD } from '../../model/kind/schema-types.js';
import { isPlainMap } from '../source/plain-map.js';
import type { FaultyEntry, SectionPart } from './entries.js';
import { childSchema, type SchemaNode } from './schema-node.js';

/** A text in an entry that names something else. */
export interface WrittenName {
  readonly path: FieldPath;
  readonly name: string;
}

/** The entries of a section's value that are not among those that were accepted; none where such entries name nothing. */
export function faultyEntries(
  section: ManifestSection,
  value: unknown,
  base: FieldPath,
  { indexes, rejected }: Pick<SectionPart, 'indexes' | 'rejected'>,
): readonly FaultyEntry[] {
  if (section.references === undefined && section.images === undefined) return [];
  const { items, additionalProperties } = section.schema as SchemaNode;
  const schema = items ?? (typeof additionalProperties === 'object' ? additionalProperties : {});
  if (Array.isArray(value)) {
    if (indexes === undefined) return [];
    const kept = new Set(indexes);
    return value.flatMap((entry: unknown, index) =>
      kept.has(index) ? [] : [{ path: [...base, index], schema, value: entry }],
    );
  }
  if (!isPlainMap(value)) return [];
  return rejected.map((name) => ({ path: [...base, name], schema, value: value[name] }));
}

/** The names that a faulty entry gives in a field that lists names. */
export function namesIn({ value, path }: FaultyEntry, field: string): readonly WrittenName[] {
  const names: unknown = isPlainMap(value) && Object.hasOwn(value, field) ? value[field] : undefined;
  if (typeof names === 'string') return [{ path: [...path, field], name: names }];
  if (!Array.isArray(names)) return [];
  return names.flatMap((name: unknown, index) =>
    typeof name === 'string' && name !== '' ? [{ path: [...path, field, index], name }] : [],
  );
}

/** The image files that a faulty entry names, wherever its schema has one. */
export function imagesIn({ schema, value, path }: FaultyEntry): readonly WrittenName[] {
  if (typeof value === 'string') {
    return schema[ROLE_KEYWORD] === 'image' && value !== '' ? [{ path, name: value }] : [];
  }
  if (Array.isArray(value)) {
    const { items = {} } = schema;
    return value.flatMap((item: unknown, index) => imagesIn({ schema: items, value: item, path: [...path, index] }));
  }
  if (!isPlainMap(value)) return [];
  return Object.entries(value).flatMap(([key, inside]) => {
    const child = childSchema(schema, value, key);
    return child === undefined ? [] : imagesIn({ schema: child, value: inside, path: [...path, key] });
  });
}
