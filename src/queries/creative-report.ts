import type { TextRecord } from '../contract/index.js';
import { ParameterCheck } from './parameters.js';
import { amount, type Checked, id, type QueryColumn, type QueryService, text } from './query.js';
import { type AccountClock, checkDays, type DayRange } from './report-days.js';
import { type ReportEnd, type ReportOptions, type ReportPart, runReport } from './report-run.js';

/** The rich creative report (creativeReport). */
const CREATIVE_TYPES = ['all', 'computer', 'mobile'] as const;
const AD_TYPES = ['creative', 'base_report'] as const;

export interface CreativeReportInput extends DayRange {
  /** `all` is both devices here; the service itself would take it for `computer`. */
  readonly type?: string;
  readonly adType?: string;
  /** Group ids. */
  readonly ids?: readonly string[];
}

export interface CreativeReportParams {
  readonly days: readonly string[];
  readonly devices: readonly ('computer' | 'mobile')[];
  readonly adType: (typeof AD_TYPES)[number];
  readonly ids: readonly string[];
}

/** `type` is the device that was asked for: the reply does not name it. */
export function creativeReportColumns(adType: CreativeReportParams['adType']): readonly QueryColumn[] {
  return [
    text('date'),
    text('type'),
    id('campaignId'),
    text('campaignName'),
    id('groupId'),
    text('groupName'),
    ...(adType === 'creative' ? [text('adType')] : []),
    amount('views'),
    amount('clicks'),
    amount('totalCost'),
  ];
}

export function checkCreativeReport(input: CreativeReportInput, clock: AccountClock): Checked<CreativeReportParams> {
  const check = new ParameterCheck();
  const days = checkDays(input, 'today', clock, check);
  const type = check.word('--type', input.type, CREATIVE_TYPES, 'all');
  const adType = check.word('--ad-type', input.adType, AD_TYPES, 'creative');
  const ids = check.ids('--ids', input.ids ?? []);
  if (check.diagnostics.length > 0) return { ok: false, diagnostics: check.diagnostics };
  const devices = type === 'all' ? (['computer', 'mobile'] as const) : [type];
  return { ok: true, params: { days, devices, adType, ids } };
}

/** One request a day and device. Costs are decimal text in yuan. */
export function runCreativeReport(
  { days, devices, adType, ids }: CreativeReportParams,
  service: QueryService,
  options: ReportOptions,
): AsyncGenerator<TextRecord, ReportEnd, undefined> {
  const wanted = new Set(ids);
  const parts = days.flatMap((day) =>
    devices.map((device): ReportPart => {
      const query = { startDate: day, endDate: day, type: device, ad_type: adType };
      return {
        day,
        title: `${day}, ${device}`,
        async *fetch(signal) {
          for await (const row of service.creativeReport(query, signal === undefined ? {} : { signal })) {
            if (wanted.size === 0 || wanted.has(row['groupId'] ?? '')) yield { ...row, type: row['type'] ?? device };
          }
        },
      };
    }),
  );
  return runReport(parts, options);
}
