import type { JsonNumber } from './json-number.js';

/**
 * What a field holds:
 * - `id`: digits; `money`: yuan; `time`: a date-time of the account;
 * - `text`, `url` (http or https), `link` (an address of any scheme), `reason` (text, null where there is none);
 * - `words`: one of a few words, and no other text; `texts`: a list of texts; `image`: base64; `object`: fields of its own.
 */
export type Holds =
  | 'id'
  | 'money'
  | 'time'
  | 'text'
  | 'url'
  | 'link'
  | 'reason'
  | 'words'
  | 'texts'
  | 'image'
  | 'object';

/** A field of a request. */
export interface SentField {
  readonly name: string;
  /** Where it is written in another way than in a record. */
  readonly is?: Holds;
  readonly about?: string;
  readonly words?: readonly string[];
  /** Which word of a record each of `words` becomes, where they differ. */
  readonly stored?: Readonly<Record<string, string>>;
  /** What the service takes where the field is left out. */
  readonly otherwise?: string;
  readonly required?: true;
  /** An update must have one of these fields. */
  readonly enough?: true;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly maxItems?: number;
}

/** One field of a thing of the service. It is in records where it has `read`, and in requests where it has `sent`. */
export interface WireField {
  readonly is: Holds;
  /** Those of `words`; of a `text`, those that are documented. */
  readonly words?: readonly string[];
  /** The fields of an `object`. */
  readonly of?: WireRecord;
  /** What a record has there, for the OpenAPI document. */
  readonly read?: string;
  readonly sent?: SentField;
}

/** Everything of one kind of thing, by the names that records have, in their order. */
export interface WireRecord {
  readonly [name: string]: WireField;
}

type Value<Is> = Is extends 'texts' ? readonly string[] : string;

/** A record as it is kept: all scalars are text. */
export type RecordOf<Table extends WireRecord> = {
  readonly [Name in keyof Table as Table[Name] extends { readonly read: string } ? Name : never]: Value<
    Table[Name]['is']
  >;
};

type IsSent<Field extends WireField> = Field extends { readonly sent: { readonly is: infer Is } } ? Is : Field['is'];
type SentValue<Field extends WireField> = Field extends { readonly of: infer Inner extends WireRecord }
  ? SentOf<Inner>
  : IsSent<Field> extends 'id' | 'money'
    ? JsonNumber
    : Value<IsSent<Field>>;

type Needed = { readonly sent: { readonly required: true } };
type NameSent<Field> = Field extends { readonly sent: { readonly name: infer Name extends string } } ? Name : never;

/** One item of a request. */
export type SentOf<Table extends WireRecord> = {
  readonly [Name in keyof Table as Table[Name] extends Needed ? NameSent<Table[Name]> : never]: SentValue<Table[Name]>;
} & {
  readonly [Name in keyof Table as Table[Name] extends Needed ? never : NameSent<Table[Name]>]?: SentValue<Table[Name]>;
};
