import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { drawnChanges } from '../../src/app/steps/plan-page.js';
import type { Change } from '../../src/model/change/plan.js';
import { bidChanges, planOf, planPage } from '../render/plan-page.js';
import { change, field, image, samplePlan } from '../render/sample-plan.js';
import { ALL_OF_PAGES, BROWSER, launch, openPage, seriousFaults, WITHOUT_BROWSER } from '../support/browser.js';
import { HOSTILE_TEXTS } from '../support/hostile-texts.js';

const hostileChanges = HOSTILE_TEXTS.map(
  (hostile): Change =>
    change(`keyword/${hostile}`, 'update', {
      reason: hostile,
      todo: hostile,
      source: { file: hostile, line: 1, column: 1 },
      facts: { word: hostile, groupId: hostile, status: 'reject', cause: hostile },
      fields: [field('url', { desired: hostile, prior: `${hostile}!`, observed: 'https://example.com/' })],
    }),
);

const text = (page: Page, selector: string) => page.locator(selector).allTextContents();
const addresses = (page: Page) => text(page, 'article h4 a');

describe.skipIf(BROWSER === undefined)(`the page of a plan in a browser${WITHOUT_BROWSER}`, () => {
  const folder = mkdtempSync(join(tmpdir(), 'adwright-pages-'));
  const written = (name: string, page: string) => {
    writeFileSync(join(folder, name), page);
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

  it('runs nothing of hostile names, asks for nothing, says nothing, and keeps no one out', async () => {
    const base = samplePlan();
    const changes = [...base.changes, ...hostileChanges];
    const file = written('hostile.html', await planPage({ ...base, changes, account: HOSTILE_TEXTS[0] ?? '' }));
    const { page, noise } = await openPage(browser, file);
    // What is shown by the script, all of it: the list makes what is in sight.
    await page.selectOption('#kind', 'keyword');
    // In a window so high that all of it is near: what is far above is taken out again.
    await page.setViewportSize({ width: 1200, height: 20_000 });
    await expect.poll(() => page.locator('article').count(), { timeout: 90_000 }).toBe(HOSTILE_TEXTS.length + 5);
    await page.evaluate(`document.querySelectorAll('details').forEach((one) => { one.open = true; })`);
    expect(await page.title()).toBe('Adwright plan: <script>document.title="run"</script>');
    expect(await page.locator('iframe, object, embed, img, base, link, main script, main form').count()).toBe(0);
    const targets = (await page.evaluate(
      `[...document.querySelectorAll('a')].map((one) => one.getAttribute('href'))`,
    )) as readonly string[];
    expect(targets.filter((target) => !/^(?:#|https?:\/\/)/.test(target))).toEqual([]);
    expect(await seriousFaults(page)).toEqual([]);
    // Nothing is wider than a phone, whatever its name.
    await page.setViewportSize({ width: 390, height: 800 });
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(390);
    expect(noise).toEqual([]);
    await page.close();
  });

  it.runIf(ALL_OF_PAGES)('draws creatives with their images, in the list and without scripts alike', async () => {
    const red = await sharp({ create: { width: 60, height: 60, channels: 3, background: '#ff0000' } })
      .png()
      .toBuffer();
    const one = image('img/one.png', 'ab');
    const items = [1, 2, 3].map((n) => ({ title: `第${n}`, url: `https://m.example.com/${n}`, image: one }));
    const created = change('rich-creative/autumn/windows-mobile', 'create', {
      fields: [field('content', { desired: items })],
    });
    const plan = planOf([created], samplePlan());
    const uri = `data:image/png;base64,${red.toString('base64')}`;
    const images = new Map([[one.sha256, { uri, width: 60, height: 60 }]]);
    const file = written('drawn.html', await planPage(plan, { drawn: drawnChanges(plan), images }));
    for (const scripts of [true, false]) {
      const { page, noise } = await openPage(browser, file, { scripts });
      expect(await page.locator('figure svg').count()).toBe(3);
      const shot = await page.locator('figure svg').nth(2).screenshot();
      const { dominant } = await sharp(shot).stats();
      expect(dominant.r, 'the image is red').toBeGreaterThan(200);
      expect(Math.max(dominant.g, dominant.b)).toBeLessThan(50);
      expect(noise).toEqual([]);
      await page.close();
    }
  });

  it.runIf(ALL_OF_PAGES)('searches, filters, sorts and links among 10,000 changes', async () => {
    const base = samplePlan();
    const file = written('many.html', await planPage(planOf([...bidChanges(10_000), ...base.changes], base)));
    const { page, noise } = await openPage(browser, file, { fragment: '#keyword%2F80100042' });
    const total = 10_000 + base.changes.length;
    await expect.poll(() => text(page, '#shown')).toEqual([`${total} changes`]);
    // Far fewer than there are, and the one that the address names.
    expect(await page.locator('article').count()).toBeLessThan(400);

    const [, first = ''] = bidChanges(2).map(({ address }) => address);
    await page.fill('#search', first.slice('keyword/'.length));
    await expect.poll(() => addresses(page)).toEqual([first]);
    await page.fill('#search', 'NO SUCH TEXT');
    await expect.poll(() => text(page, '#shown')).toEqual([`0 of ${total} changes`]);
    await page.click('button[type=reset]');
    await expect.poll(() => text(page, '#shown')).toEqual([`${total} changes`]);

    await page.selectOption('#action', 'blocked');
    await expect
      .poll(() => addresses(page))
      .toEqual(['group/summer', 'keyword/80009999', 'rich-creative/summer/sublinks-mobile']);
    await page.selectOption('#action', '*drift');
    await expect.poll(() => addresses(page)).toEqual(['keyword/9007199254740993']);
    await page.selectOption('#action', '');
    await page.selectOption('#kind', 'app');
    await expect.poll(() => addresses(page)).toEqual(['app/shoes-android', 'app/ios', 'app/shoes-ios']);
    await page.selectOption('#kind', '');
    await page.fill('#owner', '556003');
    await expect.poll(() => text(page, '#shown')).toEqual([`50 of ${total} changes`]);
    await page.fill('#owner', '');

    // By hand: the first of all rises from 0.50 + 0.37 × index, by index % 90 + 5 cents at most: 94.
    await page.selectOption('#order', 'rise');
    expect((await text(page, 'article:first-of-type td')).at(0)).toContain('+0.94');
    await page.selectOption('#order', 'cut-percent');
    expect((await text(page, 'article:first-of-type td')).at(0)).toContain('0.50 → 0.40 (-0.10, -20%)');

    const [target = ''] = bidChanges(9000)
      .slice(-1)
      .map(({ address }) => address);
    await page.evaluate(`location.hash = ${JSON.stringify(`#${encodeURIComponent(target)}`)}`);
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe(target);
    expect(await page.locator(':focus h4 a').textContent()).toBe(target);

    const slowest = await page.evaluate(`(() => {
      const search = document.getElementById('search');
      const times = ['女鞋 1', 'zzz', '80', 'csv:17'].map((word) => {
        const start = performance.now();
        search.value = word;
        search.dispatchEvent(new Event('input', { bubbles: true }));
        return performance.now() - start;
      });
      return Math.max(...times);
    })()`);
    // 100 ms on a quiet machine; tests share one.
    expect(slowest).toBeLessThan(1_000);
    expect(noise).toEqual([]);
    await page.close();
  });

  it.runIf(ALL_OF_PAGES)('shows the first changes without scripts, and no controls that need one', async () => {
    const base = samplePlan();
    const file = written('plain.html', await planPage(planOf([...base.changes, ...bidChanges(500)], base)));
    const { page, noise } = await openPage(browser, file, { scripts: false, width: 390 });
    expect(await page.locator('article').count()).toBe(200);
    expect(await page.locator('#toolbar').isVisible()).toBe(false);
    expect(await page.getByText('works with scripts').isVisible()).toBe(true);
    await page.click('a[href="#group%2Fwinter"]');
    expect(page.url()).toContain('#group%2Fwinter');
    expect(noise).toEqual([]);
    await page.close();
  });
});
