import { describe, expect, test } from 'vitest';
import { diagnostic } from '../../src/diagnostics/diagnostic.js';
import { Failure } from '../../src/diagnostics/failure.js';
import { type DayRead, readDailyFigures } from '../../src/queries/daily-figures.js';
import { lastDays } from '../../src/queries/days.js';
import type { QueryService } from '../../src/queries/define-query.js';
import { FigureSums, Figures } from '../../src/queries/figure-sums.js';
import { notReady, row, rowsOf } from './support.js';

type Report = QueryService['creativeReport'];

async function read(report: Report, days: readonly string[], ids: readonly string[] = ['7'], atOnce = 1) {
  const reads: DayRead[] = [];
  await readDailyFigures(
    { creativeReport: report },
    {
      days,
      ids: new Set(ids),
      atOnce,
      keepRows: () => true,
      signal: new AbortController().signal,
      onDay: (one) => void reads.push(one),
    },
  );
  return reads;
}

const sumsOf = (read: DayRead | undefined) => {
  if (read === undefined || !('sums' in read)) return read;
  const plain = ({ cost, clicks, views }: Figures) => [cost, clicks, views];
  return { account: plain(read.sums.account), seven: plain(read.sums.byId.get('7') ?? new Figures()) };
};

const broken = (why: string, ending: 'error' | 'interrupted' = 'error') =>
  new Failure([diagnostic('service-refused', { detail: why })], ending);

describe('a day', () => {
  test('is both devices together, exactly, and asked for as base_report', async () => {
    const asked: unknown[] = [];
    const [day] = await read(
      (query) => {
        asked.push(query);
        const mobile = query.type === 'mobile';
        return rowsOf([
          row({ groupId: '7', groupName: '女鞋', totalCost: mobile ? '0.10' : '0.20', clicks: '1', views: '10' }),
          row({ groupId: '8', totalCost: mobile ? '30' : '9007199254740993.07', clicks: '2', views: '' }),
        ]);
      },
      ['2024-06-01'],
    );
    // 0.10 + 0.20 + 30 + 9007199254740993.07; clicks 1 + 2, twice; views 10, twice.
    expect(sumsOf(day)).toEqual({ account: ['9007199254741023.37', 6, 20], seven: ['0.30', 2, 20] });
    expect(day !== undefined && 'sums' in day && [...day.sums.names]).toEqual([['7', '女鞋']]);
    expect(asked).toEqual(
      ['computer', 'mobile'].map((type) => ({
        startDate: '2024-06-01',
        endDate: '2024-06-01',
        type,
        ad_type: 'base_report',
      })),
    );
  });

  test('without a row is 0, and a row that names no group counts for the account', async () => {
    const [empty] = await read(() => rowsOf([]), ['2024-06-01']);
    expect(sumsOf(empty)).toEqual({ account: ['0.00', 0, 0], seven: ['0.00', 0, 0] });
    const [nameless] = await read(() => rowsOf([row({ totalCost: '1.5' })]), ['2024-06-01']);
    expect(sumsOf(nameless)).toEqual({ account: ['3.00', 0, 2], seven: ['0.00', 0, 0] });
  });

  test.each([
    ['totalCost', '1,200.00'],
    ['totalCost', '--'],
    ['clicks', '1.5'],
    ['views', '-3'],
  ])('with %s %j counts as missing: no number is made of it', async (name, value) => {
    const reads = await read(
      () => rowsOf([row({ groupId: '7' }), row({ groupId: '7', [name]: value })]),
      ['2024-06-01'],
    );
    expect(reads).toEqual([
      { day: '2024-06-01', missing: 'failed', why: expect.stringContaining('a row has no numbers') },
    ]);
  });

  test('with a row that is of another day counts as missing, in whatever form days are written', async () => {
    const days = ['2024-06-01', '2024-06-02'];
    const reads = await read(() => rowsOf([row({ groupId: '7', date: '2024/06/01 00:00:00' })]), days);
    expect(reads).toEqual([
      expect.objectContaining({ day: '2024-06-01', sums: expect.anything() }),
      { day: '2024-06-02', missing: 'failed', why: 'a row is of another day: 2024/06/01 00:00:00' },
    ]);
  });

  test('of which one device is not ready, or fails after its first rows, is missing as a whole', async () => {
    const mobile = (fails: Failure): Report =>
      async function* (query) {
        yield [row({ groupId: '7', totalCost: '5.00' })];
        if (query.type === 'mobile' && query.startDate === '2024-06-02') throw fails;
      };
    const days = ['2024-06-01', '2024-06-02', '2024-06-03'];
    const early = await read(mobile(notReady()), days);
    expect(early[1]).toEqual({ day: '2024-06-02', missing: 'not-ready' });
    const failed = await read(mobile(broken('HTTP 500')), days);
    expect(failed[1]).toEqual({ day: '2024-06-02', missing: 'failed', why: 'HTTP 500' });
    for (const reads of [early, failed])
      expect([reads[0], reads[2]].map(sumsOf)).toEqual([
        { account: ['10.00', 0, 2], seven: ['10.00', 0, 2] },
        { account: ['10.00', 0, 2], seven: ['10.00', 0, 2] },
      ]);
  });
});

