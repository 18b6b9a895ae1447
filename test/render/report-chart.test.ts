import { describe, expect, test } from 'vitest';
import { pageAssets } from '../../src/render/html/assets.js';
import { renderChart } from '../../src/render/html/report-chart.js';
import { renderChartPage, renderReportPage } from '../../src/render/html/report-page.js';
import type { ReportFigures } from '../../src/render/index.js';
import type { ReportPicture } from '../../src/render/view/report-picture.js';

const figures = (cost: string, clicks = 0, views = 0, rates: Partial<ReportFigures> = {}): ReportFigures => ({
  cost,
  clicks,
  views,
  ...rates,
});

/** Five days: 50 yuan, not ready, a ready day without rows, 100 yuan, 25 yuan. */
const picture = (parts: Partial<ReportPicture> = {}): ReportPicture => ({
  title: 'Report creatives of account main, 2024-06-01 to 2024-06-05',
  days: [
    { day: '2024-06-01', figures: figures('50.00', 5, 100, { clickRate: '5.00', costPerClick: '10.00' }) },
    { day: '2024-06-02' },
    { day: '2024-06-03', figures: figures('0.00') },
    { day: '2024-06-04', figures: figures('100.00', 10, 500, { clickRate: '2.00', costPerClick: '10.00' }) },
    { day: '2024-06-05', figures: figures('25.00', 0, 50, { clickRate: '0.00' }) },
  ],
  total: figures('175.00', 15, 650, { clickRate: '2.31', costPerClick: '11.67' }),
  breakdowns: [
    {
      title: 'By device',
      heading: 'Device',
      lines: [
        { name: 'mobile', figures: figures('150.00', 10, 600) },
        { name: 'computer', figures: figures('25.00', 5, 50) },
      ],
    },
  ],
  notes: ['No report yet: 2024-06-02.'],
  ...parts,
});

const all = (text: string, form: RegExp) => [...text.matchAll(form)].map((match) => match.slice(1));

