import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kinds } from '../../src/kinds/registry.js';
import { schemaErrors } from '../../src/manifest/check/schema-errors.js';
import type { SchemaNode } from '../../src/manifest/check/schema-node.js';
import { FILES_ENTRY_SCHEMA, FORGOTTEN_SCHEMA, MOVED_SCHEMA } from '../../src/manifest/check/validate.js';
import { CHOICES_KEYWORD, ROLE_KEYWORD } from '../../src/model/schema-types.js';
import { ACCOUNTS_SCHEMA, STATE_SCHEMA } from '../../src/project/project-schema.js';
import { RESOLUTIONS_SCHEMA } from '../../src/project/resolutions.js';

const SCHEMAS: readonly (readonly [string, SchemaNode])[] = [
  ...kinds.all.map(({ name, section }) => [name, section.schema] as const),
  ['keyword rows', { type: 'array', items: kinds.get('keyword')?.section.files?.schema }],
  ['accounts', ACCOUNTS_SCHEMA],
  ['state', STATE_SCHEMA],
  ['resolutions', RESOLUTIONS_SCHEMA],
  ['files', FILES_ENTRY_SCHEMA],
  ['moved', MOVED_SCHEMA],
  ['forgotten', FORGOTTEN_SCHEMA],
];

const ajv = new Ajv({ allErrors: true, verbose: true, strict: true, strictTypes: false, strictRequired: false });
ajv.addVocabulary([ROLE_KEYWORD, CHOICES_KEYWORD]);

/** What ajv says, without the summaries that it adds for a condition. */
function byAjv(schema: SchemaNode, value: unknown) {
  const validate = ajv.compile(schema);
  validate(value);
  return (validate.errors ?? [])
    .filter(({ keyword }) => keyword !== 'if')
    .map(({ keyword, instancePath, params, parentSchema, data }) => ({
      keyword,
      instancePath,
      params,
      parentSchema,
      data,
    }));
}

const STRANGE = fc.constantFrom(
  null,
  '',
  'x',
  '1.20',
  '007',
  '8',
  [],
  ['a'],
  {},
  { a: 'b' },
  '😀',
  'x'.repeat(120),
  'a/b~c',
);

/** Values that mostly fit a schema, with something strange in places. */
function almost(schema: SchemaNode): fc.Arbitrary<unknown> {
  const fitting = fittingTo(schema);
  return fc.oneof({ weight: 12, arbitrary: fitting }, { weight: 1, arbitrary: STRANGE });
}

function fittingTo(schema: SchemaNode): fc.Arbitrary<unknown> {
  if (schema.type === 'array') return fc.array(almost(schema.items ?? {}), { maxLength: 6 });
  if (schema.type === 'object') {
    const keys = Object.entries(schema.properties ?? {}).map(([key, one]) => [key, almost(one)] as const);
    const known = fc.record(Object.fromEntries(keys), { requiredKeys: [...(schema.required ?? [])] });
    const other = typeof schema.additionalProperties === 'object' ? almost(schema.additionalProperties) : STRANGE;
    const extra = fc.dictionary(fc.constantFrom('extra', 'a/b', 'id:1', 'x~y', 'toString'), other, { maxKeys: 1 });
    return fc
      .tuple(known, fc.oneof({ weight: 6, arbitrary: fc.constant({}) }, { weight: 1, arbitrary: extra }))
      .chain(([entry, more]) => chosen(schema, { ...entry, ...more }));
  }
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  return fc.constantFrom(
    '123',
    '1.50',
    'text',
    'https://www.example.com/',
    '漢字',
    'Android',
    'ios',
    ...(schema.choices ?? []),
  );
}

/** Where a branch says what a field holds, mostly that. */
function chosen(schema: SchemaNode, entry: Record<string, unknown>): fc.Arbitrary<unknown> {
  const branch = schema.allOf?.find(({ if: condition }) =>
    Object.entries(condition?.properties ?? {}).every(([key, one]) => entry[key] === one.const),
  );
  const fields = Object.entries(branch?.then?.properties ?? {}).map(([key, one]) => [key, almost(one)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] }).map((own) => ({ ...entry, ...own }));
}

describe('schema errors', () => {
  it.each(SCHEMAS)('%s: the same errors in the same order as ajv', (_name, schema) => {
    fc.assert(
      fc.property(almost(schema), (value) => {
        expect(schemaErrors(schema, value)).toEqual(byAjv(schema, value));
      }),
      { numRuns: 150 },
    );
  });

  it('refuses a schema with a keyword that it does not check', () => {
    expect(() => schemaErrors({ uniqueItems: true } as SchemaNode, [])).toThrow('uniqueItems');
  });
});
