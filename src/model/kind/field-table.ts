import type { Static, TOptional, TSchema } from '@sinclair/typebox';
import type { Address } from '../resource/address.js';
import type { ImageValue } from '../resource/value.js';
import type { FieldRule } from './field-rule.js';
import type { ImageRule, WordSets } from './manifest-section.js';
import { type ImagePath, optional } from './schema-types.js';

/** The rules of all fields of these values: one that is missing, or that is of no field, does not compile. */
export type RulesFor<Desired> = { readonly [Name in keyof Desired]-?: FieldRule };

/** How a field is called in a record of the service, and how its text there is written in a manifest. */
export interface ReadAs {
  readonly name: string;
  /** Undefined where the text says nothing. */
  readonly as?: (text: string) => string | undefined;
  readonly absentIsEmpty?: true;
}

/** How a field is called in a request, and how its value is sent; what becomes undefined is not sent. */
export type SentAs<Sent extends string> =
  | { readonly name: Sent; as?(value: unknown): unknown }
  | { readonly nameOf: (address: Address) => Sent; as?(value: unknown): unknown };

/** Everything that is known of one field of a kind: its rule, what a manifest may hold there, and its other names. */
export interface Field<Sent extends string = string, Schema extends TSchema = TSchema>
  extends Omit<FieldRule, 'readable'> {
  readonly schema: Schema;
  /** An entry without it is refused. */
  readonly required?: true;
  /** What the files that it names must be like. */
  readonly images?: ImageRule;
  readonly read: ReadAs | 'never';
  readonly sent: SentAs<Sent>;
}

/** What a column of it may be called: the interface's name, then those of the console's exports. */
export interface InColumns {
  readonly headings: readonly string[];
  /** Of a field that is a map: of each of its own fields, which have columns of their own. */
  readonly parts?: Readonly<Record<string, readonly string[]>>;
  readonly words?: WordSets;
}

/** For kinds that are remembered in the baseline: each field has a bit. */
export interface Marked {
  readonly bit: number;
}

/**
 * All fields of a kind by their names in a manifest, in the order in which they are shown and exported. `Also` is what each
 * field of this kind has besides.
 */
export type FieldTable<Sent extends string = string, Also = unknown> = Readonly<Record<string, Field<Sent> & Also>>;

type SentBy<One> = One extends { readonly name: infer Name }
  ? Name
  : One extends { readonly nameOf: (address: Address) => infer Name }
    ? Name
    : never;

/** A table that sends all of `Names`; a name that no field sends does not compile. */
export type Sends<Names extends string, Table extends FieldTable> = [
  Exclude<Names, SentBy<Table[keyof Table]['sent']>>,
] extends [never]
  ? unknown
  : { readonly sentByNoField: Exclude<Names, SentBy<Table[keyof Table]['sent']>> };

type Required<Table> = { [Name in keyof Table]: Table[Name] extends { required: true } ? Name : never }[keyof Table];
type SchemaOf<One> = One extends { readonly schema: infer Schema extends TSchema } ? Schema : never;

/** A value as it is desired: each image that was loaded in the place of its path. */
export type WithImages<Written> = Written extends ImagePath
  ? ImageValue
  : Written extends string
    ? Written
    : { readonly [Key in keyof Written]: WithImages<Written[Key]> };

/** What a manifest may manage of a thing. */
export type DesiredOf<Table> = {
  readonly [Name in Required<Table>]: WithImages<Static<SchemaOf<Table[Name]>>>;
} & { readonly [Name in Exclude<keyof Table, Required<Table>>]?: WithImages<Static<SchemaOf<Table[Name]>>> };

type EntrySchemas<Table extends FieldTable> = {
  [Name in keyof Table]: Table[Name] extends { required: true }
    ? Table[Name]['schema']
    : TOptional<Table[Name]['schema']>;
};

/** The fields as properties of an entry. */
export function entrySchemas<Table extends FieldTable>(table: Table): EntrySchemas<Table> {
  return Object.fromEntries(
    Object.entries(table).map(([name, { schema, required }]) => [name, required ? schema : optional(schema)]),
  ) as EntrySchemas<Table>;
}

/** The managed fields that an entry has, in the order of the table. */
export function managedFields<Table extends FieldTable, Entry extends { readonly [Name in keyof Table]?: unknown }>(
  table: Table,
  entry: Entry,
): Pick<Entry, keyof Table & keyof Entry> {
  const names = Object.keys(table).filter((name) => entry[name] !== undefined);
  return Object.fromEntries(names.map((name) => [name, entry[name]])) as Pick<Entry, keyof Table & keyof Entry>;
}

export function columnWords(table: FieldTable<string, InColumns>): Readonly<Record<string, WordSets>> {
  return Object.fromEntries(Object.entries(table).map(([name, { words = [] }]) => [name, words]));
}

export function headings(table: FieldTable<string, InColumns>): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(
    Object.entries(table).flatMap(([name, { headings: own, parts }]) =>
      parts === undefined ? [[name, own]] : Object.entries(parts).map(([part, names]) => [`${name}.${part}`, names]),
    ),
  );
}

/** The rules in the order of their bits, as marks are made; fields without a bit keep their order. */
export function rulesOf<Table extends FieldTable>(table: Table): RulesFor<Table> {
  const inOrder = Object.entries(table).sort(([, left], [, right]) => (left.bit ?? LAST) - (right.bit ?? LAST));
  return Object.fromEntries(inOrder.map(([name, field]) => [name, ruleOf(field)])) as RulesFor<Table>;
}

const LAST = 30;

function ruleOf({ type, role, change, reason, meanings, shownAs, bit, read }: Field): FieldRule {
  return {
    type,
    role,
    change,
    readable: read !== 'never',
    reason,
    ...(meanings !== undefined && { meanings }),
    ...(shownAs !== undefined && { shownAs }),
    ...(bit !== undefined && { bit }),
  };
}

/** The values of a record of the service, in the words of a manifest; a field that it leaves out is left out. */
export function readFields(
  table: FieldTable,
  record: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const values: Record<string, string> = {};
  for (const [name, { read }] of Object.entries(table)) {
    if (read === 'never') continue;
    const text = record[read.name] ?? (read.absentIsEmpty === true ? '' : undefined);
    const value = text === undefined || read.as === undefined ? text : read.as(text);
    if (value !== undefined) values[name] = value;
  }
  return values;
}

/** The fields of a request, in the order of the table; `only`: those of these names. */
export type FieldSender<Request> = (
  values: Readonly<Record<string, unknown>>,
  address: Address,
  only?: readonly string[],
) => Request;

/**
 * What makes requests of values. The schema of the kind has settled what the values are, and the table which of them a
 * request has: that it is a whole one is known here alone.
 */
export function senderOf<Request>(table: FieldTable<string & keyof Request>): FieldSender<Request> {
  const fields = Object.entries(table);
  return (values, address, only) => {
    const request: Record<string, unknown> = {};
    for (const [name, { sent }] of fields) {
      const value = values[name];
      if (value === undefined || only?.includes(name) === false) continue;
      const out = sent.as === undefined ? value : sent.as(value);
      if (out !== undefined) request['name' in sent ? sent.name : sent.nameOf(address)] = out;
    }
    return request as Request;
  };
}