describe('a chart', () => {
  const svg = renderChart(picture());

  test('a day that is not ready is a gap in each of the five panels, and named; a ready day without rows is 0', () => {
    expect(all(svg, /class="gap"[^>]*><title>([^<]*)</g)).toEqual(Array(5).fill(['2024-06-02: no report']));
    const bars = all(svg, /class="bar"[^>]*height="([\d.]+)"><title>([^<]*)</g);
    // Cost, highest 100: the plot is 118 high.
    expect(bars.slice(0, 4)).toEqual([
      ['59', '2024-06-01: 50.00'],
      ['0', '2024-06-03: 0.00'],
      ['118', '2024-06-04: 100.00'],
      ['29.5', '2024-06-05: 25.00'],
    ]);
    expect(svg).toContain('No report yet: 2024-06-02.');
  });

  test('the line of a rate breaks at a gap and where there is nothing to divide by', () => {
    // Click rate: 06-01 alone, 06-04 and 06-05 connected. Cost per click: 06-01 alone, 06-04 alone.
    expect(all(svg, /class="course" points="([^"]*)"/g).map(([points]) => points?.split(' ').length)).toEqual([2]);
    expect(all(svg, /<circle[^>]*><title>([^<]*)</g).flat()).toEqual([
      ...['2024-06-01: 5.00%', '2024-06-04: 2.00%', '2024-06-05: 0.00%'],
      ...['2024-06-01: 10.00', '2024-06-04: 10.00'],
    ]);
  });

  test('bars of a breakdown are as long as their cost, and each line has its figures', () => {
    expect(all(svg, /<rect class="bar" x="250"[^>]*width="([\d.]+)"/g).flat()).toEqual(['190', '31.7']);
    for (const text of ['175.00', '2.31%', '11.67', '150.00', '600']) expect(svg).toContain(`>${text}</text>`);
  });

  test('is well-formed, asks for nothing, and runs nothing, whatever the names are', () => {
    const hostile = `</svg><script>alert(1)</script><!-- ]]> & "'\u0000\u001b`;
    const lines = Array.from({ length: 14 }, (_, index) => ({
      name: `${hostile}${index}`,
      id: hostile,
      figures: figures('1.00'),
    }));
    const text = renderChart(
      picture({ title: hostile, notes: [hostile], breakdowns: [{ title: 'By group', heading: 'Group', lines }] }),
    );
    expect(text).not.toMatch(/<script|<!--|\]\]>|href|url\(|on\w+=/);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: XML has no place for these
    expect(text).not.toMatch(/[\u0000-\u0008\u000b-\u001f]/);
    const open: string[] = [];
    for (const [, end, name = '', closed] of text.matchAll(/<(\/?)(\w+)[^<>]*?(\/?)>/g)) {
      if (end === '/') expect(open.pop()).toBe(name);
      else if (closed !== '/') open.push(name);
    }
    expect(open).toEqual([]);
    expect(text.match(/<(?!\/?(?:svg|title|style|rect|text|path|circle|polyline)\b)/g)).toBeNull();
    expect(text).toContain('and 2 more');
  });

  test('nothing at all is a chart of gaps or of zeros, without a number that is none', () => {
    for (const days of [[{ day: '2024-06-01' }], [{ day: '2024-06-01', figures: figures('0.00') }], []]) {
      const text = renderChart(picture({ days, total: figures('0.00'), breakdowns: [] }));
      expect(text).not.toMatch(/NaN|Infinity|undefined/);
    }
  });

  test('90 days fit: every bar is inside its panel', () => {
    const days = Array.from({ length: 90 }, (_, index) => ({
      day: `2024-${String(1 + Math.floor(index / 30)).padStart(2, '0')}-${String((index % 30) + 1).padStart(2, '0')}`,
      figures: figures(`${index}.00`, index, index),
    }));
    const ends = all(renderChart(picture({ days })), /<rect class="bar" x="([\d.]+)" y="[\d.]+" width="([\d.]+)"/g);
    for (const [x, width] of ends) {
      expect(Number(x)).toBeGreaterThanOrEqual(20);
      expect(Number(x) + Number(width)).toBeLessThanOrEqual(860.1);
    }
  });
});

describe('pages', () => {
  const rows = {
    columns: [
      { name: 'date', isNumber: false },
      { name: 'views', isNumber: true },
    ],
    rows: [['2024-06-01', '100']],
    hidden: 3,
  };

  test('the page has the chart, a table for each breakdown, and the rows; days that are not ready say so', async () => {
    const page = renderReportPage(picture(), rows, await pageAssets());
    expect(all(page, /<h2>([^<]*)</g).flat()).toEqual(['By day', 'By device', 'Rows']);
    expect(page).toContain('<tr><td>2024-06-02</td><td class="number">no report</td>');
    expect(page).toContain('<tfoot><tr><td>in all</td><td class="number">175.00</td>');
    expect(page).toContain('3 more are not in this page; --csv and --json have all of them.');
    expect(page).toContain('<p class="quiet">No report yet: 2024-06-02.</p>');
    expect(page).toMatch(/script-src &#39;sha256-/);
  });

  test('no cell of the rows holds a character that cannot be seen', async () => {
    const hostile = '\u001b[31m\u0007\u202e\u009b';
    const columns = [{ name: hostile, isNumber: false }];
    const page = renderReportPage(picture(), { columns, rows: [[hostile]], hidden: 0 }, await pageAssets());
    for (const character of hostile.replace('[31m', '')) expect(page).not.toContain(character);
    expect(page).toContain('<td>&lt;U+001B&gt;[31m&lt;U+0007&gt;&lt;U+202E&gt;&lt;U+009B&gt;</td>');
  });

  test('a chart as a page has no script at all', async () => {
    const page = renderChartPage(picture(), await pageAssets());
    expect(page).toContain('<svg class="chart"');
    expect(page).not.toContain('<script');
  });
});
