/**
 * A value inside Adwright: text, or lists and objects of text. Ids and prices are decimal text and never floats.
 * An image is an `ImageValue`; its bytes never enter a value.
 */
export type Value = string | readonly Value[] | { readonly [key: string]: Value };

/** The managed fields of one thing, by field name. A field that is absent is not managed. */
export type Values = Readonly<Record<string, Value>>;

/** A picture file as plan, journal and state know it. Two images are the same when `sha256` is. */
export interface ImageValue {
  readonly [key: string]: Value;
  /** Path relative to the project, with `/`. */
  readonly file: string;
  /** Type by content: `png`, `jpeg`, … */
  readonly type: string;
  readonly width: string;
  readonly height: string;
  /** Size of the file in bytes, as decimal text. */
  readonly bytes: string;
  /** Hex digest of the file's bytes. */
  readonly sha256: string;
}

export function isImageValue(value: Value | undefined): value is ImageValue {
  return typeof value === 'object' && !Array.isArray(value) && typeof (value as ImageValue).sha256 === 'string';
}