describe('several days', () => {
  const days = ['2024-06-01', '2024-06-02', '2024-06-03', '2024-06-04', '2024-06-05', '2024-06-06'];

  test('after three failures in a row no more are asked for, and all are missing', async () => {
    const asked: string[] = [];
    const reads = await read(({ startDate }) => {
      asked.push(startDate);
      throw broken('no report for this account');
    }, days);
    expect(asked).toEqual(days.slice(0, 3));
    expect(reads.map((one) => ('missing' in one ? one.missing : 'read'))).toEqual(days.map(() => 'failed'));
  });

  test('a day that is read, or only not ready, ends the row of failures', async () => {
    const asked = new Set<string>();
    await read(({ startDate }) => {
      asked.add(startDate);
      if (startDate === '2024-06-03') return rowsOf([]);
      throw broken('HTTP 500');
    }, days);
    expect(asked.size).toBe(6);
    asked.clear();
    await read(({ startDate }) => {
      asked.add(startDate);
      throw notReady();
    }, days);
    expect(asked.size).toBe(6);
  });

  test('an interrupt ends the reading; a fault of ours is not a missing day', async () => {
    await expect(
      read(() => {
        throw broken('cancelled', 'interrupted');
      }, days),
    ).rejects.toMatchObject({ ending: 'interrupted' });
    await expect(
      read(() => {
        throw new TypeError('a bug');
      }, days),
    ).rejects.toThrow('a bug');
  });

  test('are read at the same time as far as that is wanted', async () => {
    let now = 0;
    let most = 0;
    await read(
      async function* () {
        most = Math.max(most, ++now);
        await Promise.resolve();
        now--;
        yield [row({})];
      },
      days,
      [],
      3,
    );
    expect(most).toBe(3);
  });
});

test('sums of sums', () => {
  const [one, other] = [new FigureSums(new Set(['7'])), new FigureSums(new Set(['7']))];
  one.add({ id: '7', cost: '0.1', clicks: '1', views: '2', name: '' });
  other.add({ id: '7', cost: '0.025', clicks: '1', views: '2', name: '' });
  other.add({ id: '8', cost: '100', clicks: '', views: '', name: '' });
  one.addSums(other);
  expect([one.account.cost, one.account.clicks, one.byId.get('7')?.cost]).toEqual(['100.125', 2, '0.125']);
});

test.each([
  // 00:30 in China is still the day before in UTC.
  [2, '2024-06-09T16:30:00Z', ['2024-06-08', '2024-06-09']],
  [1, '2024-06-09T15:30:00Z', ['2024-06-08']],
  [3, '2024-03-01T04:00:00Z', ['2024-02-27', '2024-02-28', '2024-02-29']],
])('the last %i days at %s', (count, now, days) => {
  expect(lastDays(count, new Date(now), 'Asia/Shanghai')).toEqual(days);
});
