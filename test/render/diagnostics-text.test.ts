import { expect, test } from 'vitest';
import { DIAGNOSTIC_CODES, type DiagnosticCode } from '../../src/diagnostics/codes.js';
import { type Diagnostic, type DiagnosticParts, diagnostic } from '../../src/diagnostics/diagnostic.js';
import { displayWidth } from '../../src/render/characters/measure.js';
import { renderDiagnostics } from '../../src/render/index.js';

const [code] = Object.keys(DIAGNOSTIC_CODES) as DiagnosticCode[];

function problem(parts: DiagnosticParts): Diagnostic {
  if (code === undefined) throw new Error('no codes');
  return { ...diagnostic(code, parts), severity: 'error', summary: 'A fault' };
}

const at = (line: number, column: number, endColumn?: number) => ({
  file: 'ads/shoes.yaml',
  line,
  column,
  ...(endColumn !== undefined && { endColumn }),
});

const render = (one: Diagnostic, width = 80) => renderDiagnostics([one], { color: false, width }).split('\n');

test('the pointer is below the column as a terminal shows it: Chinese is two columns wide', () => {
  const lines = render(problem({ source: at(14, 10, 12), excerpt: '  秋季女鞋: {坏坏' }));
  expect(lines.slice(1, 5)).toEqual([
    '  --> ads/shoes.yaml:14:10',
    '   |',
    '14 |   秋季女鞋: {坏坏',
    `   |              ${'^'.repeat(4)}`,
  ]);
});

test('invisible characters are shown, and the pointer still fits', () => {
  const lines = render(problem({ source: at(3, 4, 5), excerpt: 'a\u200bb：c' }));
  expect(lines[3]).toBe('3 | a<U+200B>b：c');
  expect(lines[4]).toBe('  |           ^^');
});

test('a long line is cut around the pointer', () => {
  const excerpt = `${'字'.repeat(300)}坏${'x'.repeat(300)}`;
  for (const width of [60, 80, 120]) {
    const lines = render(problem({ source: at(3, 301, 302), excerpt }), width);
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
    const pointer = lines[4] ?? '';
    const before = pointer.indexOf('^');
    expect(pointer.slice(before)).toBe('^^');
    const code = lines[3] ?? '';
    const bad = code.indexOf('坏');
    expect(displayWidth(code.slice(0, bad))).toBe(before);
  }
});

test('a pointer after the end of the line still points', () => {
  expect(render(problem({ source: at(1, 4), excerpt: 'abc' })).slice(3, 5)).toEqual(['1 | abc', '  |    ^']);
});

test('all in one: order of the files, related places, help once, the count', () => {
  const text = renderDiagnostics(
    [
      problem({ source: at(9, 1), detail: 'The second.' }),
      { ...problem({ source: at(2, 1), related: [at(1, 1)], address: 'group/a' }), severity: 'warning' },
      problem({ detail: 'Of no file.' }),
    ],
    { color: false, width: 80 },
  );
  expect(text.indexOf('Of no file.')).toBeLessThan(text.indexOf(':2:1'));
  expect(text.indexOf(':2:1')).toBeLessThan(text.indexOf('The second.'));
  expect(text).toContain(' = see also: ads/shoes.yaml:1:1');
  expect(text.split('= help: ').length).toBe(2);
  expect(text.split('\n').at(-1)).toBe('2 errors, 1 warning in 1 file');
});

test('nothing to report is nothing', () => {
  expect(renderDiagnostics([], { color: true, width: 80 })).toBe('');
});
