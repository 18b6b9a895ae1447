import type { FieldPath, FieldTable, ImageReference, SectionContext, Value, WithImages } from '../../model/index.js';

/** The same value with every image that was loaded in the place of its path; one that was refused leaves its path. */
export function withImages<Written>(value: Written, path: FieldPath, context: SectionContext): WithImages<Written>;
export function withImages(value: Value, path: FieldPath, context: SectionContext): Value {
  return loaded(value, path, context);
}

function loaded(value: Value, path: FieldPath, context: SectionContext): Value {
  if (typeof value === 'string') return context.image(path) ?? value;
  if (isList(value)) return value.map((item, index) => loaded(item, [...path, index], context));
  return Object.fromEntries(
    Object.entries(value).map(([key, inside]) => [key, loaded(inside, [...path, key], context)]),
  );
}

/** The image files that the fields of an entry name, one or a list of them. */
export function imagesOfFields(
  table: FieldTable,
  entry: Readonly<Record<string, unknown>>,
  path: FieldPath,
): readonly ImageReference[] {
  return Object.entries(table).flatMap(([name, { images: rule }]) => {
    const value = entry[name];
    if (rule === undefined || value === undefined) return [];
    if (!Array.isArray(value)) return [{ path: [...path, name], file: String(value), rule }];
    return value.map((file: unknown, index) => ({ path: [...path, name, index], file: String(file), rule }));
  });
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
