import { describe, expect, test } from 'vitest';
import { diagnostic } from '../../src/diagnostics/diagnostic.js';
import { Failure } from '../../src/diagnostics/failure.js';
import { componentReport } from '../../src/queries/component-report.js';
import { creativeReport } from '../../src/queries/creative-report.js';
import type { CheckedParameters } from '../../src/queries/define-query.js';
import { collect, noon, notReady, row, rowsOf, runAt, tableService, turnedClock } from './support.js';

const AS_THEY_ARE = { sum: [], dimensions: [] };

function refusals(checked: CheckedParameters<unknown>): string[] {
  return checked.ok ? [] : checked.diagnostics.map((one) => one.detail ?? '');
}

describe('what is refused before any call', () => {
  test('a component report ends at latest yesterday, a rich creative report today', () => {
    expect(refusals(componentReport.check([], { to: '2024-06-09' }, noon))).toEqual([]);
    expect(refusals(componentReport.check([], { to: '2024-06-10' }, noon))).toEqual([
      "--to must be at latest yesterday, 2024-06-09 in the account's time (Asia/Shanghai), not 2024-06-10.",
    ]);
    expect(refusals(creativeReport.check([], { to: '2024-06-10' }, noon))).toEqual([]);
    expect(refusals(creativeReport.check([], { to: '2024-06-11' }, noon))).toHaveLength(1);
  });

  test('90 days pass, 91 do not', () => {
    const ninety = componentReport.check([], { from: '2024-03-12', to: '2024-06-09' }, noon);
    expect(ninety.ok && ninety.params.days.length).toBe(90);
    expect(refusals(componentReport.check([], { from: '2024-03-11', to: '2024-06-09' }, noon))).toEqual([
      'A report covers at most 90 days; 2024-03-11 to 2024-06-09 are 91.',
    ]);
  });

  test('every fault at once, with what is allowed', () => {
    const input = { from: '2024-02-30', to: 'yesterday', level: 'campaign', type: 'pc', ids: '12,012,x' };
    expect(refusals(componentReport.check([], input, noon))).toEqual([
      '--from is a day of the calendar, YYYY-MM-DD; not "2024-02-30".',
      '--to is a day of the calendar, YYYY-MM-DD; not "yesterday".',
      '--level must be one of account, plan, group, not "campaign".',
      '--type must be one of all, computer, mobile, not "pc".',
      '--ids: "012" is not an id. Ids are digits without leading zeros.',
      '--ids: "x" is not an id. Ids are digits without leading zeros.',
      '--ids goes with --level plan (plan ids) or --level group (group ids); with account the service ignores it.',
    ]);
    expect(refusals(creativeReport.check([], { adType: 'all' }, noon))).toEqual([
      '--ad-type must be one of creative, base_report, not "all".',
    ]);
    expect(refusals(componentReport.check([], { from: '2024-06-05', to: '2024-06-04' }, noon))).toEqual([
      '--from (2024-06-05) is after --to (2024-06-04).',
    ]);
  });

  test('the defaults: yesterday, one day, both devices', () => {
    expect(creativeReport.check([], {}, noon)).toEqual({
      ok: true,
      params: {
        days: ['2024-06-09'],
        devices: ['computer', 'mobile'],
        adType: 'creative',
        ids: [],
        table: { sum: [], dimensions: ['day', 'device', 'type', 'campaign', 'group'] },
      },
    });
    expect(componentReport.check([], { from: '2024-06-08' }, noon)).toMatchObject({
      params: { days: ['2024-06-08', '2024-06-09'], level: 'account', type: 'all' },
    });
  });
});

