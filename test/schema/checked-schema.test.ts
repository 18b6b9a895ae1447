import { Ajv } from 'ajv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { kinds } from '../../src/kinds/registry.js';
import { isFilesEntry, isForgottenAddress, isMove } from '../../src/manifest/check/own.checks.js';
import {
  FILES_ENTRY_SCHEMA,
  FORGOTTEN_ADDRESS_SCHEMA,
  FORGOTTEN_SCHEMA,
  MOVE_SCHEMA,
  MOVED_SCHEMA,
} from '../../src/manifest/check/own-schemas.js';
import type { SchemaNode } from '../../src/manifest/check/schema-node.js';
import { CHOICES_KEYWORD, ROLE_KEYWORD } from '../../src/model/kind/schema-types.js';
import { isRescue, isResolution, isUnbinding } from '../../src/project/by-hand.checks.js';
import { isAccount, isState } from '../../src/project/project.checks.js';
import { ACCOUNT_SCHEMA, ACCOUNTS_SCHEMA, STATE_SCHEMA } from '../../src/project/project-schema.js';
import { RESCUE_SCHEMA } from '../../src/project/rescue-schema.js';
import { RESOLUTION_SCHEMA, RESOLUTIONS_SCHEMA } from '../../src/project/resolutions-schema.js';
import { UNBINDING_SCHEMA } from '../../src/project/unbinding-schema.js';
import type { SchemaCheck } from '../../src/schema/check.js';
import { type CheckedSchema, checkedSchema, schemaErrors } from '../../src/schema/checked-schema.js';
import { brokenSchema, faultyValue } from '../../src/schema/error-place.js';
import { quickLook } from '../../src/schema/quick-look.js';
import type { Shape } from '../../src/schema/shapes.js';

const WHOLE: readonly (readonly [string, SchemaNode])[] = [
  ...kinds.all.map(({ name, section }) => [name, section.schema] as const),
  ['accounts', ACCOUNTS_SCHEMA],
  ['resolutions', RESOLUTIONS_SCHEMA],
  ['moved', MOVED_SCHEMA],
  ['forgotten', FORGOTTEN_SCHEMA],
];

const checked = (schema: Shape, check: SchemaCheck) => checkedSchema(schema, async () => check);
const CHECKED: readonly (readonly [string, CheckedSchema])[] = [
  ...kinds.all.map(({ name, section }) => [name, section.check] as const),
  ...kinds.all.flatMap(({ name, section: { files } }) =>
    files === undefined ? [] : [[`rows of ${name}`, files.check] as const],
  ),
  ['account', checked(ACCOUNT_SCHEMA, isAccount)],
  ['state', checked(STATE_SCHEMA, isState)],
  ['resolution', checked(RESOLUTION_SCHEMA, isResolution)],
  ['rescue file', checked(RESCUE_SCHEMA, isRescue)],
  ['unbinding', checked(UNBINDING_SCHEMA, isUnbinding)],
  ['files', checked(FILES_ENTRY_SCHEMA, isFilesEntry)],
  ['move', checked(MOVE_SCHEMA, isMove)],
  ['forgotten address', checked(FORGOTTEN_ADDRESS_SCHEMA, isForgottenAddress)],
];

const ajv = new Ajv({ allErrors: true, verbose: true, strict: true, strictTypes: false, strictRequired: false });
ajv.addVocabulary([ROLE_KEYWORD, CHOICES_KEYWORD]);

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
  const texts = ['123', '1.50', 'text', 'https://www.example.com/', '漢字', 'Android', ...(schema.choices ?? [])];
  const fits = new RegExp(schema.pattern ?? '', 'u');
  return fc.constantFrom(...texts.filter((text) => fits.test(text)));
}

/** Where a branch says what a field holds, mostly that. */
function chosen(schema: SchemaNode, entry: Record<string, unknown>): fc.Arbitrary<unknown> {
  const branch = schema.allOf?.find(({ if: condition }) =>
    Object.entries(condition?.properties ?? {}).every(([key, one]) => entry[key] === one.const),
  );
  const fields = Object.entries(branch?.then?.properties ?? {}).map(([key, one]) => [key, almost(one)] as const);
  return fc.record(Object.fromEntries(fields), { requiredKeys: [] }).map((own) => ({ ...entry, ...own }));
}

describe('the quick look', () => {
  it.each(WHOLE)('%s: says yes to what ajv takes, and to nothing else', (_name, schema) => {
    const check = ajv.compile(schema);
    const look = quickLook(schema);
    fc.assert(
      fc.property(almost(schema), (value) => {
        expect(look(value)).toBe(check(value));
      }),
      { numRuns: 300 },
    );
  });

  it('counts code points, as ajv does', () => {
    const look = quickLook({ type: 'string', minLength: 2, maxLength: 3 });
    expect(['a', '😀', '😀😀', '😀a😀', '😀😀😀', '😀😀😀a', 'abcd'].map(look)).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
      false,
    ]);
  });
});

describe('a checked schema', () => {
  it.each(CHECKED)('%s: has the errors of ajv, with what they are about', async (_name, one) => {
    const { schema } = one;
    const check = await one.load();
    const whole = ajv.compile(schema);
    const seen = new Set<boolean>();
    fc.assert(
      fc.property(almost(schema as SchemaNode), (value) => {
        const expected = whole(value) ? [] : (whole.errors ?? []).filter(({ keyword }) => keyword !== 'if');
        const found = schemaErrors(check, value);
        seen.add(found.length === 0);
        expect(one.accepts(value)).toBe(found.length === 0);
        expect(
          found.map((error) => ({
            keyword: error.keyword,
            instancePath: error.instancePath,
            params: error.params,
            parentSchema: brokenSchema(schema, error),
            data: faultyValue(value, error),
          })),
        ).toEqual(
          expected.map(({ keyword, instancePath, params, parentSchema, data }) => ({
            ...{ keyword, instancePath, params, parentSchema, data },
          })),
        );
      }),
      { numRuns: 200 },
    );
    expect([...seen].sort()).toEqual([false, true]);
  });

  it('does not load the code for a sound value', () => {
    const schema = checkedSchema({ type: 'string' }, () => Promise.reject(new Error('loaded')));
    expect([schema.accepts('a'), schema.accepts(null)]).toEqual([true, false]);
  });
});
