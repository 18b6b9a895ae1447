import { expect, it } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { hasErrors } from '../../src/diagnostics/diagnostic.js';
import type { SectionPart } from '../../src/manifest/check/entries.js';
import { type ValidatedDocument, validateManifest } from '../../src/manifest/check/validate.js';
import { buildGraph, statementsIn } from '../../src/manifest/graph/graph.js';
import { addPart } from '../../src/manifest/table/add-part.js';
import { ResourceTable } from '../../src/manifest/table/resource-table.js';
import { HeldResources } from '../../src/manifest/table/table-resources.js';
import { formatManifest } from '../../src/manifest/write/format.js';
import { parseSource } from '../../src/manifest/yaml/parse.js';
import type { ResourceGraph } from '../../src/model/index.js';
import { digestOf, SECTIONS } from '../manifest/support.js';
import { cpuTime } from '../support/cpu-time.js';
import { edited, edits, TIMEOUT, textsIn, tried } from './support.js';

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

async function read(text: string): Promise<{ graph: ResourceGraph; diagnostics: Diagnostic[] }> {
  const diagnostics: Diagnostic[] = [];
  const report = (one: Diagnostic) => {
    diagnostics.push(one);
  };
  const parsed = parseSource('a.yaml', text);
  diagnostics.push(...parsed.diagnostics);
  const documents: ValidatedDocument[] = [];
  for (const [index, document] of parsed.documents.entries())
    documents.push(await validateManifest(document, SECTIONS, index === 0, report));
  const parts: SectionPart[] = documents.flatMap((document) => document.parts);
  const groupNames = { min: 1, max: 0, count: 'characters' } as const;
  const settings = { groupNames, prices: { decimals: 2, groupZero: 'refused' } } as const;
  const table = new ResourceTable();
  for (const part of parts) addPart(table, part, settings, report);
  const statements = statementsIn(documents, SECTIONS);
  const resources = new HeldResources(table, statements);
  return {
    graph: buildGraph(resources, { ...statements, parts, files: [], emptySources: [] }, report),
    diagnostics,
  };
}

const plain = (text: string) => text.replace(/\s+/g, ' ');

it(
  'a mutated manifest ends in a graph or in located diagnostics, and nothing is made up',
  () =>
    tried(edits(MANIFEST.length, SNIPPETS), async (list) => {
      const text = edited(MANIFEST, list);
      const { graph, diagnostics } = await read(text);
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
        for (const value of [...textsIn(desired), ...textsIn(expected ?? {})]) {
          // Escapes, doubled quotes and the default status are not written as they are sent.
          if (value === 'enable' || value === 'Android' || /\\|''/.test(text)) continue;
          expect(written).toContain(plain(value).trim());
        }
      }
    }),
  TIMEOUT,
);

it(
  'a mutated manifest is laid out once and for all, means the same and keeps its comments, or is left alone',
  () =>
    tried(edits(MANIFEST.length, [...SNIPPETS, '# c\n', ' # c', '\n\n\n', '\n# c\n', '[a, # c\n b]']), async (list) => {
      // With more edits hardly a text is sound.
      const text = edited(MANIFEST, list.slice(0, 2));
      const once = formatManifest('a.yaml', text);
      if ('diagnostics' in once) return;
      expect(formatManifest('a.yaml', once.text)).toEqual(once);
      expect(await digestOf((await read(once.text)).graph)).toBe(await digestOf((await read(text)).graph));
    }),
  TIMEOUT,
);

it('brackets, dashes and anchors without end do not hang or crash', async () => {
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
    const before = cpuTime();
    const { diagnostics } = await read(`version: 1\nx-a: ${unit.repeat(5000)}`);
    expect([unit, cpuTime() - before < 5000]).toEqual([unit, true]);
    expect(diagnostics.length).toBeLessThan(20_000);
  }
}, 120_000);
