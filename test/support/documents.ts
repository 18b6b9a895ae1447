import type { Static } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import { expect } from 'vitest';
import { DOCUMENT_SCHEMAS } from '../../src/render/json/schemas.js';
import type { CliRun } from './cli.js';

type Schemas = typeof DOCUMENT_SCHEMAS;
export type DocumentName = keyof Schemas;

const ajv = new Ajv({
  allErrors: true,
  allowUnionTypes: true,
  schemas: Object.entries(DOCUMENT_SCHEMAS).map(([key, schema]) => ({ ...schema, $id: key })),
});

/** What stdout holds, which must be exactly one JSON document of the named form. */
export function documentOf<Name extends DocumentName>(name: Name, { stdout }: CliRun): Static<Schemas[Name]> {
  const value: Static<Schemas[Name]> = JSON.parse(stdout);
  const validate = ajv.getSchema(name);
  validate?.(value);
  expect(validate?.errors ?? [], `the document ${name}`).toEqual([]);
  return value;
}
