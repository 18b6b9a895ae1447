import { expect, test } from 'vitest';
import { accountTime, dayBefore, dayNumber, daysBetween } from '../../src/queries/days.js';
import { dayOfRow, isOfAnotherDay, maybeIncomplete } from '../../src/queries/report-days.js';

const shanghai = 'Asia/Shanghai';
const at = (time: string, timeZone = shanghai) => accountTime(new Date(time), timeZone);

for (const zone of ['UTC', 'America/Los_Angeles', 'Pacific/Auckland']) {
  test(`the account's yesterday, on a machine in ${zone}`, () => {
    const before = process.env['TZ'];
    process.env['TZ'] = zone;
    try {
      expect(dayBefore(at('2024-06-01T17:00:00Z').day)).toBe('2024-06-01');
      expect(dayBefore(at('2024-06-01T15:59:00Z').day)).toBe('2024-05-31');
      expect(at('2024-06-01T16:00:00Z')).toEqual({ day: '2024-06-02', minutes: 0 });
      expect(daysBetween('2024-02-28', '2024-03-01')).toEqual(['2024-02-28', '2024-02-29', '2024-03-01']);
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });
}

test('the days on which clocks are turned are whole days', () => {
  expect(at('2024-03-31T23:30:00Z', 'Europe/Berlin').day).toBe('2024-04-01');
  expect(daysBetween('2024-03-30', '2024-04-01').length).toBe(3);
});

test('only days of the calendar are days', () => {
  for (const text of ['2024-02-30', '2023-02-29', '2024-13-01', '2024-6-1', '20240601', '2024-06-01T00:00', '']) {
    expect(dayNumber(text), text).toBeUndefined();
  }
  expect(dayNumber('2024-02-29')).toBeDefined();
});

test('a report may grow until 08:30 of the next day in account time', () => {
  const clock = (now: string) => ({ now: new Date(now), timeZone: shanghai });
  expect(maybeIncomplete('2024-06-01', clock('2024-06-02T00:29:00Z'))).toBe(true);
  expect(maybeIncomplete('2024-06-01', clock('2024-06-02T00:30:00Z'))).toBe(false);
  expect(maybeIncomplete('2024-05-31', clock('2024-06-02T00:29:00Z'))).toBe(false);
  expect(maybeIncomplete('2024-06-02', clock('2024-06-02T10:00:00Z'))).toBe(true);
});

test.each([
  ['2026-03-01', '2026-03-01'],
  ['20260301', '2026-03-01'],
  ['2026/03/01', '2026-03-01'],
  ['2026/3/1', '2026-03-01'],
  ['2026-3-12 00:00:00', '2026-03-12'],
  ['2026-03-01 00:00:00', '2026-03-01'],
  ['2026-03-01T00:00:00+08:00', '2026-03-01'],
  ['20260301000000', '2026-03-01'],
  ['2026年3月1日', '2026-03-01'],
  ['', undefined],
  ['--', undefined],
  ['2026-03', undefined],
  [undefined, undefined],
])('a row of %j is of %j', (date, day) => {
  expect(dayOfRow(date)).toBe(day);
  expect(isOfAnotherDay(date, '2026-03-01')).toBe(day !== undefined && day !== '2026-03-01');
});
