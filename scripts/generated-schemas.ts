import { kinds } from '../src/kinds/registry.js';
import { manifestJsonSchema, projectJsonSchema } from '../src/project/json-schema.js';
import { DOCUMENT_SCHEMAS } from '../src/render/json/schemas.js';
import { SandboxFixtureSchema } from '../src/sandbox/settings/fixture-schema.js';

/** The files of `schemas/` that are made from the sources, by name. A test compares them with what is there. */
export function generatedSchemas(): ReadonlyMap<string, string> {
  const schemas = {
    manifest: manifestJsonSchema(kinds.all.map((kind) => kind.section)),
    project: projectJsonSchema(),
    'sandbox-fixture': SandboxFixtureSchema,
    ...DOCUMENT_SCHEMAS,
  };
  return new Map(
    Object.entries(schemas).map(([name, schema]) => [
      `${name}.schema.json`,
      `${JSON.stringify(schema, undefined, 2)}\n`,
    ]),
  );
}
