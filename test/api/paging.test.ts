import { expect, test } from 'vitest';
import { walkRows } from '../../src/api/walk-rows.js';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import type { Seen } from './support/service.js';
import { startService, testClient } from './support/service.js';

const QUERY = { startDate: '2026-03-01', endDate: '2026-03-01', level: 'account' };
const pageOf = (seen: Seen) => Number(seen.fields.get('page'));

async function collect<Row>(pages: AsyncIterable<readonly Row[]>): Promise<Row[]> {
  const list: Row[] = [];
  for await (const page of pages) list.push(...page);
  return list;
}

/** What stands after the last page, by the habits that were seen. */
const BEHIND = {
  'an empty list': () => ({ sublinkList: [] }),
  'a missing list': () => ({}),
  null: () => ({ sublinkList: null }),
  'the last page again': (pages: object[][]) => ({ sublinkList: pages.at(-1) ?? [] }),
  'the first page again': (pages: object[][]) => ({ sublinkList: pages[0] ?? [] }),
};

for (const [behind, answer] of Object.entries(BEHIND)) {
  test.each([0, 1, 999, 1000, 1001, 2000, 3000])(
    `a report of %i rows, with ${behind} behind its end`,
    async (total) => {
      const rows = Array.from({ length: total }, (_, index) => ({ sublinkId: String(index), views: '1' }));
      const pages: object[][] = [];
      for (let start = 0; start < total; start += 1000) pages.push(rows.slice(start, start + 1000));
      const service = await startService((seen) => {
        const page = pages[pageOf(seen) - 1];
        return { body: page === undefined ? answer(pages) : { sublinkList: page } };
      });
      const warnings: Diagnostic[] = [];
      const client = testClient(service.url, { onDiagnostic: (one) => warnings.push(one) });
      expect(await collect(client.componentReport(QUERY))).toEqual(rows);
      const full = total > 0 && total % 1000 === 0;
      expect(service.calls()).toHaveLength(Math.max(1, pages.length) + (full ? 1 : 0));
      expect(warnings.map((one) => one.code)).toEqual(full && behind.includes('again') ? ['page-repeated'] : []);
    },
  );
}

const pictures = (from: number, length: number) =>
  Array.from({ length }, (_, index) => ({ picId: String(from + index), tags: ['夏季'], width: 10 }));

test('the count of pictures decides: 400 of 200 a page are exactly two calls', async () => {
  const service = await startService((seen) => ({
    body: { count: '400', pictureList: pictures(pageOf(seen) * 200, 200) },
  }));
  const list = await collect(testClient(service.url).pictures({ source: 'pichouse', width: '10' }));
  expect(list).toHaveLength(400);
  expect(list[0]).toEqual({ picId: '200', fields: { picId: '200', width: '10' }, tags: ['夏季'] });
  expect(service.calls().map((seen) => Object.fromEntries(seen.fields))).toEqual([
    { source: 'pichouse', width: '10', page: '1' },
    { source: 'pichouse', width: '10', page: '2' },
  ]);
});

test('a count that is larger than what comes is reported, a count that cannot be true is not believed', async () => {
  const warnings: Diagnostic[] = [];
  const service = await startService((seen) => ({
    body: pageOf(seen) === 1 ? { count: 300, pictureList: pictures(1, 200) } : { count: 300, pictureList: [] },
  }));
  const client = testClient(service.url, { onDiagnostic: (one) => warnings.push(one) });
  expect(await collect(client.pictures())).toHaveLength(200);
  expect(warnings.map((one) => one.code)).toEqual(['page-count-differs']);

  const wrong = await startService((seen) => ({
    body: { count: 0, pictureList: pageOf(seen) === 1 ? pictures(1, 200) : pictures(201, 3) },
  }));
  expect(await collect(testClient(wrong.url).pictures())).toHaveLength(203);
});

test('a reader that stops early asks for no further page', async () => {
  const service = await startService((seen) => ({
    body: { count: 1000, pictureList: pictures(pageOf(seen) * 200, 200) },
  }));
  for await (const page of testClient(service.url).pictures()) if (page.some(({ picId }) => picId === '210')) break;
  expect(service.calls()).toHaveLength(1);
});

test.each([
  ['with 200', { body: { failures: [{ code: 70109, message: 'not ready' }] } }],
  ['as text', { body: { failures: { code: '70109' } } }],
  ['with an empty list', { body: { richcreativeList: [], failures: [{ code: 70109 }] } }],
  ['with half of the rows', { body: { richcreativeList: [{ views: '1' }], failures: [{ code: 70109 }] } }],
  ['outside of failures', { body: { code: 70109, message: 'not ready' } }],
  ['with 400', { status: 400, body: { failures: [{ code: '70109' }] } }],
  ['with 404', { status: 404, body: { failures: [{ code: '70109' }] } }],
])('a report that is not ready %s ends with `not-ready`', async (_, answer) => {
  const service = await startService(() => answer);
  const report = testClient(service.url).creativeReport({ startDate: '2026-03-01', endDate: '2026-03-01' });
  await expect(collect(report)).rejects.toMatchObject({
    ending: 'not-ready',
    diagnostics: [{ code: 'report-not-ready' }],
  });
  expect(service.calls()).toHaveLength(1);
});

test('a list that does not end is an error after 2,000 pages', async () => {
  let pages = 0;
  const endless = walkRows({
    size: 2,
    title: 'List',
    // Each page differs, so that none is taken for a repeated one.
    fetch: async (page) => ({ rows: [page, ++pages] }),
    warn: () => {},
  });
  await expect(collect(endless)).rejects.toThrow('List: no end after 2000 pages (4000 rows).');
  expect(pages).toBe(2000);
});
