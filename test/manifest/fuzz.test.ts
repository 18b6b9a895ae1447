import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { hasErrors } from '../../src/diagnostics/diagnostic.js';
import { parseCsv } from '../../src/manifest/csv.js';
import type { SectionPart } from '../../src/manifest/entries.js';
import { buildGraph } from '../../src/manifest/graph.js';
import { parseSource } from '../../src/manifest/parse.js';
import { type ValidatedDocument, validateDocument } from '../../src/manifest/validate.js';
import type { ResourceGraph } from '../../src/model/index.js';
import { SECTIONS } from './support.js';

/** `ADWRIGHT_FUZZ_RUNS` for a longer run by hand. */
const RUNS = Number(process.env['ADWRIGHT_FUZZ_RUNS'] ?? 400);

const MANIFEST = `version: 1
x-defaults: &d { matchType: exact, price: 1.20 }
groups:
  autumn-shoes:
    campaignId: 1001
    name: 秋季女鞋
    price: 1.20
    negativeWords: { phrase: [免费], exact: [二手女鞋, 007, "no"] }
    industryTags: { path: ["10", '1001'], literal: 其他-鞋 }
keywords:
  - id: 80001234
    <<: *d
    word: 女鞋
    url: https://www.example.com/{keyword}?a=b   # landing
    mobileUrl: ""
  - { id: 80001235, status: pause }
richCreatives:
  - groups: [autumn-shoes]
    creative: sublinks-mobile
    content:
      - { text: 新品, url: https://m.example.com/new }
      - { text: 特价, url: https://m.example.com/sale }
pictures:
  - id: "33445"
    tags: [夏季, 主图]
moved: [{ from: group/autumn, to: group/autumn-shoes }]
forgotten: [group/old]
---
pictures:
- id: 5
  tags:
  - a
`;

const SNIPPETS = [
  ...':-?[]{},#&*!|>\'"%@`\\ \t\n',
  '：',
  '，',
  '“',
  '- ',
  ': ',
  '\n  ',
  '\n- ',
  '<<: *d\n',
  '&d ',
  '*d',
  '---\n',
  '...\n',
  '!!int ',
  '!x ',
  '|\n',
  '>-\n',
  '__proto__: ',
  '"\\ud800"',
  '\u200B',
  '\uFEFF',
  '0',
  '~',
  'null',
];

const edit = fc.record({
  at: fc.nat(MANIFEST.length),
  remove: fc.oneof(fc.constant(0), fc.nat(12), fc.nat(200)),
  insert: fc.oneof(fc.constant(''), fc.constantFrom(...SNIPPETS), fc.string({ maxLength: 4 })),
});

function read(text: string): { graph: ResourceGraph; diagnostics: Diagnostic[] } {
  const diagnostics: Diagnostic[] = [];
  const report = (one: Diagnostic) => {
    diagnostics.push(one);
  };
  const parsed = parseSource('a.yaml', text);
  diagnostics.push(...parsed.diagnostics);
  const documents: ValidatedDocument[] = parsed.documents.map((document, index) =>
    validateDocument(document, SECTIONS, index === 0, report),
  );
  const parts: SectionPart[] = documents.flatMap((document) => document.parts);
  const groupNames = { min: 1, max: 0, count: 'characters' } as const;
  return { graph: buildGraph({ documents, parts, sections: SECTIONS, groupNames, files: [] }, report), diagnostics };
}

function* texts(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else for (const inside of Object.values(Object(value))) yield* texts(inside);
}

const plain = (text: string) => text.replace(/\s+/g, ' ');

it('a mutated manifest ends in a graph or in located diagnostics, and nothing is made up', () => {
  fc.assert(
    fc.property(fc.array(edit, { minLength: 1, maxLength: 6 }), (edits) => {
      let text = MANIFEST;
      for (const { at, remove, insert } of edits) text = text.slice(0, at) + insert + text.slice(at + remove);
      const before = performance.now();
      const { graph, diagnostics } = read(text);
      expect(performance.now() - before).toBeLessThan(2000);
      const lines = text.split('\n');
      for (const { source, summary } of diagnostics) {
        expect(summary).not.toBe('');
        if (source === undefined) continue;
        expect(source.line).toBeLessThanOrEqual(lines.length);
        expect(source.column).toBeLessThanOrEqual((lines[source.line - 1] ?? '').length + 1);
      }
      if (hasErrors(diagnostics)) return;
      const written = plain(text);
      for (const { desired, expected } of graph.resources.values()) {
        for (const value of [...texts(desired), ...texts(expected ?? {})]) {
          // Escapes, doubled quotes and the default status are not written as they are sent.
          if (value === 'enable' || value === 'Android' || /\\|''/.test(text)) continue;
          expect(written).toContain(plain(value).trim());
        }
      }
    }),
    { numRuns: RUNS, interruptAfterTimeLimit: 20_000 },
  );
}, 60_000);

it('brackets, dashes and anchors without end do not hang or crash', () => {
  for (const unit of [
    '[',
    '{',
    '- ',
    '{a: ',
    '&a [',
    '? ',
    '"',
    "'",
    '!',
    '|\n',
    '- - [',
    '*a ',
    '#\n',
    'a: ',
    '\t',
    '%',
    '---\n',
  ]) {
    const before = performance.now();
    const { diagnostics } = read(`version: 1\nx-a: ${unit.repeat(5000)}`);
    expect([unit, performance.now() - before < 5000]).toEqual([unit, true]);
    expect(diagnostics.length).toBeLessThan(20_000);
  }
}, 60_000);

it('any text is CSV or a fault, and no field is lost', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(...'a,"\n\t 女') }), (text) => {
      const { records, faults } = parseCsv(text, ',');
      if (faults.length > 0) return;
      const letters = (one: string) => one.replace(/[^a女]/g, '').length;
      expect(letters(records.map(({ fields }) => fields.join('')).join(''))).toBe(letters(text));
    }),
    { numRuns: 500 },
  );
});
