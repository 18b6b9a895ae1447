import { Failure, usageFailure } from '../../../diagnostics/failure.js';
import type {
  AnyQuery,
  CheckedParameters,
  QueryColumn,
  QueryEnd,
  QueryOptions,
  QueryRow,
  QueryRows,
} from '../../../queries/define-query.js';
import { diagnosticDocument, renderAccount, reportLines, rowLines, rowsDocument } from '../../../render/index.js';
import type { Layout, Outcome } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { openService } from '../../service/service.js';
import { checkOutputFile } from '../../workspace/user-files.js';
import { openWorkspace } from '../../workspace/workspace.js';
import { writeCsv } from '../../workspace/write-csv.js';
import { checkReportFiles, GatheredReport, reportTitle } from './report.js';

/** Parameters that passed their checks; what is wrong with them ends the command before any call. */
function checkedParams<Params>(checked: CheckedParameters<Params>): Params {
  if (checked.ok) return checked.params;
  throw new Failure(checked.diagnostics);
}

/** Asks the workspace's account, and answers with the rows as a table, as one JSON document and, if wanted, as CSV. */
export async function runQuery(
  app: AppPorts,
  query: AnyQuery,
  args: readonly string[],
  options: QueryOptions,
): Promise<Outcome> {
  const workspace = await openWorkspace(app);
  const { timeZone, service: words } = workspace.account;
  const about = { now: app.clock.now(), timeZone, richCreativeWord: words.richCreativeWord };
  const params = checkedParams(query.check(args, options, about));
  await checkCsv(app, options);
  await checkReportFiles(app, options);
  const service = await openService(app, workspace, { writes: false });
  try {
    const progress = app.progress;
    const asked = query.rows(params, service.client, {
      clock: app.clock,
      timeZone,
      wait: options['wait'] === true,
      signal: app.signal,
      onProgress: (done, total) => progress({ stage: 'report', done, total }),
      onWait: (seconds, title) => void app.say(`${title}: not ready (70109); asking again in ${seconds} s.`),
    });
    const form = query.report?.(params);
    if (form !== undefined) {
      const report = new GatheredReport(form, query.columns(params), options);
      const { notReady = [], diagnostics = [] } = (await collect(asked, (row) => report.add(row))) ?? {};
      await report.write(app, reportTitle(query.usage, workspace.account.name, form.days), notReady);
      const { rows, columns } = report.shown();
      const text = (layout: Layout) => reportLines(rows, columns, report.course(notReady), layout);
      return await answer(app, rows, columns, options, text, {
        notReady,
        diagnostics: [...diagnostics, ...report.diagnostics()],
      });
    }
    const rows: QueryRow[] = [];
    const end = await collect(asked, (row) => void rows.push(row));
    const columns = query.columns(params);
    const remark = query.remark?.(params, rows);
    if (remark !== undefined) await app.say(remark);
    const text = (layout: Layout) =>
      query.isOneRecord === true ? renderAccount(rows[0] ?? {}, layout) : rowLines(rows, columns, layout);
    return await answer(app, rows, columns, options, text, end ?? { notReady: [], diagnostics: [] });
  } finally {
    await service.close();
  }
}

/** The rows as text, as a document and, if wanted, as CSV. */
async function answer(
  app: AppPorts,
  rows: QueryRows,
  columns: readonly QueryColumn[],
  { csv, bom }: QueryOptions,
  text: (layout: Layout) => string | Iterable<string>,
  { notReady, diagnostics }: QueryEnd,
): Promise<Outcome> {
  if (typeof csv === 'string') await writeCsv(app, csv, rows, columns, bom === true);
  return {
    meaning: notReady.length > 0 ? 'notReady' : 'done',
    text,
    // Made only for who asks for it: there may be a million rows.
    get document() {
      return {
        ...rowsDocument(rows),
        ...(diagnostics.length > 0 && { diagnostics: diagnostics.map(diagnosticDocument) }),
      };
    },
    diagnostics,
  };
}

async function collect(
  asked: AsyncGenerator<QueryRow, QueryEnd | undefined, undefined>,
  take: (row: QueryRow) => void,
): Promise<QueryEnd | undefined> {
  let step = await asked.next();
  for (; !step.done; step = await asked.next()) take(step.value);
  return step.value;
}

/** Before anything is fetched: it would be in vain if the file could not be written. */
async function checkCsv(app: AppPorts, { csv, bom }: QueryOptions): Promise<void> {
  if (typeof csv === 'string') return checkOutputFile(app, '--csv', csv);
  if (bom === true) throw usageFailure('--bom needs --csv FILE.');
}
