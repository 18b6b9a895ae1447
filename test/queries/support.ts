import type { TextRecord } from '../../src/contract/index.js';
import { diagnostic } from '../../src/diagnostics/diagnostic.js';
import { Failure } from '../../src/diagnostics/failure.js';
import type { Clock } from '../../src/model/ports/ports.js';
import type { Query, QueryRun, QueryService } from '../../src/queries/define-query.js';

/** A clock that stands still but for what is slept. */
export function turnedClock(start: string): Clock & { readonly slept: number[] } {
  let time = Date.parse(start);
  const slept: number[] = [];
  return {
    slept,
    now: () => new Date(time),
    sleep: async (milliseconds) => {
      slept.push(milliseconds / 1000);
      time += milliseconds;
    },
  };
}

export function notReady(): Failure {
  return new Failure([diagnostic('report-not-ready', { detail: '70109' })], 'not-ready');
}

/** A service that answers from tables and writes down what it was asked. */
export function tableService(answers: Partial<QueryService>): QueryService {
  const missing = (name: string) => (): never => {
    throw new Error(`${name} was not expected to be called`);
  };
  return {
    accountInfo: missing('accountInfo'),
    keywords: missing('keywords'),
    apps: missing('apps'),
    keywordTags: missing('keywordTags'),
    keywordPackages: missing('keywordPackages'),
    pictures: missing('pictures'),
    componentReport: missing('componentReport'),
    creativeReport: missing('creativeReport'),
    ...answers,
  };
}

export async function* rowsOf<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

/** Noon of 10 June in China. */
export const noon = {
  now: new Date('2024-06-10T04:00:00Z'),
  timeZone: 'Asia/Shanghai',
  richCreativeWord: 'richcreative',
};

/** How a query is run where nothing has to be waited for. */
export const runAt = (clock = turnedClock('2024-06-10T04:00:00Z'), wait = false): QueryRun => ({
  clock,
  timeZone: noon.timeZone,
  atOnce: 1,
  wait,
});

/** Parameters that are right. */
export function paramsOf<Options, Params>(
  query: Query<Options, Params>,
  args: readonly string[],
  options: Options,
  account = noon,
): Params {
  const checked = query.check(args, options, account);
  if (!checked.ok) throw new Error(checked.diagnostics.map((one) => one.detail).join('\n'));
  return checked.params;
}

export async function collect<Row, End>(
  rows: AsyncGenerator<readonly Row[], End, undefined>,
): Promise<{ rows: Row[]; end: End }> {
  const all: Row[] = [];
  for (;;) {
    const next = await rows.next();
    if (next.done === true) return { rows: all, end: next.value };
    all.push(...next.value);
  }
}

export const row = (parts: TextRecord): TextRecord => ({ views: '1', clicks: '0', totalCost: '0.10', ...parts });
