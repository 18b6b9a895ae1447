import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { MARKDOWN_LIMIT } from '../../render/index.js';
import type { Outcome } from '../outcome.js';
import type { AppPorts } from '../ports.js';
import { type PlanChoices, plan } from '../runs/changes/plan.js';
import { systemWords } from '../system-words.js';
import { saveText, userPath } from '../workspace/user-files.js';
import { keepOutcome, type ReportForm, reportOf } from './account-report.js';
import type { AccountRun } from './over-accounts.js';
import { runAccounts } from './run-accounts.js';
import { selectAccounts } from './select-accounts.js';

/** A comment has room for about so many plans; more of them get the least that says anything. */
const PLANS_IN_A_COMMENT = 8;
const LEAST_PART = 2_000;

/** Plans each account that was chosen. `out` is a folder, with a file for each account that has a plan. */
export async function planAccounts(
  app: AppPorts,
  run: AccountRun,
  form: ReportForm,
  { out, markdown, markdownLimit = MARKDOWN_LIMIT, ...options }: PlanChoices,
): Promise<Outcome> {
  const { names, title } = await selectAccounts(app, run);
  const folder = out === undefined ? undefined : await emptyOf(app, out, names);
  const room = Math.max(
    LEAST_PART,
    Math.floor(markdownLimit / Math.min(PLANS_IN_A_COMMENT, Math.max(1, names.length))),
  );
  const ends = await runAccounts(app, names, {
    jobs: run.jobs,
    work: (one, name) => plan(one, { ...options, ...(folder !== undefined && { out: fileOf(folder, name) }) }),
    keep: keepOutcome(markdown === undefined ? form : { ...form, markdownPart: room }),
    applies: false,
  });
  const report = reportOf(ends, title, form);
  if (markdown !== undefined) await saveText(app, '--markdown', markdown, report.markdown(markdownLimit));
  return report.outcome;
}

const fileOf = (folder: string, account: string) => join(folder, `${account}.json`);

/** The folder, without the plans that were left there before: of an account without a plan there is none. */
async function emptyOf(app: AppPorts, out: string, names: readonly string[]): Promise<string> {
  try {
    const folder = await userPath(app, out);
    await mkdir(folder, { recursive: true });
    for (const name of names) await rm(fileOf(folder, name), { force: true });
    return folder;
  } catch (error) {
    const detail = `--out ${out}: ${systemWords(error)}. For several accounts it is a folder.`;
    throw new Failure([diagnostic('file-unreadable', { detail })]);
  }
}
