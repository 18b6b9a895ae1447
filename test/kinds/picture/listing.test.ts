import { expect, it } from 'vitest';
import { createClient } from '../../../src/api/index.js';
import type { Diagnostic } from '../../../src/diagnostics/diagnostic.js';
import { picture } from '../../../src/kinds/picture/index.js';
import { kindPorts } from '../support.js';

type Row = Readonly<Record<string, unknown>>;

/** Pictures of one page: 200 from this id on, as many as make a page full. */
const full = (from: number): readonly Row[] =>
  Array.from({ length: 200 }, (_, index) => ({ picId: String(from + index), tags: ['夏季'] }));

/** Ports over a service whose listing answers each page with what `listing` makes of its number. */
function portsOver(listing: (page: number) => unknown) {
  const warnings: Diagnostic[] = [];
  const pages: number[] = [];
  const service = createClient({
    baseUrl: 'http://service.test',
    credentials: { apiKey: 'k', accessToken: 't' },
    limits: { requestsPerSecond: 0 },
    onDiagnostic: (one) => warnings.push(one),
    transport: {
      async send({ body }) {
        const page = Number(new URLSearchParams(Buffer.from(body ?? []).toString('utf8')).get('page'));
        pages.push(page);
        return { status: 200, headers: {}, body: Buffer.from(JSON.stringify(listing(page))) };
      },
      close: async () => undefined,
    },
  });
  return { ports: { ...kindPorts(), service }, warnings, pages };
}

async function list(listing: (page: number) => unknown) {
  const { ports, warnings, pages } = portsOver(listing);
  const ids: string[] = [];
  for await (const page of picture.list?.(ports) ?? []) ids.push(...page.map(({ id }) => id));
  return { ids, codes: warnings.map(({ code }) => code), calls: pages.length };
}

// One row a page, which a count makes a page like any other: 2,000 full ones would take long.
const endless = {
  'a count that is never reached': (page: number) => ({
    count: 1_000_000,
    pictureList: [{ picId: String(page), tags: ['夏季'] }],
  }),
  'two pages in turn after the first': (page: number) => ({
    count: 1_000_000,
    pictureList: [{ picId: String(page === 1 ? 1 : 2 + (page % 2)), tags: ['夏季'] }],
  }),
};

it.each(Object.entries(endless))('refuses a listing without an end: %s', async (_, listing) => {
  const { ports, pages } = portsOver(listing);
  const target = { address: 'picture/999999', id: '999999', desired: {} };
  const reading = async () => {
    for await (const _part of picture.observe?.([target], ports) ?? []);
  };
  await expect(reading()).rejects.toMatchObject({
    failure: { problem: 'endless', message: 'List library pictures: no end after 2000 pages (2000 rows).' },
  });
  expect(pages.length).toBe(2000);
});

it('says so where the page number is ignored, and takes each picture once', async () => {
  const again = await list(() => ({ pictureList: full(1) }));
  expect([again.ids.length, again.codes, again.calls]).toEqual([200, ['page-repeated'], 2]);
  const first = await list((page) => ({ pictureList: page === 2 ? full(201) : full(1) }));
  expect([first.ids.length, first.codes, first.calls]).toEqual([400, ['page-repeated'], 3]);
});

it('says so where fewer pictures come than were counted', async () => {
  const found = await list((page) => (page === 1 ? { count: 300, pictureList: full(1) } : { count: 300 }));
  expect([found.ids.length, found.codes]).toEqual([200, ['page-count-differs']]);
});

it('reads on after a page of which no row has an id, and counts such rows', async () => {
  const nameless = Array.from({ length: 200 }, () => ({ tags: ['夏季'] }));
  const found = await list((page) => ({ count: 203, pictureList: page === 1 ? nameless : full(1).slice(0, 3) }));
  expect(found).toEqual({ ids: ['1', '2', '3'], codes: [], calls: 2 });
});
