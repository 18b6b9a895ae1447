import { Failure } from '../../../diagnostics/failure.js';
import type {
  AnyQuery,
  CheckedParameters,
  QueryEnd,
  QueryOptions,
  QueryRow,
  QueryRows,
} from '../../../queries/define-query.js';
import { diagnosticDocument, renderAccount, reportLines, rowLines, rowsDocument } from '../../../render/index.js';
import type { Layout, Outcome } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { openService } from '../../service/service.js';
import { openWorkspace } from '../../workspace/workspace.js';
import { GatheredReport } from './report.js';
import { checkReportFiles, reportTitle, writeReportFiles } from './report-files.js';

/** Parameters that passed their checks; what is wrong with them ends the command before any call. */
function checkedParams<Params>(checked: CheckedParameters<Params>): Params {
  if (checked.ok) return checked.params;
  throw new Failure(checked.diagnostics);
}

/** Asks the workspace's account, and answers with the rows as a table and as one JSON document; a report has files too. */
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
  await checkReportFiles(app, options);
  const service = await openService(app, workspace, { writes: false });
  try {
    const progress = app.progress;
    const asked = query.rows(params, service.client, {
      clock: app.clock,
      timeZone,
      atOnce: workspace.account.limits.concurrentReads,
      wait: options['wait'] === true,
      signal: app.signal,
      onProgress: (done, total) => progress({ stage: 'report', done, total }),
      onWait: (seconds, title) => void app.say(`${title}: not ready (70109); asking again in ${seconds} s.`),
    });
    const form = query.report?.(params);
    if (form !== undefined) {
      const report = new GatheredReport(form, query.columns(params), options, app.wantsText);
      const { notReady = [], diagnostics = [] } = (await collect(asked, (page) => report.add(page))) ?? {};
      const title = reportTitle(query.usage, workspace.account.name, form.days);
      await writeReportFiles(app, report, options, title, notReady);
      const shown = { ...report.shown(), ...(typeof options['csv'] === 'string' && { file: options['csv'] }) };
      const text = (layout: Layout) => reportLines(shown, report.course(notReady), layout);
      return answer(shown.rows, text, { notReady, diagnostics: [...diagnostics, ...report.diagnostics()] });
    }
    const rows: QueryRow[] = [];
    const end = await collect(asked, (page) => {
      for (const row of page) rows.push(row);
    });
    const columns = query.columns(params);
    const remark = query.remark?.(params, rows);
    if (remark !== undefined) await app.say(remark);
    const text = (layout: Layout) =>
      query.isOneRecord === true ? renderAccount(rows[0] ?? {}, layout) : rowLines(rows, columns, layout);
    return answer(rows, text, end ?? { notReady: [], diagnostics: [] });
  } finally {
    await service.close();
  }
}

/** The rows as text and as a document. */
function answer(
  rows: QueryRows,
  text: (layout: Layout) => string | Iterable<string>,
  { notReady, diagnostics }: QueryEnd,
): Outcome {
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
  asked: AsyncGenerator<readonly QueryRow[], QueryEnd | undefined, undefined>,
  take: (page: readonly QueryRow[]) => void,
): Promise<QueryEnd | undefined> {
  let step = await asked.next();
  for (; !step.done; step = await asked.next()) take(step.value);
  return step.value;
}
