import { diagnostic } from '../../../diagnostics/diagnostic.js';
import { Failure } from '../../../diagnostics/failure.js';
import type { AnyQuery, CheckedParameters, QueryEnd, QueryOptions, QueryRow } from '../../../queries/define-query.js';
import { diagnosticDocument, renderAccount, renderReport, renderRows, rowsDocument } from '../../../render/index.js';
import type { Layout, Outcome } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { openService } from '../../service/service.js';
import { checkOutputFile } from '../../workspace/user-files.js';
import { openWorkspace } from '../../workspace/workspace.js';
import { writeCsv } from '../../workspace/write-csv.js';

/** Parameters that passed their checks; what is wrong with them ends the command before any call. */
export function checkedParams<Params>(checked: CheckedParameters<Params>): Params {
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
    const { rows, end } = await collect(asked);
    const { notReady = [], diagnostics = [] } = end ?? {};
    const columns = query.columns(params);
    const remark = query.remark?.(params, rows);
    if (remark !== undefined) await app.say(remark);
    const { csv } = options;
    if (typeof csv === 'string') await writeCsv(app, csv, rows, columns, options['bom'] === true);
    const days = query.days?.(params);
    const table = (layout: Layout) =>
      days === undefined ? renderRows(rows, columns, layout) : renderReport(rows, columns, { days, notReady }, layout);
    return {
      meaning: notReady.length > 0 ? 'notReady' : 'done',
      text: (layout) => (query.isOneRecord === true ? renderAccount(rows[0] ?? {}, layout) : table(layout)),
      document: {
        ...rowsDocument(rows),
        ...(diagnostics.length > 0 && { diagnostics: diagnostics.map(diagnosticDocument) }),
      },
      diagnostics,
    };
  } finally {
    await service.close();
  }
}

async function collect(asked: AsyncGenerator<QueryRow, QueryEnd | undefined, undefined>) {
  const rows: QueryRow[] = [];
  let step = await asked.next();
  for (; !step.done; step = await asked.next()) rows.push(step.value);
  return { rows, end: step.value };
}

/** Before anything is fetched: it would be in vain if the file could not be written. */
async function checkCsv(app: AppPorts, { csv, bom }: QueryOptions): Promise<void> {
  if (typeof csv === 'string') return checkOutputFile(app, '--csv', csv);
  if (bom === true) throw new Failure([diagnostic('usage', { detail: '--bom needs --csv FILE.' })]);
}
