import { expect, test } from 'vitest';
import type { ApplyResult } from '../../src/model/change/result.js';
import { displayWidth } from '../../src/render/characters/measure.js';
import { renderApplyText } from '../../src/render/index.js';
import { expectGolden } from './golden-file.js';
import { sampleResult } from './sample-result.js';

for (const width of [80, 120]) {
  test(`every outcome, ${width} columns`, () => {
    const text = renderApplyText(sampleResult(), { color: false, width });
    expectGolden(`apply-${width}.txt`, text);
    for (const line of text.trimEnd().split('\n').slice(0, -1))
      expect(displayWidth(line), line).toBeLessThanOrEqual(width);
  });
}

test('verbose names every item', () => {
  const text = renderApplyText(sampleResult(), { color: false, width: 120, verbose: true });
  expect(text).toContain('update keyword/80000029');
  expect(renderApplyText(sampleResult(), { color: false, width: 120 })).toContain('update 30 keywords');
});

test('created ids are never folded away', () => {
  const items = Array.from({ length: 50 }, (_, index) => ({
    address: `group/g${index}`,
    action: 'create' as const,
    outcome: 'done' as const,
    id: String(5000 + index),
  }));
  const result: ApplyResult = {
    ...sampleResult(),
    status: 'applied',
    items,
    summary: { ...sampleResult().summary, done: 50 },
  };
  const text = renderApplyText(result, { color: false, width: 80 });
  for (const { address, id } of items) expect(text).toMatch(new RegExp(`${address} +${id}`));
});

test('a run that did nothing says so', () => {
  const summary = { done: 0, failed: 0, skipped: 0, held: 0, unknown: 0, pending: 0 };
  const result: ApplyResult = { account: 'main', status: 'nothing-to-do', summary, items: [], diagnostics: [] };
  expect(renderApplyText(result, { color: false, width: 80 })).toBe('Nothing to do.\n');
});
