import type { Client } from '../../api/index.js';
import {
  checkComponentReport,
  checkCreativeReport,
  componentReportColumns,
  creativeReportColumns,
  type QueryColumn,
  type QueryRow,
  type ReportEnd,
  runComponentReport,
  runCreativeReport,
  splitList,
} from '../../queries/index.js';
import { diagnosticDocument, renderReport, rowsDocument } from '../../render/index.js';
import { type CommandContext, type CommandResult, say, stdoutText } from '../context.js';
import { EXIT } from '../exit-codes.js';
import { progressReporter } from '../progress.js';
import { openService } from '../service/service.js';
import { checkCsv, checkedParams, writeCsv } from '../steps/query-command.js';
import { openWorkspace, type Workspace } from '../workspace/workspace.js';

interface ReportFlags {
  readonly from?: string;
  readonly to?: string;
  readonly level?: string;
  readonly type?: string;
  readonly adType?: string;
  readonly ids?: string;
  readonly wait?: boolean;
  readonly csv?: string;
  readonly bom?: boolean;
}

/** Phone and app components (componentReport), one day at a time. */
export async function reportComponents(context: CommandContext, _args: readonly string[], flags: ReportFlags) {
  const workspace = await openWorkspace(context);
  const params = checkedParams(checkComponentReport(input(flags, ['level', 'type']), clockOf(context, workspace)));
  return runReportCommand(context, workspace, flags, params.days, componentReportColumns, (client, options) =>
    runComponentReport(params, client, options),
  );
}

/** Rich creatives (creativeReport), one day and one device at a time. */
export async function reportCreatives(context: CommandContext, _args: readonly string[], flags: ReportFlags) {
  const workspace = await openWorkspace(context);
  const params = checkedParams(checkCreativeReport(input(flags, ['type', 'adType']), clockOf(context, workspace)));
  const columns = creativeReportColumns(params.adType);
  return runReportCommand(context, workspace, flags, params.days, columns, (client, options) =>
    runCreativeReport(params, client, options),
  );
}

function clockOf({ io }: CommandContext, { account }: Workspace) {
  return { now: io.clock.now(), timeZone: account.timeZone };
}

function input(flags: ReportFlags, words: readonly ('level' | 'type' | 'adType')[]) {
  const given: Partial<Record<'from' | 'to' | 'level' | 'type' | 'adType', string>> = {};
  for (const name of ['from', 'to', ...words] as const) {
    const value = flags[name];
    if (value !== undefined) given[name] = value;
  }
  if (flags.ids === undefined) return given;
  const ids = splitList(flags.ids);
  // A list without ids is a fault of the command line, and not every row.
  return { ...given, ids: ids.length > 0 ? ids : [flags.ids] };
}

type Run = (
  client: Client,
  options: Parameters<typeof runComponentReport>[2],
) => AsyncGenerator<QueryRow, ReportEnd, undefined>;

async function runReportCommand(
  context: CommandContext,
  workspace: Workspace,
  flags: ReportFlags,
  days: readonly string[],
  columns: readonly QueryColumn[],
  run: Run,
): Promise<CommandResult> {
  const { io } = context;
  await checkCsv(context, flags);
  const service = await openService(context, workspace, { writes: false });
  try {
    const progress = progressReporter(context);
    const report = run(service.client, {
      clock: io.clock,
      timeZone: workspace.account.timeZone,
      wait: flags.wait === true,
      signal: io.signal,
      onProgress: (done, total) => progress({ stage: 'report', done, total }),
      onWait: (seconds, title) => void say(context, `${title}: not ready (70109); asking again in ${seconds} s.`),
    });
    const rows: QueryRow[] = [];
    let step = await report.next();
    for (; !step.done; step = await report.next()) rows.push(step.value);
    const { notReady, diagnostics } = step.value;
    if (flags.csv !== undefined) await writeCsv(context, flags.csv, rows, columns, flags.bom === true);
    return {
      code: notReady.length > 0 ? EXIT.notReady : EXIT.done,
      text: renderReport(rows, columns, { days, notReady }, stdoutText(context)),
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
