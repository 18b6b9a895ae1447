import { describe, expect, test } from 'vitest';
import { componentReport } from '../../src/queries/component-report.js';
import { creativeReport } from '../../src/queries/creative-report.js';
import type { CheckedParameters, QueryRow } from '../../src/queries/define-query.js';
import type { ReportTable } from '../../src/queries/report-layout.js';
import { ReportSums, sorted, sumColumns } from '../../src/queries/report-table.js';
import { noon } from './support.js';

function refusals(checked: CheckedParameters<unknown>): string[] {
  return checked.ok ? [] : checked.diagnostics.map((one) => one.detail ?? '');
}

const ROWS: readonly QueryRow[] = [
  {
    date: '2024-06-01',
    type: 'computer',
    groupId: '10',
    groupName: '甲',
    views: '100',
    clicks: '3',
    totalCost: '1.10',
  },
  { date: '2024-06-01', type: 'mobile', groupId: '10', groupName: '甲', views: '200', clicks: '4', totalCost: '2.05' },
  { date: '2024-06-02', type: 'computer', groupId: '9', groupName: '乙', views: '0', clicks: '0', totalCost: '0.00' },
  { date: '2024-06-02', type: 'mobile', groupId: '9', groupName: '乙', views: '50', clicks: '0', totalCost: '10' },
];

function summed(...by: ReportTable['sum']) {
  const sums = new ReportSums(by);
  for (const row of ROWS) sums.add(row);
  return sums.rows();
}

describe('--last', () => {
  test.each([
    ['3d', ['2024-06-07', '2024-06-08', '2024-06-09']],
    ['1', ['2024-06-09']],
  ])('%s is the days until yesterday', (last, days) => {
    expect(creativeReport.check([], { last }, noon)).toMatchObject({ params: { days } });
    expect(componentReport.check([], { last }, noon)).toMatchObject({ params: { days } });
  });

  test.each(['0', '91d', '7w', '-1', '', '1.5d', 'd'])('%j is refused', (last) => {
    expect(refusals(creativeReport.check([], { last }, noon))).toEqual([
      `--last is a number of days from 1 to 90, as 7d; not "${last}".`,
    ]);
  });

  test('does not go with a first or a last day', () => {
    expect(refusals(creativeReport.check([], { last: '7d', from: '2024-06-01' }, noon))).toHaveLength(1);
    expect(refusals(componentReport.check([], { last: '7d', to: '2024-06-01' }, noon))).toHaveLength(1);
  });
});

test('a sum none of whose rows could be read has no figures', () => {
  const sums = new ReportSums(['group']);
  for (const { groupId, groupName } of ROWS.slice(1, 3))
    sums.add({ groupId, groupName, views: '1', clicks: '1', totalCost: groupId === '9' ? '1,234.50' : '2.00' });
  expect(sums.rows()).toEqual([
    expect.objectContaining({ groupId: '10', views: '1', totalCost: '2.00' }),
    { groupId: '9', groupName: '乙' },
  ]);
});

describe('--sum and --sort', () => {
  test('take what the report has', () => {
    expect(creativeReport.check([], { sum: 'group, day', sort: 'rate' }, noon)).toMatchObject({
      params: { table: { sum: ['day', 'group'], sort: 'rate' } },
    });
    expect(componentReport.check([], { sum: 'component', sort: 'component' }, noon).ok).toBe(true);
    expect(creativeReport.check([], { sum: 'type' }, noon).ok).toBe(true);
  });

  test.each([
    [creativeReport, { sum: 'hour' }, '--sum must be one of day, device, type, campaign, group, not "hour".'],
    [creativeReport, { sum: '' }, '--sum must be one of day, device, type, campaign, group, not "".'],
    [creativeReport, { sum: 'component' }, '--sum must be one of day, device, type, campaign, group, not "component".'],
    [
      creativeReport,
      { adType: 'base_report', sum: 'type' },
      'must be one of day, device, campaign, group, not "type".',
    ],
    [componentReport, { sum: 'type' }, '--sum must be one of day, device, component, campaign, group, not "type".'],
    [creativeReport, { sort: 'spend' }, '--sort must be one of cost, clicks, views, rate, price, day,'],
    // A column that the sums no longer have.
    [
      creativeReport,
      { sum: 'group', sort: 'day' },
      'must be one of cost, clicks, views, rate, price, group, not "day".',
    ],
  ] as const)('%#: %j', (query, options, words) => {
    expect(refusals(query.check([], options, noon)).join()).toContain(words);
  });
});

