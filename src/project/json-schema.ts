import { FILES_ENTRY_SCHEMA, FORGOTTEN_SCHEMA, MOVED_SCHEMA } from '../manifest/check/own-schemas.js';
import type { SchemaNode } from '../manifest/check/schema-node.js';
import type { ManifestSection } from '../model/index.js';
import { ROLE_KEYWORD } from '../model/kind/schema-types.js';
import { ACCOUNTS_SCHEMA, STATE_SCHEMA } from './project-schema.js';

const DIALECT = 'http://json-schema.org/draft-07/schema#';
const VERSION = { title: 'version', description: 'Version of the format.', enum: [1, '1'], default: 1 };

/** The schema of a manifest for editors, from the same source as the validation. */
export function manifestJsonSchema(sections: readonly ManifestSection[]): object {
  const properties: Record<string, unknown> = { version: VERSION };
  for (const { key, schema, files } of sections) {
    properties[key] = forEditor(schema);
    if (files === undefined) continue;
    properties[files.key] = {
      type: 'array',
      title: files.key,
      description: `CSV files with the same fields as ${key}, as columns: UTF-8 or GB18030.`,
      items: { anyOf: [{ type: 'string', title: 'path or pattern' }, forEditor(FILES_ENTRY_SCHEMA)] },
    };
  }
  properties['moved'] = forEditor(MOVED_SCHEMA);
  properties['forgotten'] = forEditor(FORGOTTEN_SCHEMA);
  return {
    $schema: DIALECT,
    title: 'Adwright manifest',
    description: 'What a search-advertising account is to hold. Keys that are absent are not managed.',
    type: 'object',
    properties,
    patternProperties: { '^x-': { description: 'Ignored: a place for anchors.' } },
    additionalProperties: false,
  };
}

/** The schema of `adwright.yaml` for editors. */
export function projectJsonSchema(): object {
  return {
    $schema: DIALECT,
    title: 'Adwright project',
    description: 'The accounts of a project and where their state is kept.',
    type: 'object',
    properties: { version: VERSION, accounts: forEditor(ACCOUNTS_SCHEMA), state: forEditor(STATE_SCHEMA) },
    patternProperties: { '^x-': { description: 'Ignored: a place for anchors.' } },
    required: ['version', 'accounts'],
    additionalProperties: false,
  };
}

/**
 * Editors see values as YAML guesses them: `007` is a number there. So a text may also be a number or a boolean.
 */
function forEditor(schema: SchemaNode): unknown {
  return convert(schema as unknown);
}

function convert(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(convert);
  if (typeof node !== 'object' || node === null) return node;
  const source = node as Readonly<Record<string, unknown>>;
  const result: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(source)) {
    if (key === ROLE_KEYWORD || key === 'choices') continue;
    // `const` values, examples and defaults are data, not schemas.
    result[key] = key === 'examples' || key === 'default' || key === 'const' ? value : convert(value);
  }
  const role = source[ROLE_KEYWORD];
  if (role !== undefined && source['enum'] === undefined) result['type'] = ['string', 'number', 'boolean'];
  return result;
}
