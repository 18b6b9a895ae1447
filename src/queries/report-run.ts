import type { TextRecord } from '../contract/index.js';
import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import { plural } from '../model/index.js';
import { mapAhead } from '../model/kind/map-ahead.js';
import type { QueryEnd, QueryRun } from './define-query.js';
import { isOfAnotherDay, maybeIncomplete } from './report-days.js';

/** One request of a report: a day, and the device where the interface wants one. */
export interface ReportPart {
  readonly day: string;
  /** What is asked for, for messages: `2024-06-01, mobile`. */
  readonly title: string;
  fetch(signal?: AbortSignal): AsyncIterable<readonly TextRecord[]>;
}

/** Spaced wide: a report is computed in minutes or hours, and calls are counted. */
const WAITS = [60, 120, 240, 480, 600] as const;
const WAIT_SECONDS = 7200;

/**
 * Fetches a report part by part, as the interface advises, a few at a time. A part's rows are given out only once it is whole, so
 * that a page that is refused never leaves half a day. A day that is not ready does not stop the others.
 */
export async function* runReport(
  parts: readonly ReportPart[],
  options: QueryRun,
): AsyncGenerator<readonly TextRecord[], QueryEnd, undefined> {
  const notReady = new Set<string>();
  const diagnostics: Diagnostic[] = [];
  const whole = options.waitSeconds ?? WAIT_SECONDS;
  const waiting = { whole, left: whole };
  const later: ReportPart[] = [];
  let done = 0;
  function finish(part: ReportPart, rows: readonly TextRecord[]) {
    done++;
    options.onProgress?.(done, parts.length, part.title);
    diagnostics.push(
      ...[incompleteness(part, rows.length, options), otherDays(part, rows)].flatMap((one) => one ?? []),
    );
    return rows;
  }
  const read = async (part: ReportPart) => ({ part, rows: await fetchWhole(part, options) });
  for await (const { part, rows } of mapAhead(parts, options.atOnce, read)) {
    if (rows === undefined) later.push(part);
    else yield finish(part, rows);
  }
  for (const part of later) {
    const rows = await fetchWaiting(part, options, waiting);
    if (rows !== undefined) yield finish(part, rows);
    else {
      notReady.add(part.day);
      const detail = `${part.title}: the service has not computed this report yet (70109).`;
      diagnostics.push(diagnostic('report-not-ready', { detail }));
    }
  }
  return { notReady: [...notReady], diagnostics };
}

/** Undefined where the report is not ready. */
async function fetchWhole({ fetch }: ReportPart, { signal }: QueryRun): Promise<readonly TextRecord[] | undefined> {
  const rows: TextRecord[] = [];
  try {
    for await (const page of fetch(signal)) for (const row of page) rows.push(row);
    return rows;
  } catch (error) {
    if (error instanceof Failure && error.ending === 'not-ready') return undefined;
    throw error;
  }
}

async function fetchWaiting(
  part: ReportPart,
  options: QueryRun,
  waiting: { readonly whole: number; left: number },
): Promise<readonly TextRecord[] | undefined> {
  // The waiting for an earlier part may have been long enough for this one.
  if (!options.wait) return undefined;
  for (let round = 0; ; round++) {
    if (round > 0 || waiting.left === waiting.whole) {
      if (waiting.left <= 0) return undefined;
      const seconds = Math.min(waiting.left, WAITS[Math.min(round, WAITS.length - 1)] ?? 0);
      options.onWait?.(seconds, part.title);
      await options.clock.sleep(seconds * 1000, options.signal);
      waiting.left -= seconds;
    }
    const rows = await fetchWhole(part, options);
    if (rows !== undefined) return rows;
  }
}

function incompleteness(part: ReportPart, rows: number, { clock, timeZone }: QueryRun): Diagnostic | undefined {
  if (!maybeIncomplete(part.day, { now: clock.now(), timeZone })) return undefined;
  const what = rows === 0 ? 'no rows' : plural(rows, 'row');
  const detail = `${part.title}: ${what}, fetched before the report is normally complete.`;
  return diagnostic('report-maybe-incomplete', { detail });
}

function otherDays({ day, title }: ReportPart, rows: readonly TextRecord[]): Diagnostic | undefined {
  const others = rows.filter(({ date }) => isOfAnotherDay(date, day));
  const [first] = others;
  if (first === undefined) return undefined;
  const detail = `${title}: ${plural(others.length, 'row')} of another day, as ${first['date']}. Sums have them too.`;
  return diagnostic('report-other-day', { detail });
}
