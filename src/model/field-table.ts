import type { TOptional, TSchema } from '@sinclair/typebox';
import type { FieldRule, FieldRules } from './field-rule.js';
import { optional } from './schema-types.js';

/** The rules of all fields of these values: one that is missing, or that is of no field, does not compile. */
export type RulesFor<Desired> = { readonly [Name in keyof Desired]-?: FieldRule };

/** Everything that is known of one field of a kind: its rule, what a manifest may hold there, and its other names. */
export interface Field<Sent extends string = string, Schema extends TSchema = TSchema> extends FieldRule {
  readonly schema: Schema;
  /** What a column of it may be called: the interface's name, then those of the console's exports. */
  readonly headings: readonly string[];
  /** Its name in a record of the service, and how its text there is written in a manifest. */
  readonly read: { readonly name: string; readonly as?: (text: string) => string; readonly absentIsEmpty?: true };
  /** Its name in a request, and how the value is sent. */
  readonly sent: { readonly name: Sent; readonly as?: (text: string) => unknown };
}

export type FieldTable<Sent extends string = string> = Readonly<Record<string, Field<Sent>>>;

type OptionalSchemas<Table extends FieldTable> = { [Name in keyof Table]: TOptional<Table[Name]['schema']> };

/** The fields as properties of an entry that may leave out each of them. */
export function optionalSchemas<Table extends FieldTable>(table: Table): OptionalSchemas<Table> {
  return Object.fromEntries(
    Object.entries(table).map(([name, { schema }]) => [name, optional(schema)]),
  ) as OptionalSchemas<Table>;
}

export function headings(table: FieldTable): Readonly<Record<string, readonly string[]>> {
  return Object.fromEntries(Object.entries(table).map(([name, field]) => [name, field.headings]));
}

/** The rules in the order of their bits, as marks are made; fields without a bit come last. */
export function rulesOf<Table extends FieldTable>(table: Table): RulesFor<Table> {
  const inOrder = Object.entries(table).sort(([, left], [, right]) => (left.bit ?? LAST) - (right.bit ?? LAST));
  return Object.fromEntries(
    inOrder.map(([name, { schema: _schema, headings: _headings, read: _read, sent: _sent, ...rule }]) => [name, rule]),
  ) as FieldRules as RulesFor<Table>;
}

const LAST = 30;
