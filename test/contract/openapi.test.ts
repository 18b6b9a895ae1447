import { readFileSync } from 'node:fs';
import { createConfig, lintFromString } from '@redocly/openapi-core';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { openApiText } from '../../scripts/generated-openapi.js';
import { DEFAULT_SERVICE_SETTINGS, ENDPOINTS } from '../../src/contract/index.js';
import { openApiDocument } from '../../src/contract/openapi/document.js';
import { REPLIES } from '../../src/contract/openapi/replies.js';
import { REQUEST_FIELDS } from '../../src/contract/openapi/requests.js';
import { running } from '../sandbox/support/client.js';
import { TABLE } from './table.js';

const text = openApiText();
const document = JSON.parse(text);

const ajv = new Ajv2020({ strict: false, allErrors: true });
ajv.addSchema(document, 'openapi.json');
/** What a schema says against a value; ids beyond 2^53 lose digits here, which no schema minds. */
function faults(schema: object, value: unknown): readonly string[] {
  const absolute = JSON.parse(JSON.stringify(schema).replaceAll('"#/components', '"openapi.json#/components'));
  const validate = ajv.compile(absolute);
  validate(value);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}

describe('the OpenAPI document', () => {
  it('is what the sources give (else run `npm run generate`)', () => {
    expect(readFileSync(new URL('../../schemas/openapi.json', import.meta.url), 'utf8')).toBe(text);
  });

  it('passes a linter', async () => {
    const config = await createConfig({ extends: ['recommended'] });
    const problems = await lintFromString({ source: text, absoluteRef: '/openapi.json', config });
    // The address is an example: a service has its own.
    const known = new Set(['no-server-example.com']);
    expect(
      problems.filter(({ ruleId }) => !known.has(ruleId)).map(({ ruleId, message }) => `${ruleId}: ${message}`),
    ).toEqual([]);
  });

  it('has every operation once, under the path of its service', () => {
    const ids = Object.values(document.paths).flatMap((path) =>
      Object.values(path as Record<string, { operationId: string }>).map(({ operationId }) => operationId),
    );
    expect(ids.sort()).toEqual(Object.keys(ENDPOINTS).sort());
    const named = openApiDocument({ ...DEFAULT_SERVICE_SETTINGS, platformSegment: 'p', richCreativeWord: 'combo' });
    expect(Object.keys(named['paths'] as object)).toContain('/p/combo/add');
  });

  it.each(TABLE.filter(({ bytes, settings }) => bytes.body !== '' && settings?.creativeSets !== 'flat'))(
    'describes the literal request of $title',
    ({ endpoint, bytes }) => {
      const fields = REQUEST_FIELDS[endpoint] as Readonly<
        Record<string, { schema: { contentSchema?: object }; required?: true }>
      >;
      const sent = new URLSearchParams(bytes.body);
      for (const [name, value] of sent) {
        const field = fields[name];
        expect(field, name).toBeDefined();
        const inside = field?.schema.contentSchema;
        const found = inside === undefined ? faults(field?.schema ?? {}, value) : faults(inside, JSON.parse(value));
        expect([name, found]).toEqual([name, []]);
      }
      for (const [name, { required }] of Object.entries(fields)) if (required) expect([...sent.keys()]).toContain(name);
    },
  );

  it.each(TABLE)('knows every key of the literal reply of $title', ({ endpoint, reply }) => {
    const schema = REPLIES[endpoint] as { $ref?: string; properties?: object };
    const record =
      schema.$ref === undefined ? schema : document.components.schemas[schema.$ref.split('/').at(-1) ?? ''];
    const read = JSON.parse(reply) as object;
    const known = Object.keys(record.properties ?? {});
    expect(Object.keys(read).filter((key) => !known.includes(key))).toEqual([]);
  });

  it('is served by the sandbox, with its words', async () => {
    const { url, close } = await running({ fixture: { options: { service: { platformSegment: 'shop' } } } });
    const served = (await (await fetch(`${url}/openapi.json`)).json()) as { paths: object };
    expect(Object.keys(served.paths)).toContain('/shop/keyword/update');
    await close();
  });
});
