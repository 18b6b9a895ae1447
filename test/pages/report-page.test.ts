import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { pageAssets } from '../../src/render/html/assets.js';
import { renderChart } from '../../src/render/html/report-chart.js';
import { renderChartPage, renderReportPage } from '../../src/render/html/report-page.js';
import type { ReportPicture } from '../../src/render/view/report-picture.js';
import { ALL_OF_PAGES, BROWSER, launch, openPage, seriousFaults, WITHOUT_BROWSER } from '../support/browser.js';
import { HOSTILE_TEXTS } from '../support/hostile-texts.js';

const figures = (cost: string, clicks: number) => ({
  cost,
  clicks,
  views: 1000,
  clickRate: '1.00',
  costPerClick: '2.00',
});

const PICTURE: ReportPicture = {
  title: HOSTILE_TEXTS[0] ?? '',
  days: [
    { day: '2024-06-01', figures: figures('9.50', 2) },
    { day: '2024-06-02' },
    { day: '2024-06-03', figures: figures('100.00', 1) },
  ],
  total: figures('109.50', 3),
  breakdowns: [
    {
      title: 'By group',
      heading: 'Group',
      lines: HOSTILE_TEXTS.map((name, index) => ({ name, id: String(index), figures: figures(`${index}.00`, index) })),
    },
  ],
  notes: [HOSTILE_TEXTS[3] ?? ''],
};
const ROWS = {
  columns: [
    { name: 'groupName', isNumber: false },
    { name: 'totalCost', isNumber: true },
  ],
  rows: HOSTILE_TEXTS.map((name, index) => [name, `${index}.00`]),
  hidden: 0,
};

const column = (page: Page, table: number, cell: number) =>
  page.locator(`table.sorted >> nth=${table}`).locator(`tbody tr td:nth-child(${cell})`).allTextContents();

describe.skipIf(BROWSER === undefined)(`the page of a report in a browser${WITHOUT_BROWSER}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'adwright-report-pages-'));
  const written = (name: string, text: string) => {
    writeFileSync(join(folder, name), text);
    return join(folder, name);
  };
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser?.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('runs nothing of hostile names, asks for nothing, keeps no one out, and sorts with mouse and keyboard', async () => {
    const { page, noise } = await openPage(
      browser,
      written('r.html', renderReportPage(PICTURE, ROWS, await pageAssets())),
    );
    expect(await page.title()).toBe(HOSTILE_TEXTS[0]);
    expect(await page.locator('iframe, object, embed, img, base, link, main script, main form').count()).toBe(0);
    expect(await column(page, 0, 2)).toEqual(['9.50', 'no report', '100.00']);
    const cost = page.getByRole('button', { name: 'Cost, yuan' }).first();
    await cost.click();
    // As numbers, and what has none is last both ways.
    expect(await column(page, 0, 2)).toEqual(['100.00', '9.50', 'no report']);
    await cost.press('Enter');
    expect(await column(page, 0, 2)).toEqual(['9.50', '100.00', 'no report']);
    expect(await page.locator('th[aria-sort]').getAttribute('aria-sort')).toBe('ascending');
    await page.getByRole('button', { name: 'Day' }).click();
    await page.getByRole('button', { name: 'Day' }).click();
    expect(await column(page, 0, 1)).toEqual(['2024-06-03', '2024-06-02', '2024-06-01']);
    expect(await page.locator('tfoot td').first().textContent()).toBe('in all');
    expect(await seriousFaults(page)).toEqual([]);
    expect(noise).toEqual([]);
    await page.close();
  });

  it.runIf(ALL_OF_PAGES)(
    'without scripts everything is there, and on a phone nothing is wider than the screen',
    async () => {
      const { page, noise } = await openPage(browser, join(folder, 'r.html'), { scripts: false, width: 390 });
      expect(await page.locator('th button').count()).toBe(0);
      expect(await column(page, 0, 1)).toEqual(['2024-06-01', '2024-06-02', '2024-06-03']);
      expect(await page.locator('svg.chart').count()).toBe(1);
      expect(noise).toEqual([]);
      await page.close();
      const live = await openPage(browser, join(folder, 'r.html'), { width: 390 });
      expect(await live.page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
      await live.page.close();
    },
  );

  it.runIf(ALL_OF_PAGES)('the chart alone is sound as a page and as SVG', async () => {
    const chart = await openPage(browser, written('c.html', renderChartPage(PICTURE, await pageAssets())), {
      scripts: false,
    });
    expect(await chart.page.locator('svg rect.bar').count()).toBeGreaterThan(5);
    expect(chart.noise).toEqual([]);
    await chart.page.close();
    // A browser shows a fault of XML in place of the drawing.
    const svg = await openPage(browser, written('c.svg', renderChart(PICTURE)), { scripts: false });
    expect(await svg.page.locator('parsererror').count()).toBe(0);
    expect(await svg.page.locator('rect.gap').count()).toBe(5);
    expect(svg.noise).toEqual([]);
    await svg.page.close();
  });
});