describe('running', () => {
  test('components: one request a day, ids chosen on this side', async () => {
    const asked: unknown[] = [];
    const service = tableService({
      componentReport: (query) => {
        asked.push(query);
        return rowsOf([row({ date: query.startDate, groupId: '1' }), row({ date: query.startDate, groupId: '2' })]);
      },
    });
    const params = {
      days: ['2024-06-01', '2024-06-02'],
      level: 'group',
      type: 'all',
      ids: ['2'],
      table: AS_THEY_ARE,
    } as const;
    const { rows, end } = await collect(
      componentReport.rows(params, service, runAt(turnedClock('2024-06-10T04:00:00Z'))),
    );
    expect(asked).toEqual([
      { startDate: '2024-06-01', endDate: '2024-06-01', level: 'group', type: 'all' },
      { startDate: '2024-06-02', endDate: '2024-06-02', level: 'group', type: 'all' },
    ]);
    expect(rows.map((one) => [one['date'], one['groupId']])).toEqual([
      ['2024-06-01', '2'],
      ['2024-06-02', '2'],
    ]);
    expect(end).toEqual({ notReady: [], diagnostics: [] });
  });

  test('creatives: two requests a day, and the rows say which device', async () => {
    const asked: unknown[] = [];
    const service = tableService({
      creativeReport: (query) => {
        asked.push([query.startDate, query.type, query.ad_type]);
        return rowsOf([row({ date: query.startDate })]);
      },
    });
    const seen: string[] = [];
    const params = {
      days: ['2024-06-01'],
      devices: ['computer', 'mobile'],
      adType: 'base_report',
      ids: [],
      table: AS_THEY_ARE,
    } as const;
    const run = creativeReport.rows(params, service, {
      ...runAt(turnedClock('2024-06-10T04:00:00Z')),
      onProgress: (done, total, title) => void seen.push(`${done}/${total} ${title}`),
    });
    const { rows } = await collect(run);
    expect(asked).toEqual([
      ['2024-06-01', 'computer', 'base_report'],
      ['2024-06-01', 'mobile', 'base_report'],
    ]);
    expect(rows.map((one) => one['type'])).toEqual(['computer', 'mobile']);
    expect(seen).toEqual(['1/2 2024-06-01, computer', '2/2 2024-06-01, mobile']);
  });

  /** `2024-06-09` is refused this many times, after its first page was given out. */
  function slowDay(times: number) {
    let refused = 0;
    const asked: string[] = [];
    const service = tableService({
      async *componentReport({ startDate }) {
        asked.push(startDate);
        yield [row({ date: startDate })];
        if (startDate === '2024-06-08' && refused++ < times) throw notReady();
      },
    });
    return { service, asked };
  }
  const params = {
    days: ['2024-06-07', '2024-06-08', '2024-06-09'],
    level: 'account',
    type: 'all',
    ids: [],
    table: AS_THEY_ARE,
  } as const;

  test('a day that is not ready is waited for, and no page of it comes twice', async () => {
    const { service, asked } = slowDay(3);
    const clock = turnedClock('2024-06-10T04:00:00Z');
    const { rows, end } = await collect(componentReport.rows(params, service, runAt(clock, true)));
    expect(rows.map((one) => one['date'])).toEqual(['2024-06-07', '2024-06-09', '2024-06-08']);
    expect(end).toEqual({ notReady: [], diagnostics: [] });
    expect(clock.slept).toEqual([60, 120, 240]);
    expect(asked).toHaveLength(6);
  });

  test('a few days are read at once, and come in their order', async () => {
    let under = 0;
    let most = 0;
    const service = tableService({
      async *componentReport({ startDate }) {
        most = Math.max(most, ++under);
        // The earlier a day, the later its reply.
        await new Promise((resolve) => setTimeout(resolve, startDate === '2024-06-07' ? 60 : 5));
        under--;
        yield [row({ date: startDate })];
      },
    });
    const { rows } = await collect(componentReport.rows(params, service, { ...runAt(), atOnce: 2 }));
    expect(rows.map((one) => one['date'])).toEqual(params.days);
    expect(most).toBe(2);
  });

  test('without waiting the other days are still fetched, and the day is named', async () => {
    const { service } = slowDay(99);
    const clock = turnedClock('2024-06-10T04:00:00Z');
    const { rows, end } = await collect(componentReport.rows(params, service, runAt(clock)));
    expect(rows.map((one) => one['date'])).toEqual(['2024-06-07', '2024-06-09']);
    expect(end?.notReady).toEqual(['2024-06-08']);
    expect(end?.diagnostics.map((one) => one.code)).toEqual(['report-not-ready']);
    expect(clock.slept).toEqual([]);
  });

  test('waiting ends', async () => {
    const { service } = slowDay(999);
    const clock = turnedClock('2024-06-10T04:00:00Z');
    const { end } = await collect(componentReport.rows(params, service, { ...runAt(clock, true), waitSeconds: 1000 }));
    expect(end?.notReady).toEqual(['2024-06-08']);
    expect(clock.slept.reduce((sum, seconds) => sum + seconds, 0)).toBe(1000);
  });

  test('rows of another day than was asked for are given out with a warning', async () => {
    const service = tableService({ componentReport: () => rowsOf([row({ date: '20240608' }), row({})]) });
    const { rows, end } = await collect(componentReport.rows(params, service, runAt()));
    expect(rows).toHaveLength(6);
    expect(end?.diagnostics.map((one) => [one.code, one.detail])).toEqual([
      ['report-other-day', '2024-06-07: 1 row of another day, as 20240608. Sums have them too.'],
      ['report-other-day', '2024-06-09: 1 row of another day, as 20240608. Sums have them too.'],
    ]);
  });

  test('an early list, empty or not, is marked as perhaps incomplete', async () => {
    const service = tableService({ componentReport: () => rowsOf([]) });
    const early = await collect(componentReport.rows(params, service, runAt(turnedClock('2024-06-09T22:00:00Z'))));
    expect(early.end?.diagnostics.map((one) => [one.code, one.detail])).toEqual([
      ['report-maybe-incomplete', '2024-06-09: no rows, fetched before the report is normally complete.'],
    ]);
    const later = await collect(componentReport.rows(params, service, runAt(turnedClock('2024-06-10T01:00:00Z'))));
    expect(later.end?.diagnostics).toEqual([]);
  });

  test('any other failure ends the run', async () => {
    const refused = new Failure([diagnostic('service-refused', { detail: 'code 1' })]);
    const service = tableService({
      async *componentReport({ startDate }) {
        if (startDate === '2024-06-08') throw refused;
        yield [row({ date: startDate })];
      },
    });
    await expect(
      collect(componentReport.rows(params, service, runAt(turnedClock('2024-06-10T04:00:00Z'), true))),
    ).rejects.toBe(refused);
  });
});
