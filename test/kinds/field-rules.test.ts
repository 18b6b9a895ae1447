import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { withFields } from '../../scripts/generated-fields.js';
import { KEYWORD_FIELDS, managed, readValues } from '../../src/kinds/keyword/fields.js';
import { kinds } from '../../src/kinds/registry.js';
import type { Field, FieldRule, FieldTable, InColumns, Kind, Marked, RulesFor, Sends } from '../../src/model/index.js';
import { defineKind, MOST_MARKED_FIELDS, rulesOf } from '../../src/model/index.js';
import { text } from '../../src/model/kind/schema-types.js';

const rule: FieldRule = { type: 'text', role: 'text', change: 'mutable', readable: true, reason: 'It is so.' };

/** What must not compile; `tsc` fails where one of these does. */
function typeTests(kind: Omit<Kind, 'table' | 'fields' | 'blockingTexts' | 'create' | 'update'>): void {
  type Desired = { readonly a: string; readonly b?: string };
  const whole: RulesFor<Desired> = { a: rule, b: rule };
  const names = { schema: text(), read: { name: 'x' }, sent: { name: 'x' } } as const;
  const field: Field<'x'> = { ...rule, ...names };
  const table = { a: field, b: field };
  defineKind<Desired>({ ...kind, table, fields: whole });
  // @ts-expect-error a field without a rule
  defineKind<Desired>({ ...kind, table, fields: { a: rule } });
  // @ts-expect-error a field that is not in the table
  defineKind<Desired>({ ...kind, table: { a: field }, fields: whole });
  // @ts-expect-error a rule of no field
  const strange: RulesFor<Desired> = { a: rule, b: rule, c: rule };
  // @ts-expect-error a field without a name in requests
  const unsent: Field<'x'> = { ...rule, schema: text(), read: { name: 'x' } };
  // @ts-expect-error a field without a name in records
  const unread: Field<'x'> = { ...rule, schema: text(), sent: { name: 'x' } };
  // @ts-expect-error a name that no request has
  const misspelt: Field<'y'> = field;
  // @ts-expect-error a field without a role
  const withoutRole: FieldRule = { type: 'text', change: 'mutable', readable: true, reason: '' };
  // @ts-expect-error a field without headings, in a table that has columns
  const unheaded: FieldTable<'x', InColumns> = { a: field };
  // @ts-expect-error a field without a bit, in a table that has marks
  const unmarked: FieldTable<'x', Marked> = { a: field };
  const sendsX = { a: { ...field, sent: { name: 'x' } } } as const satisfies FieldTable<'x'>;
  void (sendsX satisfies Sends<'x', typeof sendsX>);
  // @ts-expect-error a name of the request that no field sends
  void (sendsX satisfies Sends<'x' | 'y', typeof sendsX>);
  void [strange, unsent, unread, misspelt, withoutRole, unheaded, unmarked];
}

void typeTests;

/** What an entry has besides the fields that it manages: how it is known, and what it belongs to. */
const NOT_MANAGED: Readonly<Record<string, readonly string[]>> = {
  group: ['id'],
  keyword: ['id', 'word'],
  picture: ['id'],
  app: ['id'],
  'rich-creative': ['groups', 'groupIds', 'creative'],
};

it('the page about manifests has the table of every kind (else run `npm run generate`)', () => {
  const page = readFileSync(new URL('../../docs/manifests.md', import.meta.url), 'utf8');
  expect(withFields(page)).toBe(page);
});

