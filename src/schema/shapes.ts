/**
 * Builders of JSON Schemas for documents that Adwright writes and reads back. Their type is that of the document: a key
 * that the type has and the schema lacks does not compile, else what Adwright writes with it would be refused.
 */
export interface Shape {
  readonly type?: string | readonly string[] | undefined;
  readonly [keyword: string]: unknown;
}

/** The word for a value in messages. */
export const EXPECTED = 'expected';

export const anyText: Shape = { type: 'string' };
export const text: Shape = { type: 'string', minLength: 1 };
export const truth: Shape = { type: 'boolean' };
export const count: Shape = { type: 'integer', minimum: 0, maximum: Number.MAX_SAFE_INTEGER };
/** A moment as `toISOString` writes it. */
export const time: Shape = {
  type: 'string',
  pattern:
    '^[0-9]{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12][0-9]|3[01])T(?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\\.[0-9]+)?)?Z$',
  [EXPECTED]: 'a time',
};

export function hexDigest(digits: number): Shape {
  return { type: 'string', pattern: `^[0-9a-f]{${digits}}$`, [EXPECTED]: 'a digest' };
}

export function oneOf(words: Iterable<unknown>): Shape {
  return { enum: [...words] };
}

export function listOf(items: Shape): Shape {
  return { type: 'array', items };
}

/** A map whose keys are someone else's names. */
export function mapOf(values: Shape): Shape {
  return { type: 'object', additionalProperties: values };
}

type OptionalKey<T> = { [Key in keyof T]-?: object extends Pick<T, Key> ? Key : never }[keyof T];
type Shapes<Key extends PropertyKey> = Readonly<Record<Key, Shape>>;

/** A map with these keys; `optional` ones may be absent. There may be no others unless it is `open`. */
export function shape<T>(
  required: Shapes<Exclude<keyof T, OptionalKey<T>>>,
  optional: Shapes<OptionalKey<T>>,
  { open = false } = {},
): Shape {
  const names = Object.keys(required);
  return {
    type: 'object',
    ...(names.length > 0 && { required: names }),
    properties: { ...required, ...optional },
    ...(!open && { additionalProperties: false }),
  };
}

/** One of some maps that differ in the text under `key`. */
export function variants(key: string, shapes: readonly Shape[]): Shape {
  return { type: 'object', discriminator: { propertyName: key }, required: [key], oneOf: shapes };
}

/** Text, or lists and maps of text. The schema that holds it needs `PLAIN_VALUES` besides its own keywords. */
export const plainValue: Shape = { $ref: '#/$defs/plain' };
export const PLAIN_VALUES = {
  $defs: { plain: { type: ['string', 'array', 'object'], items: plainValue, additionalProperties: plainValue } },
} as const;
