import { describe, expect, it } from 'vitest';
import type { DiagnosticCode } from '../../src/diagnostics/codes.js';
import { diagnostic } from '../../src/diagnostics/diagnostic.js';
import { DiagnosticList } from '../../src/diagnostics/diagnostic-list.js';

const at = (line: number, code: DiagnosticCode = 'bad-price', field = 'price', file = 'a.csv') =>
  diagnostic(code, { field, source: { file, line, column: 2 }, detail: `Line ${line}.` });

function listed(...many: ReturnType<typeof diagnostic>[]) {
  const list = new DiagnosticList();
  list.addAll(many);
  return list;
}

const lines = (count: number) => Array.from({ length: count }, (_, index) => index + 1);

describe('findings that are alike', () => {
  it('are listed one by one up to twenty', () => {
    expect(listed(...lines(20).map((line) => at(line))).sorted()).toHaveLength(20);
  });

  it('are one beyond, with their count and the first five places in the order of the file', () => {
    const [one, ...more] = listed(
      ...lines(21)
        .reverse()
        .map((line) => at(line)),
    ).sorted();
    expect(more).toEqual([]);
    expect(one?.detail).toBe('Line 2. There are 21 like this in a.csv; the first: 2:2, 3:2, 4:2, 5:2, 6:2.');
    expect(one?.related?.map(({ line }) => line)).toEqual([3, 4, 5, 6]);
  });

  it('differ by code, field, file and severity', () => {
    const many = lines(21).flatMap((line) => [
      at(line),
      at(line, 'not-allowed'),
      at(line, 'bad-price', 'other'),
      at(line, 'bad-price', 'price', 'b.csv'),
      { ...at(line), severity: 'warning' as const },
    ]);
    expect(listed(...many, at(1, 'bad-id')).sorted()).toHaveLength(6);
  });

  it('without a place are named by their addresses', () => {
    const many = lines(30).map((n) => diagnostic('stored-differently', { address: `group/${n}` }));
    expect(listed(...many).all()[0]?.detail).toBe(
      'There are 30 like this; the first: group/1, group/2, group/3, group/4, group/5.',
    );
  });
});
