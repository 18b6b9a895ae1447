import type { Value } from '../../model/resource/value.js';
import { isImageValue } from '../../model/resource/value.js';
import { SHORT_HASH } from '../view/values.js';

/** An image in a document: what it is, never its bytes. */
export interface ImageDocument {
  readonly path: string;
  readonly type: string;
  /** Pixels, `225x126`. */
  readonly size: string;
  /** Bytes of the file, decimal text. */
  readonly bytes: string;
  /** The first 12 hex digits of its SHA-256. */
  readonly hash: string;
}

export type DocumentValue =
  | string
  | ImageDocument
  | readonly DocumentValue[]
  | { readonly [key: string]: DocumentValue };

/** Values as documents show them: text, lists, objects; images by path, type, size and a short hash. */
export function documentValue(value: Value): DocumentValue {
  if (typeof value === 'string') return value;
  if (isImageValue(value)) {
    return {
      path: value.file,
      type: value.type,
      size: `${value.width}x${value.height}`,
      bytes: value.bytes,
      hash: value.sha256.slice(0, SHORT_HASH),
    };
  }
  if (Array.isArray(value)) return value.map((item: Value) => documentValue(item));
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, documentValue(item)]));
}
