import { describe, expect, test } from 'vitest';
import { diagnostic } from '../../src/diagnostics/diagnostic.js';
import type { Plan } from '../../src/model/change/plan.js';
import { MARKDOWN_LIMIT, renderFailureMarkdown } from '../../src/render/index.js';
import { fitBlocks } from '../../src/render/markdown/fit.js';
import { expectGolden } from './golden-file.js';
import { change, field, samplePlan } from './sample-plan.js';
import { renderPlanMarkdown } from './with-rules.js';

const HOSTILE = [
  '```',
  '@someone',
  '#12',
  // GitLab's own: merge requests, labels, milestones, epics, snippets, quick actions, groups of people.
  '!12',
  '~bug',
  '%v1',
  '&5',
  '$7',
  '/merge',
  '@all',
  'GH-12',
  '</details>',
  '<!-- x',
  '|',
  '<img src=x>',
  '[a](http://b)',
  '~~~',
  '秋季👟',
  '\n',
  '\u202e',
];

function bigPlan(count: number): Plan {
  const changes = Array.from({ length: count }, (_, index) => {
    const name = `${HOSTILE[index % HOSTILE.length]}${index}`;
    const facts = { word: `词${name}`, groupId: String(index % 40) };
    return change(`keyword/${name}`, index % 50 === 0 ? 'blocked' : 'update', {
      facts,
      reason: `because of ${name}`,
      fields: [field('price', { desired: `${index}.50`, observed: '1' })],
    });
  });
  const summary = { ...samplePlan().summary, create: 0, forget: 0, update: count - count / 50, blocked: count / 50 };
  return { ...samplePlan(), changes, summary };
}

