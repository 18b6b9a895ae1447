import { Failure } from '../diagnostics/failure.js';
import { isServiceId } from '../model/resource/address.js';
import type { QueryService } from './define-query.js';
import { type FigureRow, FigureSums } from './figure-sums.js';
import { isOfAnotherDay } from './report-days.js';

/** A day of both devices, or why there is none. */
export type DayRead =
  | { readonly day: string; readonly sums: FigureSums; readonly rows: readonly FigureRow[] }
  | { readonly day: string; readonly missing: 'not-ready' }
  | { readonly day: string; readonly missing: 'failed'; readonly why: string };

export interface DaysWanted {
  readonly days: readonly string[];
  /** Ids whose sums are kept apart from the account's. */
  readonly ids: ReadonlySet<string>;
  /** Days read at the same time. */
  readonly atOnce: number;
  /** The rows are given out too; else they go as soon as they are summed. */
  readonly keepRows: (day: string) => boolean;
  readonly signal: AbortSignal;
  readonly onDay?: (read: DayRead) => Promise<void> | void;
}

const DEVICES = ['computer', 'mobile'] as const;

/** So many days that fail one after the other are a report that fails: no more are asked for. */
const MOST_FAILURES = 3;

/**
 * Reads the creative report (creativeReport) of each day on both devices, as `base_report`. A day counts only if both
 * were read. One that fails does not stop the others, unless the run is interrupted.
 */
export async function readDailyFigures(
  service: Pick<QueryService, 'creativeReport'>,
  wanted: DaysWanted,
): Promise<void> {
  const waiting = [...wanted.days];
  let failures = 0;
  let given: string | undefined;
  const work = async () => {
    for (let day = waiting.shift(); day !== undefined; day = waiting.shift()) {
      const read: DayRead =
        given === undefined ? await readDay(service, day, wanted) : { day, missing: 'failed', why: given };
      if (!('missing' in read)) failures = 0;
      else if (read.missing === 'failed' && ++failures >= MOST_FAILURES) given ??= read.why;
      await wanted.onDay?.(read);
    }
  };
  // One that throws ends the run, but only when the others have ended.
  const ends = await Promise.allSettled(Array.from({ length: Math.max(1, wanted.atOnce) }, work));
  for (const end of ends) if (end.status === 'rejected') throw end.reason;
}

async function readDay(
  service: Pick<QueryService, 'creativeReport'>,
  day: string,
  { ids, keepRows, signal }: DaysWanted,
): Promise<DayRead> {
  const sums = new FigureSums(ids);
  const rows: FigureRow[] = [];
  const keeps = keepRows(day);
  try {
    for (const type of DEVICES) {
      const query = { startDate: day, endDate: day, type, ad_type: 'base_report' };
      for await (const page of service.creativeReport(query, { signal })) {
        for (const { date, groupId = '', groupName = '', totalCost = '', clicks = '', views = '' } of page) {
          if (isOfAnotherDay(date, day)) return { day, missing: 'failed', why: `a row is of another day: ${date}` };
          const row = { id: isServiceId(groupId) ? groupId : '', cost: totalCost, clicks, views, name: groupName };
          if (!sums.add(row))
            return { day, missing: 'failed', why: `a row has no numbers: ${[totalCost, clicks, views].join(', ')}` };
          if (keeps) rows.push(row);
        }
      }
    }
    return { day, sums, rows };
  } catch (error) {
    if (!(error instanceof Failure) || error.ending === 'interrupted') throw error;
    if (error.ending === 'not-ready') return { day, missing: 'not-ready' };
    const [first] = error.diagnostics;
    return { day, missing: 'failed', why: first?.detail ?? first?.summary ?? error.message };
  }
}
