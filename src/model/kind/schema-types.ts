import type {
  SchemaOptions,
  Static,
  TArray,
  TObject,
  TOptional,
  TProperties,
  TSchema,
  TUnsafe,
} from '@sinclair/typebox';

/**
 * Builders for the manifest schemas: TypeBox at compile time, plain objects at run time, since loading TypeBox costs
 * more than the rest of a short command. A manifest holds only texts, lists and maps: every scalar is the text that was
 * written, and its role says what that text must be. Only standard JSON Schema keywords constrain; the role, in the
 * keyword `adwright`, chooses the wording of a fault and which further checks of texts apply.
 */
export type TextRole = 'text' | 'choice' | 'id' | 'price' | 'url' | 'link' | 'image' | 'integer' | 'number' | 'switch';

/** The schema keywords of ours, which ajv and other readers must be told to let pass. */
export const ROLE_KEYWORD = 'adwright';
export const CHOICES_KEYWORD = 'choices';

/** What an editor shows. */
export interface Explained {
  readonly title?: string;
  readonly description?: string;
  readonly examples?: readonly unknown[];
  readonly default?: unknown;
}

type Role<T extends string = string> = TUnsafe<T>;

declare const IMAGE: unique symbol;
/** Text that is the path of an image file: what is desired has the image in its place. */
export type ImagePath = string & { readonly [IMAGE]: true };

/** Marks what `fields` does not list as required; not enumerable, so that no reader of the schema meets it. */
const OPTIONAL = Symbol('optional');

/** A schema of whose static type the caller is sure. */
function plain<T extends TSchema>(schema: object): T {
  return schema as T;
}

function scalar<T extends string = string>(role: TextRole, constraints: SchemaOptions, explained: Explained): Role<T> {
  return plain<Role<T>>({ type: 'string', [ROLE_KEYWORD]: role, ...constraints, ...explained });
}

/** Any text, at least one character long unless `min` is 0. Lengths count code points. */
export function text(options: Explained & { readonly min?: number; readonly max?: number } = {}): Role {
  const { min = 1, max, ...explained } = options;
  const lengths = { ...(min > 0 && { minLength: min }), ...(max !== undefined && { maxLength: max }) };
  return scalar('text', lengths, explained);
}

/** One of a few words, in exactly this spelling. */
export function choice<const T extends string>(values: readonly T[], explained: Explained = {}): Role<T> {
  return scalar<T>('choice', { enum: [...values] }, explained);
}

/** One of a few words in any letter case; readers turn it into the listed spelling. */
export function choiceOfAnyCase(values: readonly string[], explained: Explained = {}): Role {
  const letters = (value: string) =>
    value.replace(/[A-Za-z]/g, (letter) => `[${letter.toUpperCase()}${letter.toLowerCase()}]`);
  const pattern = `^(?:${values.map(letters).join('|')})$`;
  return scalar('choice', { pattern, [CHOICES_KEYWORD]: [...values] }, { examples: values, ...explained });
}

/** An id of the service. */
export function id(explained: Explained = {}): Role {
  return scalar('id', { pattern: '^[1-9][0-9]*$' }, { examples: ['80001234'], ...explained });
}

/** A bid in yuan. At most 15 digits, which is what a double carries through unchanged. */
export function price(explained: Explained = {}): Role {
  const constraints = { pattern: '^(?:0|[1-9][0-9]*)(?:\\.[0-9]+)?$', maxLength: 16 };
  return scalar('price', constraints, { examples: ['1.20', '0'], ...explained });
}

/** A web address, kept byte for byte; `empty` allows the empty text. */
export function url(options: Explained & { readonly empty?: boolean } = {}): Role {
  const { empty = false, ...explained } = options;
  return scalar('url', empty ? {} : { minLength: 1 }, { examples: ['https://www.example.com/'], ...explained });
}

/** An address of any scheme (an application-launch URL); the empty text is allowed. */
export function link(explained: Explained = {}): Role {
  return scalar('link', {}, explained);
}

/** A path of an image file, relative to the manifest. */
export function imageFile(explained: Explained = {}): Role<ImagePath> {
  return scalar<ImagePath>('image', { minLength: 1 }, { examples: ['images/a.png'], ...explained });
}

/** A whole number written in digits, for settings. */
export function integer(explained: Explained = {}): Role {
  return scalar('integer', { pattern: '^(?:0|[1-9][0-9]{0,14})$' }, explained);
}

/** A plain decimal number, for settings. */
export function number(explained: Explained = {}): Role {
  return scalar('number', { pattern: '^(?:0|[1-9][0-9]{0,11})(?:\\.[0-9]{1,6})?$' }, explained);
}

export function list<T extends TSchema>(
  items: T,
  options: Explained & { readonly min?: number; readonly max?: number } = {},
): TArray<T> {
  const { min, max, ...explained } = options;
  return plain<TArray<T>>({
    ...(min !== undefined && { minItems: min }),
    ...(max !== undefined && { maxItems: max }),
    ...explained,
    type: 'array',
    items,
  });
}

/** Any value; another rule checks its shape. */
export function anything<T = unknown>(explained: Explained): TUnsafe<T> {
  return plain<TUnsafe<T>>({ ...explained });
}

/** A map with these keys and no others. `extra` holds further standard keywords (`allOf`). */
export function fields<T extends TProperties>(properties: T, explained: Explained & SchemaOptions = {}): TObject<T> {
  const required = Object.keys(properties).filter((key) => !Object.hasOwn(properties[key] ?? {}, OPTIONAL));
  return plain<TObject<T>>({
    additionalProperties: false,
    ...explained,
    type: 'object',
    ...(required.length > 0 && { required }),
    properties,
  });
}

/** A map whose keys are names of the author's own; `keys` is the pattern they must match. */
export function named<T extends TSchema>(
  keys: string,
  value: T,
  explained: Explained = {},
): TUnsafe<Record<string, Static<T>>> {
  return plain({ type: 'object', propertyNames: { pattern: keys }, additionalProperties: value, ...explained });
}

/** For `allOf`: where the field `key` is `value`, these fields have these schemas. */
export function when(key: string, value: string, properties: TProperties): object {
  // biome-ignore lint/suspicious/noThenProperty: the name is JSON Schema's.
  return { if: { properties: { [key]: { const: value } }, required: [key] }, then: { properties } };
}

/** A key that may be absent. */
export function optional<T extends TSchema>(schema: T): TOptional<T> {
  return Object.defineProperty({ ...schema }, OPTIONAL, { value: true }) as TOptional<T>;
}

/** Names of groups and apps become part of addresses: no `/`, no spaces, no leading `id:`. */
export const NAME_PATTERN = '^(?!id:)[^/\\s]+$';