/** Walks the lines as a Markdown reader would: every fence and every <details> closed, nothing hostile outside a fence. */
function readMarkdown(text: string): { outside: string[]; fences: number } {
  const outside: string[] = [];
  let fences = 0;
  let inside = false;
  let details = 0;
  for (const line of text.split('\n')) {
    if (inside) {
      if (/^ {0,3}(`{3,}|~{3,})/.test(line)) {
        expect(line).toBe('```');
        inside = false;
      }
      continue;
    }
    if (/^```/.test(line)) {
      inside = true;
      fences++;
    } else outside.push(line);
    if (line.startsWith('<details>')) details++;
    if (line.startsWith('</details>')) details--;
  }
  expect(inside).toBe(false);
  expect(details).toBe(0);
  return { outside, fences };
}

describe('plan as Markdown', () => {
  test('every action and hostile names', () => {
    const text = renderPlanMarkdown(samplePlan(), { ownerNames: new Map([['556677', '冬靴']]) });
    expectGolden('plan.md', text);
    readMarkdown(text);
    expect(text).not.toContain('not shown');
  });

  for (const [count, limit] of [
    [5000, MARKDOWN_LIMIT],
    [1000, 8_000],
    [1000, 2_000],
  ] as const) {
    test(`${count} changes with hostile names fit into ${limit} bytes and characters`, () => {
      const text = renderPlanMarkdown(bigPlan(count), { limit });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
      expect(text.length).toBeLessThanOrEqual(limit);
      const { outside } = readMarkdown(text);
      for (const line of outside) {
        expect(line).not.toMatch(/@someone|@all|#12|!12|~bug|%v1|&5|\$7|^\/|GH-12|img|http:/);
      }
      const lines = text.trimEnd().split('\n');
      expect(lines.slice(0, 6).join('\n')).toContain(`${count - count / 50} to update`);
      expect(lines.slice(0, 8).join('\n')).toContain('apply will not start');
      const [, hidden] = /^(\d+) items not shown: /.exec(lines.at(-1) ?? '') ?? [];
      const shown = lines.filter((line) => /^[~!] keyword\//.test(line)).length;
      expect(shown + Number(hidden)).toBe(count);
    });
  }

  test('a full comment uses most of its room', () => {
    expect(Buffer.byteLength(renderPlanMarkdown(bigPlan(2000)))).toBeGreaterThan(MARKDOWN_LIMIT - 1500);
  });

  test('of many equal changes that do not fit, each that is not shown is counted', () => {
    const changes = Array.from({ length: 5000 }, (_, index) =>
      change(`keyword/${80_000_000 + index}`, 'update', {
        facts: { word: `秋季女鞋👟@someone#${index}`, groupId: String(index % 9) },
        fields: [field('price', { desired: '0.81', observed: '0.75' })],
      }),
    );
    const text = renderPlanMarkdown({
      ...samplePlan(),
      changes,
      findings: [],
      summary: { ...samplePlan().summary, update: 5000, forget: 0 },
    });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MARKDOWN_LIMIT);
    readMarkdown(text);
    expect(text).toContain('~ 5000 keywords in 9 groups');
    const shown = [...text.matchAll(/\b800\d{5}\b/g)].length;
    const [, hidden] = /\n(\d+) items not shown: /.exec(text) ?? [];
    expect(shown).toBeGreaterThan(1000);
    expect(shown + Number(hidden)).toBe(5000);
  });

  test('a name in running text can neither close the marker nor notify anyone', () => {
    const account = 'a-->@all !12 ~bug <b>`x`';
    const text = renderPlanMarkdown({ ...samplePlan(), account });
    const outside = readMarkdown(text).outside.join('\n');
    expect(outside).not.toMatch(/@all|!12|~bug|<b>/);
    expect(outside.split('-->')).toHaveLength(2);
    expect(renderFailureMarkdown(account, []).split('\n')[0]).toBe(text.split('\n')[0]);
  });

  test('why there is no plan: the same marker, every fault with its place, within the limit', () => {
    const faults = Array.from({ length: 3000 }, (_, index) =>
      diagnostic('bad-price', {
        detail: `${HOSTILE[index % HOSTILE.length]} is no price.`,
        source: { file: 'ads/shoes.yaml', line: index + 1, column: 5 },
        excerpt: `    price: ${HOSTILE[index % HOSTILE.length]}`,
      }),
    );
    const text = renderFailureMarkdown('main', faults);
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MARKDOWN_LIMIT);
    readMarkdown(text);
    expect(text).toContain('**3000 errors in 1 file**');
    expect(text).toContain('ads/shoes.yaml:1:5');
    expect(text.trimEnd().split('\n').at(-1)).toMatch(/^\d+ items not shown: /);
  });

  test('blocked items and findings come before the changes', () => {
    const text = renderPlanMarkdown(bigPlan(100));
    expect(text.indexOf('#### Guardrails')).toBeLessThan(text.indexOf('#### Blocked (2)'));
    expect(text.indexOf('#### Blocked (2)')).toBeLessThan(text.indexOf('<details><summary>Changes (98)'));
  });

  test('one change longer than a whole comment is cut at a line, and its fence is closed', () => {
    const items = Array.from({ length: 30_000 }, (_, index) => `词${index}`);
    const huge = change('group/a', 'create', { fields: [field('negativeWords', { desired: items })] });
    const text = renderPlanMarkdown({ ...samplePlan(), findings: [], changes: [huge] });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MARKDOWN_LIMIT);
    readMarkdown(text);
    expect(text).toContain('… (the rest of this is not shown)');
  });
});

test('blocks: what does not fit is counted, and an opened block is closed', () => {
  const block = (name: string, items: string[]) => ({
    open: [`<${name}>`],
    items: items.map((item) => ({ lines: [item], count: 1 })),
    total: items.length,
    close: [`</${name}>`],
  });
  const blocks = [block('a', ['1', '2']), block('b', ['3'])];
  expect(fitBlocks(blocks, 1000)).toEqual({ lines: ['<a>', '1', '2', '</a>', '<b>', '3', '</b>'], hidden: 0 });
  expect(fitBlocks(blocks, 13)).toEqual({ lines: ['<a>', '1', '2', '</a>'], hidden: 1 });
  expect(fitBlocks(blocks, 12)).toEqual({ lines: ['<a>', '1', '</a>'], hidden: 2 });
  expect(fitBlocks(blocks, 3)).toEqual({ lines: [], hidden: 3 });
});

test('what does not fit is never put into words', () => {
  let made = 0;
  function* items() {
    for (; ; made++) yield { lines: ['12345'], count: 1 };
  }
  const { hidden } = fitBlocks([{ open: ['<a>'], items: items(), total: 1_000_000, close: ['</a>'] }], 100);
  expect({ made, hidden }).toEqual({ made: 15, hidden: 1_000_000 - 15 });
});
