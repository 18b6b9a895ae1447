import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { generatedSchemas } from '../../scripts/generated-schemas.js';

const schemas = generatedSchemas();

describe('schemas/', () => {
  it.each([...schemas.keys()])('%s is what the sources give (else run `npm run generate`)', (file) => {
    expect(readFileSync(new URL(`../../schemas/${file}`, import.meta.url), 'utf8')).toBe(schemas.get(file));
  });
});

describe('the manifest schema, for editors', () => {
  const ajv = new Ajv({ strict: false, allErrors: true });
  const validate = ajv.compile(JSON.parse(schemas.get('manifest.schema.json') ?? ''));
  const faults = (text: string) => {
    validate(parse(text));
    return (validate.errors ?? []).map(({ instancePath, keyword }) => `${instancePath} ${keyword}`);
  };

  it('takes texts as YAML guesses them', () => {
    expect(
      faults(
        'version: 1\ngroups:\n  g: {campaignId: 1001, name: 007, price: 1.20, negativeWords: {exact: [true, 1e5]}}\nkeywords:\n  - {id: 80001234, price: 0, url: ""}\nkeywordFiles: [a.csv, {path: b.csv, encoding: gb18030}]\nx-a: {}\n',
      ),
    ).toEqual([]);
  });

  it('sees what the command line would refuse', () => {
    expect(
      faults(
        'version: 1\nkeywords:\n  - {id: 1, matchType: Exact}\nrichCreatives:\n  - {creative: sublinks-mobile, content: [{text: a, url: b}]}\ngruops: {}\n',
      ),
    ).toEqual([
      ' additionalProperties',
      '/keywords/0/matchType enum',
      '/richCreatives/0/content minItems',
      '/richCreatives/0 if',
    ]);
  });

  it('explains every field', () => {
    const { properties } = JSON.parse(schemas.get('manifest.schema.json') ?? '');
    const group = properties.groups.additionalProperties;
    for (const field of Object.values<Record<string, unknown>>(group.properties)) {
      expect(field['title']).toEqual(expect.any(String));
    }
    expect(group.properties.status.enum).toEqual(['enable', 'pause']);
  });
});
