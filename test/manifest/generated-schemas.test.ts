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
});

interface Node {
  readonly title?: string;
  readonly description?: string;
  readonly type?: unknown;
  readonly enum?: unknown;
  readonly const?: unknown;
  readonly examples?: unknown;
  readonly default?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly [keyword: string]: unknown;
}

/** Fields that an editor could not explain, or for which it would have nothing to offer. */
function* unexplained(node: Node, path: string): Generator<string> {
  for (const [key, field] of Object.entries(node.properties ?? {})) {
    const isScalar = Array.isArray(field.type) || field.type === 'string';
    const offers = [field.enum, field.examples, field.default].some((one) => one !== undefined);
    // What is in an `if` is a condition and no field.
    if (field.const === undefined && (!field.title || !field.description || (isScalar && !offers)))
      yield `${path}.${key}`;
    yield* unexplained(field, `${path}.${key}`);
  }
  for (const keyword of ['items', 'additionalProperties', 'then', 'allOf', 'anyOf']) {
    for (const inner of [node[keyword]].flat()) {
      if (typeof inner === 'object' && inner !== null) yield* unexplained(inner as Node, `${path} ${keyword}`);
    }
  }
}

describe('for editors, every field has a title, a description, and examples or a list of values', () => {
  it.each(['manifest', 'project'])('%s', (name) => {
    expect([...unexplained(JSON.parse(schemas.get(`${name}.schema.json`) ?? ''), name)]).toEqual([]);
  });

  it('and one that lacks them is found', () => {
    expect([
      ...unexplained({ items: { properties: { a: { type: 'string', title: 'a', description: 'b' } } } }, 'x'),
    ]).toEqual(['x items.a']);
  });
});
