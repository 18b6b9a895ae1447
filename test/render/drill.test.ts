import { expect, it } from 'vitest';
import { type DrillRow, renderDrill } from '../../src/render/index.js';

const NOTHING = { kind: null, batch: null, doubled: 0, lost: 0, inDoubt: 0, settled: 'next-run' } as const;
const OPTIONS = { color: false, width: 80 };

it('shows a drill in 80 columns: what was doubled, lost and left in doubt at each boundary', () => {
  const rows: readonly DrillRow[] = [
    { boundary: 'after lock', ...NOTHING },
    {
      boundary: 'before outcome',
      kind: 'rich-creative',
      batch: 12,
      doubled: 3,
      lost: 0,
      inDoubt: 100,
      settled: 'resolve',
    },
    { boundary: 'before snapshot', ...NOTHING, lost: 2, settled: 'open' },
    { boundary: 'after outcome', ...NOTHING, kind: 'app', batch: 1, inDoubt: 1, settled: 'account' },
  ];
  expect(renderDrill(rows, ['The next run was refused:\u001b[31m no.'], OPTIONS).split('\n')).toEqual([
    'killed           kind           batch  doubled  lost  in doubt  settled',
    'after lock                                   –     –         –  by the next run',
    'before outcome   rich-creative     12        3     –       100  by resolve',
    'before snapshot                              –     2         –  not settled',
    'after outcome    app                1        –     –         1  read back',
    '',
    'The next run was refused:<U+001B>[31m no.',
    '',
    'Killed at 4 boundaries: 3 doubled, 2 lost; 2 left items in doubt.',
  ]);
});

it('shows only what there is to say where nothing was tried', () => {
  expect(renderDrill([], ['Nothing to try.'], OPTIONS)).toBe('Nothing to try.');
});
