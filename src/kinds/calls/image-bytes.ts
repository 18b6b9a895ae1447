import type { ImageValue, ProjectFiles, Value, Values } from '../../model/index.js';
import { isImageValue } from '../../model/index.js';

/** Every image inside a value, in order. */
function imagesIn(value: Value | undefined): readonly ImageValue[] {
  if (value === undefined || typeof value === 'string') return [];
  if (isImageValue(value)) return [value];
  return Object.values(value).flatMap((inner: Value) => imagesIn(inner));
}

/** About what the images take in a form body: base64 is 4/3 of the bytes, and 3 of its 65 characters take three bytes. */
export function encodedImageBytes(value: Value | undefined): number {
  let bytes = 0;
  for (const image of imagesIn(value)) bytes += Math.ceil((Number(image.bytes) * 4) / 3) * 1.1;
  return Math.ceil(bytes);
}

type Fields = Readonly<Record<string, unknown>>;

/** The value with each image replaced by its base64, read and made now: it is not kept. */
export function withBase64(value: Values, files: ProjectFiles): Promise<Fields>;
export function withBase64(value: Value, files: ProjectFiles): Promise<unknown>;
export async function withBase64(value: Value, files: ProjectFiles): Promise<unknown> {
  if (typeof value === 'string') return value;
  if (isImageValue(value)) return files.readBase64(value.file, value.sha256);
  if (isList(value)) return Promise.all(value.map((inner) => withBase64(inner, files)));
  const entries = Object.entries(value).map(async ([key, inner]) => [key, await withBase64(inner, files)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

/** The value with each image left empty: what the rest of it takes in a body can then be measured without reading files. */
export function withoutImages(value: Values): Fields;
export function withoutImages(value: Value): unknown;
export function withoutImages(value: Value): unknown {
  if (typeof value === 'string') return value;
  if (isImageValue(value)) return '';
  if (isList(value)) return value.map((inner) => withoutImages(inner));
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, withoutImages(inner)]));
}

const isList = (value: Value): value is readonly Value[] => Array.isArray(value);
