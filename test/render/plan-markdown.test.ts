import { describe, expect, test } from 'vitest';
import type { Plan } from '../../src/model/plan.js';
import { MARKDOWN_LIMIT, renderPlanMarkdown } from '../../src/render/index.js';
import { fitBlocks } from '../../src/render/markdown/fit.js';
import { expectGolden } from './golden-file.js';
import { change, field, samplePlan } from './sample-plan.js';

const HOSTILE = [
  '```',
  '@someone',
  '#12',
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
    const text = renderPlanMarkdown(samplePlan(), { groupNames: new Map([['556677', '冬靴']]) });
    expectGolden('plan.md', text);
    readMarkdown(text);
    expect(text).not.toContain('not shown');
  });

  for (const limit of [MARKDOWN_LIMIT, 8_000, 2_000]) {
    test(`case 78: 5,000 changes with hostile names fit into ${limit} bytes and characters`, () => {
      const text = renderPlanMarkdown(bigPlan(5000), { limit });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(limit);
      expect(text.length).toBeLessThanOrEqual(limit);
      const { outside } = readMarkdown(text);
      for (const line of outside) {
        expect(line).not.toMatch(/@someone|#12|img|http:/);
      }
      const lines = text.trimEnd().split('\n');
      expect(lines.slice(0, 6).join('\n')).toContain('4900 to update');
      expect(lines.slice(0, 8).join('\n')).toContain('apply will not start');
      const [, hidden] = /^(\d+) items not shown: /.exec(lines.at(-1) ?? '') ?? [];
      const shown = lines.filter((line) => /^[~!] keyword\//.test(line)).length;
      expect(shown + Number(hidden)).toBe(5000);
    });
  }

  test('a full comment uses most of its room', () => {
    expect(Buffer.byteLength(renderPlanMarkdown(bigPlan(5000)))).toBeGreaterThan(MARKDOWN_LIMIT - 1500);
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
    items: items.map((item) => [item]),
    close: [`</${name}>`],
  });
  const blocks = [block('a', ['1', '2']), block('b', ['3'])];
  expect(fitBlocks(blocks, 1000)).toEqual({ lines: ['<a>', '1', '2', '</a>', '<b>', '3', '</b>'], hidden: 0 });
  expect(fitBlocks(blocks, 13)).toEqual({ lines: ['<a>', '1', '2', '</a>'], hidden: 1 });
  expect(fitBlocks(blocks, 12)).toEqual({ lines: ['<a>', '1', '</a>'], hidden: 2 });
  expect(fitBlocks(blocks, 3)).toEqual({ lines: [], hidden: 3 });
});