describe('sums', () => {
  test('by group: exact, with rates; without views or clicks there is none', () => {
    expect(summed('group')).toEqual([
      // 7 of 300 views; 3.15 / 7 = 0.45
      {
        groupId: '10',
        groupName: '甲',
        views: '300',
        clicks: '7',
        totalCost: '3.15',
        clickRate: '2.33',
        costPerClick: '0.45',
      },
      {
        groupId: '9',
        groupName: '乙',
        views: '50',
        clicks: '0',
        totalCost: '10.00',
        clickRate: '0.00',
        costPerClick: undefined,
      },
    ]);
  });

  test('by several, and by nothing at all', () => {
    expect(summed('day', 'device').map(({ date, type, totalCost }) => [date, type, totalCost])).toEqual([
      ['2024-06-01', 'computer', '1.10'],
      ['2024-06-01', 'mobile', '2.05'],
      ['2024-06-02', 'computer', '0.00'],
      ['2024-06-02', 'mobile', '10.00'],
    ]);
    // 7 of 350 views; 13.15 / 7 = 1.8785…
    expect(summed()).toEqual([
      { views: '350', clicks: '7', totalCost: '13.15', clickRate: '2.00', costPerClick: '1.88' },
    ]);
  });

  test('a group that was renamed is one group', () => {
    const sums = new ReportSums(['group']);
    for (const groupName of ['old', 'new'])
      sums.add({ groupId: '1', groupName, views: '1', clicks: '1', totalCost: '1' });
    expect(sums.rows()).toHaveLength(1);
  });

  test('a row with something else than numbers is in no sum at all', () => {
    const sums = new ReportSums([]);
    expect(sums.add({ views: '1', clicks: '1', totalCost: '1.00' })).toBe(true);
    expect(sums.add({ views: '1', clicks: 'x', totalCost: '5.00' })).toBe(false);
    expect(sums.add({ views: '1', clicks: '1', totalCost: '1,000' })).toBe(false);
    expect(sums.rows()).toMatchObject([{ totalCost: '1.00', views: '1' }]);
  });

  test('columns are those of what they are put together by', () => {
    expect(sumColumns(['device', 'group']).map(({ name }) => name)).toEqual([
      ...['type', 'groupId', 'groupName', 'views', 'clicks', 'totalCost', 'clickRate', 'costPerClick'],
    ]);
  });
});

describe('the order', () => {
  const order = (sort: ReportTable['sort'], rows = ROWS) =>
    sorted(rows, { sum: [], dimensions: [], ...(sort !== undefined && { sort }) }).map((row) => rows.indexOf(row));

  test.each([
    [undefined, [0, 1, 2, 3]],
    // As numbers: 10 is more than 2.05.
    ['cost', [3, 1, 0, 2]],
    ['clicks', [1, 0, 2, 3]],
    ['views', [1, 0, 3, 2]],
    // 3 %, 2 %, 0 %, none.
    ['rate', [0, 1, 3, 2]],
    // 0.51, 0.37, none, none: equals stay.
    ['price', [1, 0, 2, 3]],
    ['day', [0, 1, 2, 3]],
    ['device', [0, 2, 1, 3]],
    // By name: 乙 (U+4E59) comes before 甲 (U+7532).
    ['group', [2, 3, 0, 1]],
  ] as const)('%s: %j', (sort, expected) => {
    expect(order(sort)).toEqual(expected);
  });

  test('what is not a number comes last, and cents far beyond a double are told apart', () => {
    const costs = ['', '9007199254740993.01', 'x', '9007199254740993.02'];
    const rows = costs.map((totalCost) => ({ totalCost }));
    expect(order('cost', rows)).toEqual([3, 1, 0, 2]);
  });
});