describe.each(kinds.all.map((kind) => [kind.name, kind] as const))('the fields of %s', (_, kind) => {
  const rules = Object.entries(kind.fields);
  const table = Object.entries(kind.table);

  it('are those of its table, of the entries of its section and of its columns', () => {
    expect(kind.fields).toEqual(rulesOf(kind.table));
    const { items, additionalProperties } = kind.section.schema;
    const properties = Object.keys((items ?? additionalProperties).properties);
    const names = Object.keys(kind.table);
    expect(properties.filter((name) => NOT_MANAGED[kind.name]?.includes(name) !== true)).toEqual(names);
    const columns = Object.keys(kind.section.files?.columns ?? {});
    // A field of several parts has a column for each; `key` is the name that a table gives an entry.
    const heads = new Set(columns.filter((name) => name !== 'key').map((name) => name.split('.')[0] ?? name));
    if (columns.length > 0) expect([...heads].sort()).toEqual([...properties].sort());
  });

  it('have one name each at the service', () => {
    const read = table.flatMap(([, one]) => (one.read === 'never' ? [] : [one.read.name]));
    const sent = table.flatMap(([, one]) => ('name' in one.sent ? [one.sent.name] : []));
    expect([new Set(read).size, new Set(sent).size]).toEqual([read.length, sent.length]);
    expect(kind.observe !== undefined || read.length === 0).toBe(true);
  });

  it('have reasons in whole sentences, and at most one is its switch', () => {
    for (const [, { reason }] of rules) expect(reason).toMatch(/^[A-Z].*\.$/);
    expect(rules.filter(([, { role }]) => role === 'switch').length).toBeLessThanOrEqual(1);
  });

  it('have marks of their own where they are remembered in the baseline, and none elsewhere', () => {
    const bits = rules.flatMap(([, { bit }]) => (bit === undefined ? [] : [bit]));
    expect(bits).toHaveLength(kind.memory === 'baseline' ? rules.length : 0);
    expect(new Set(bits).size).toBe(bits.length);
    expect(bits).toEqual([...bits].sort((left, right) => left - right));
    for (const bit of bits) expect([bit >= 0, bit < MOST_MARKED_FIELDS]).toEqual([true, true]);
  });

  it('are sent only where the kind can be updated', () => {
    const isUpdated = rules.some(([, { change }]) => change === 'mutable');
    expect(isUpdated).toBe(kind.update !== undefined);
    if (kind.observe === undefined) expect(rules.filter(([, { readable }]) => readable)).toEqual([]);
  });

  it('have columns for what a table of them may hold', () => {
    const columns = kind.section.files?.columns;
    if (columns === undefined) return;
    for (const [name] of rules) {
      const headings = Object.entries(columns).flatMap(([column, others]) =>
        column === name || column.startsWith(`${name}.`) ? [column, ...others] : [],
      );
      expect(headings.length, name).toBeGreaterThan(0);
    }
    const all = Object.entries(columns).flatMap(([name, others]) => [name, ...others]);
    expect(new Set(all).size).toBe(all.length);
  });
});

it('no two keyword fields share a name at the service', () => {
  const names = Object.values(KEYWORD_FIELDS).map(({ read }) => read.name);
  expect(names).toEqual(['price', 'matchType', 'destinationUrl', 'mobileDestinationUrl', 'deeplinkUrl', 'optStatus']);
  const sent = Object.values(KEYWORD_FIELDS).map((field) => field.sent.name);
  expect(sent).toEqual(['price', 'matchType', 'url', 'mobileUrl', 'deeplinkUrl', 'status']);
});

it('every keyword field is taken from an entry, and read from a record, whether it is whole or not', () => {
  const names = Object.keys(KEYWORD_FIELDS);
  const entry = Object.fromEntries(names.map((name) => [name, `of ${name}`]));
  expect(Object.entries(managed(entry))).toEqual(Object.entries(entry));
  for (const name of names) expect(managed({ [name]: 'x' })).toEqual({ [name]: 'x' });
  const record = Object.fromEntries(Object.values(KEYWORD_FIELDS).map(({ read }) => [read.name, `in ${read.name}`]));
  const read = Object.fromEntries(Object.entries(KEYWORD_FIELDS).map(([name, { read }]) => [name, `in ${read.name}`]));
  expect(Object.entries(readValues(record))).toEqual(Object.entries(read));
  const { price: _, ...others } = read;
  expect(readValues({ ...record, price: undefined })).toEqual(others);
});
