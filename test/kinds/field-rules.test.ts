import { describe, expect, it } from 'vitest';
import { KEYWORD_FIELDS, managed, readValues } from '../../src/kinds/keyword/fields.js';
import { kinds } from '../../src/kinds/registry.js';
import type { Field, FieldRule, RulesFor } from '../../src/model/index.js';
import { defineKind, MOST_MARKED_FIELDS } from '../../src/model/index.js';
import { text } from '../../src/model/schema-types.js';

const rule: FieldRule = { type: 'text', role: 'text', change: 'mutable', readable: true, reason: 'It is so.' };

/** What must not compile; `tsc` fails where one of these does. */
function typeTests(kind: Omit<Parameters<typeof defineKind>[0], 'fields'>): void {
  interface Desired {
    readonly a: string;
    readonly b?: string;
  }
  const whole: RulesFor<Desired> = { a: rule, b: rule };
  defineKind<Desired>({ ...kind, fields: whole });
  // @ts-expect-error a field without a rule
  defineKind<Desired>({ ...kind, fields: { a: rule } });
  // @ts-expect-error a rule of no field
  const strange: RulesFor<Desired> = { a: rule, b: rule, c: rule };
  const names = { schema: text(), headings: [], read: { name: 'x' }, sent: { name: 'x' } } as const;
  const field: Field<'x'> = { ...rule, ...names };
  // @ts-expect-error a field without a name in requests
  const unsent: Field<'x'> = { ...rule, schema: text(), headings: [], read: { name: 'x' } };
  // @ts-expect-error a field without a name in records
  const unread: Field<'x'> = { ...rule, schema: text(), headings: [], sent: { name: 'x' } };
  // @ts-expect-error a name that no request has
  const misspelt: Field<'y'> = field;
  // @ts-expect-error a field without a role
  const withoutRole: FieldRule = { type: 'text', change: 'mutable', readable: true, reason: '' };
  void [strange, unsent, unread, misspelt, withoutRole];
}

void typeTests;

describe.each(kinds.all.map((kind) => [kind.name, kind] as const))('the fields of %s', (_, kind) => {
  const rules = Object.entries(kind.fields);

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
    for (const [name] of rules) expect(columns[name]?.length).toBeGreaterThan(0);
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
