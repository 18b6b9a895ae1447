import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import { formatManifest } from '../../src/manifest/write/format.js';

function formatted(text: string): string {
  const result = formatManifest('a.yaml', text);
  if ('diagnostics' in result) throw new Error(JSON.stringify(result.diagnostics));
  return result.text;
}

test('one layout, every comment kept', () => {
  const text = `# head


version:   1      # the version
groups:
    autumn-shoes:      # a group
        campaignId:  1001


        name: 秋季女鞋
        negativeWords: {phrase: [ 免费 ,试用],   exact: [007,
          "no"]}
# keywords
keywords:
- id: 80001234
  url:   'https://a.example.com/{keyword}?a=''b''' # landing
- {id: 5,status: pause}
---
pictures:
-   id: 5
    tags:   [ ]
# end`;
  expect(formatted(text)).toBe(`# head

version: 1        # the version
groups:
  autumn-shoes:        # a group
    campaignId: 1001

    name: 秋季女鞋
    negativeWords: { phrase: [免费, 试用], exact: [007, "no"] }
# keywords
keywords:
  - id: 80001234
    url: 'https://a.example.com/{keyword}?a=''b''' # landing
  - { id: 5, status: pause }
---
pictures:
  - id: 5
    tags: []

# end
`);
});

test('brackets over several lines are joined if they fit, else opened; on one line they stay', () => {
  const long = Array.from({ length: 12 }, (_, index) => `word-number-${index}`);
  expect(formatted(`x-a: [a,\n  b]\n`)).toBe('x-a: [a, b]\n');
  expect(formatted(`x-a: [${long.join(',\n  ')}]\n`)).toBe(`x-a:\n${long.map((word) => `  - ${word}\n`).join('')}`);
  expect(formatted(`x-a: [${long.join(',')}]\n`)).toBe(`x-a: [${long.join(', ')}]\n`);
  expect(formatted('x-a: { b: 1, # one\n  c: 2 }\n')).toBe('x-a:\n  b: 1 # one\n  c: 2\n');
});

describe('what is written stays written', () => {
  it.each([
    'a: 007\nb: no\nc: ~\nd:\ne: null\nf: ""\ng: 1.10\nh: 0x1F\ni: 2024-01-01\nj: "~"\n',
    'a: &x { b: 1 }\nc: *x\nd:\n  <<: *x\n',
    'a: |\n  one\n\n  two\nb: >-\n  folded text\n',
    'a: "\\u0041\\t"\nb: \'\\t\'\n',
    '"quoted key": 1\n1001: 2\n',
    'a: https://example.com/#top\nb: "a # b"\n',
    '__proto__: 1\nconstructor: 2\n',
  ])('%j', (text) => expect(formatted(text)).toBe(text));
});

test('a file with faults is left as it is, and the faults are named', () => {
  const result = formatManifest('a.yaml', 'groups: {\n');
  expect(result).toMatchObject({
    diagnostics: [{ code: 'yaml-syntax', severity: 'error', source: { file: 'a.yaml' } }],
  });
});

const EXAMPLES = new URL('../../examples/', import.meta.url);
const manifests = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' }).filter((file) =>
  /\bads\b.*\.yaml$/.test(file),
);

test.each(manifests)('examples/%s is formatted as it should be', (file) => {
  const text = readFileSync(new URL(file, EXAMPLES), 'utf8');
  expect(formatted(text)).toBe(text);
});
