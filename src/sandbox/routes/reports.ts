import { LIMITS } from '../../contract/index.js';
import { dayNumber, dayText } from '../account/clock.js';
import { componentRows, creativeRows, type Device, type ReportRow, reportGroups } from '../account/report-rows.js';
import type { Answer, Call } from '../call/call.js';
import { accepted, type Checked, refused } from '../call/refusal.js';
import { pageOf } from '../call/reply.js';
import { choiceField, idList, numberField } from '../rules/fields.js';

/** Creative-component report. */
export function componentReport(call: Call): Answer {
  const days = daysOf(call, { untilYesterday: true });
  if (!days.ok) return days;
  const level = choiceField(call, 'level', ['account', 'plan', 'group'], '');
  if (!level.ok) return level;
  const type = choiceField(call, 'type', ['all', 'mobile', 'computer'], 'all');
  if (!type.ok) return type;
  const ids = level.value === 'account' ? accepted(undefined) : idList(call, 'idList', 0);
  if (!ids.ok) return ids;
  const page = numberField(call, 'page');
  if (!page.ok) return page;
  if (call.stamp) return { refusal: call.stamp };
  const wanted = new Set(ids.value);
  const key = level.value === 'plan' ? 'campaignId' : 'groupId';
  const groups = reportGroups(call.account, call.options).filter((one) => wanted.size === 0 || wanted.has(one[key]));
  const devices: readonly Device[] = type.value === 'all' ? ['computer', 'mobile'] : [type.value as Device];
  return rowsReply(call, 'sublinkList', [...componentRows(groups, days.value, devices, call.options)], page.value);
}

/** Rich creative report. */
export function creativeReport(call: Call): Answer {
  const days = daysOf(call, { untilYesterday: false });
  if (!days.ok) return days;
  const type = choiceField(call, 'type', ['all', 'computer', 'mobile'], 'all');
  if (!type.ok) return type;
  const adType = choiceField(call, 'ad_type', ['creative', 'base_report'], 'creative');
  if (!adType.ok) return adType;
  const page = numberField(call, 'page');
  if (!page.ok) return page;
  if (call.stamp) return { refusal: call.stamp };
  const device = type.value === 'mobile' ? 'mobile' : 'computer';
  const groups = reportGroups(call.account, call.options);
  const rows = [...creativeRows(groups, days.value, device, adType.value === 'creative', call.options)];
  return rowsReply(call, `${call.settings.richCreativeWord}List`, rows, page.value);
}

function rowsReply(call: Call, key: string, rows: readonly ReportRow[], page = 1): Answer {
  const shown = pageOf(rows, page, LIMITS.rowsPerPage, call.options.pastLastPage);
  return {
    reply:
      shown === undefined
        ? {}
        : call.forms.list(
            key,
            shown.map((row) => rowOnRead(call, row)),
          ),
  };
}

function rowOnRead(call: Call, row: ReportRow): Record<string, unknown> {
  const ids = ['campaignId', 'groupId', 'sublinkId'].filter((name) => name in row);
  const shown = ids.map((name) => [name, call.forms.idText(row[name] ?? '')] as const);
  return { ...row, ...Object.fromEntries(shown), totalCost: call.forms.money(row['totalCost'] ?? '') };
}

/** The days from startDate to endDate: real dates, in order, at most 90, each of them generated. */
function daysOf(call: Call, { untilYesterday }: { untilYesterday: boolean }): Checked<number[]> {
  const dates: number[] = [];
  for (const name of ['startDate', 'endDate']) {
    const text = call.fields.get(name) ?? '';
    if (text === '') return refused('fieldMissing', name);
    const day = dayNumber(text);
    if (day === undefined) return refused('dateRefused', `${name} must be a date YYYY-MM-DD`);
    dates.push(day);
  }
  const [start = 0, end = 0] = dates;
  if (end < start) return refused('dateRefused', 'endDate is before startDate');
  if (end - start + 1 > LIMITS.reportDays) {
    return refused('dateRefused', `${end - start + 1} days, at most ${LIMITS.reportDays} are allowed`);
  }
  const today = dayNumber(call.clock.day()) ?? 0;
  if (untilYesterday && end >= today) return refused('dateRefused', `endDate may be ${dayText(today - 1)} at latest`);
  // The report of a day is made on the next day, at a time that the switches give.
  const made = `${dayText(end + 1)} ${call.options.reports.readyAt}:00`;
  if (call.clock.text() < made) return refused('reportNotReady', `${dayText(end)} is ready at ${made}`);
  return accepted(Array.from({ length: end - start + 1 }, (_, index) => start + index));
}
