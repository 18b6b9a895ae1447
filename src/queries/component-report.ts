import type { TextRecord } from '../contract/index.js';
import { ParameterCheck } from './parameters.js';
import { amount, type Checked, id, type QueryColumn, type QueryService, text } from './query.js';
import { type AccountClock, checkDays, type DayRange } from './report-days.js';
import { type ReportEnd, type ReportOptions, type ReportPart, runReport } from './report-run.js';

/** The creative-component report (componentReport): phone and app components. */
const COMPONENT_LEVELS = ['account', 'plan', 'group'] as const;
const COMPONENT_TYPES = ['all', 'mobile', 'computer'] as const;

export interface ComponentReportInput extends DayRange {
  readonly level?: string;
  readonly type?: string;
  /** Plan ids with level `plan`, group ids with level `group`. */
  readonly ids?: readonly string[];
}

export interface ComponentReportParams {
  readonly days: readonly string[];
  readonly level: (typeof COMPONENT_LEVELS)[number];
  readonly type: (typeof COMPONENT_TYPES)[number];
  readonly ids: readonly string[];
}

export const componentReportColumns: readonly QueryColumn[] = [
  text('date'),
  text('type'),
  id('campaignId'),
  text('campaignName'),
  id('groupId'),
  text('groupName'),
  id('sublinkId'),
  amount('views'),
  amount('clicks'),
  amount('totalCost'),
];

export function checkComponentReport(input: ComponentReportInput, clock: AccountClock): Checked<ComponentReportParams> {
  const check = new ParameterCheck();
  const days = checkDays(input, 'yesterday', clock, check);
  const level = check.word('--level', input.level, COMPONENT_LEVELS, 'account');
  const type = check.word('--type', input.type, COMPONENT_TYPES, 'all');
  const ids = check.ids('--ids', input.ids ?? []);
  if (ids.length > 0 && level === 'account') {
    check.refuse(
      '--ids goes with --level plan (plan ids) or --level group (group ids); with account the service ignores it.',
    );
  }
  if (check.diagnostics.length > 0) return { ok: false, diagnostics: check.diagnostics };
  return { ok: true, params: { days, level, type, ids } };
}

/**
 * One request a day, both devices in it. The ids choose here and not at the service, as the interface advises.
 * Costs are decimal text in yuan.
 */
export function runComponentReport(
  { days, level, type, ids }: ComponentReportParams,
  service: QueryService,
  options: ReportOptions,
): AsyncGenerator<TextRecord, ReportEnd, undefined> {
  const wanted = new Set(ids);
  const key = level === 'plan' ? 'campaignId' : 'groupId';
  const parts = days.map((day): ReportPart => {
    const query = { startDate: day, endDate: day, level, type };
    return {
      day,
      title: day,
      async *fetch(signal) {
        for await (const row of service.componentReport(query, signal === undefined ? {} : { signal })) {
          if (wanted.size === 0 || wanted.has(row[key] ?? '')) yield row;
        }
      },
    };
  });
  return runReport(parts, options);
}
