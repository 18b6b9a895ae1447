import { expect, test } from 'vitest';
import { displayWidth } from '../../src/render/characters/measure.js';
import { type Cells, type RowColumn, renderRows, reportLines, type ShownRows } from '../../src/render/index.js';
import { expectGolden } from './golden-file.js';

const columns: RowColumn[] = [
  { name: 'date', form: 'text' },
  { name: 'type', form: 'text' },
  { name: 'groupId', form: 'id' },
  { name: 'groupName', form: 'text' },
  { name: 'adType', form: 'text' },
  { name: 'views', form: 'number' },
  { name: 'totalCost', form: 'number' },
];

/** Days whose figures are those of the rows below; the fourth is not ready. */
const course = (days: readonly string[]) => ({
  total: { cost: '57.60', clicks: 0, views: 5600 },
  days: days.map((day, index) => {
    if (index === 3) return { day };
    const nth = index > 3 ? index - 1 : index;
    return { day, figures: { cost: `${nth * 2}.20`, clicks: 0, views: nth * 200 } };
  }),
});

function textOf(rows: readonly Cells[], shown: ReturnType<typeof course>, width: number, of: Partial<ShownRows> = {}) {
  return [...reportLines({ rows, columns, count: rows.length, ...of }, shown, { color: false, width })].join('');
}

const days = Array.from({ length: 9 }, (_, index) => `2024-06-0${index + 1}`);

const rows: Cells[] = days
  .filter((day) => day !== '2024-06-04')
  .flatMap((date, index) =>
    ['computer', 'mobile'].map((type) => ({
      date,
      type,
      groupId: '9007199254740993',
      groupName: '秋季女鞋',
      views: String(index * 100),
      totalCost: `${index}.10`,
    })),
  );

test('a report: aligned, exact sums at the foot, bars that show the course, a gap for a day that is not ready', () => {
  const text = textOf(rows, course(days), 80);
  expectGolden('report.txt', text);
  expect(text).toContain('57.60');
  expect(text).toMatch(/views +5600 {2}▁▂▃ ▄▅▆▇█\n/);
  expect(text).not.toContain('adType');
});

test('the first rows of many: sums and number of all, and where all are', () => {
  const text = textOf(rows.slice(0, 3), course(days), 80, { count: 16, file: 'out\u001b.csv' });
  expect(text.split('\n').slice(4, 8)).toEqual([
    expect.stringMatching(/^─+ /),
    expect.stringMatching(/^16 rows .* 5600 +57\.60$/),
    'The first 3 of 16 rows. out<U+001B>.csv has all of them.',
    '',
  ]);
});

test('ninety days fit into a narrow terminal', () => {
  const many = Array.from({ length: 90 }, (_, index) =>
    new Date(Date.UTC(2024, 0, 1 + index)).toISOString().slice(0, 10),
  );
  const text = textOf(
    many.map((date) => ({ date, views: '1' })),
    course(many),
    40,
  );
  for (const line of text.split('\n')) expect(displayWidth(line)).toBeLessThanOrEqual(40);
});

test('rows of a list: lists joined, no foot where no column has one', () => {
  const list: RowColumn[] = [
    { name: 'picId', form: 'id' },
    { name: 'width', form: 'number' },
    { name: 'tags', form: 'text' },
  ];
  expect(renderRows([{ picId: '1', width: '121', tags: ['夏季', '主图'] }], list, { color: false, width: 80 })).toBe(
    'picId  width  tags\n1        121  夏季, 主图\n',
  );
  expect(renderRows([], list, { color: false, width: 80 })).toBe('No rows.\n');
});
