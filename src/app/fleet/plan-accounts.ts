import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { systemWords } from '../../files/system-error.js';
import { MARKDOWN_LIMIT } from '../../render/index.js';
import type { Outcome } from '../outcome.js';
import type { AppPorts } from '../ports.js';
import { type PlanChoices, plan } from '../runs/changes/plan.js';
import { saveText, userPath } from '../workspace/user-files.js';
import type { ReportForm } from './account-report.js';
import { type AccountRun, overChosen } from './over-accounts.js';
import { selectAccounts } from './select-accounts.js';

/** A comment has room for about so many plans; more of them get the least that says anything. */
const PLANS_IN_A_COMMENT = 8;
const LEAST_PART = 2_000;

/** Plans each account that was chosen. `out` and `html` are folders, with a file for each account that has a plan. */
export async function planAccounts(
  app: AppPorts,
  run: AccountRun,
  form: ReportForm,
  { out, html, markdown, markdownLimit = MARKDOWN_LIMIT, ...options }: PlanChoices,
): Promise<Outcome> {
  const { names, title } = await selectAccounts(app, run);
  const folder = out === undefined ? undefined : await emptyOf(app, '--out', out, names.map(planFile));
  const pages = html === undefined ? undefined : await emptyOf(app, '--html', html, names.map(pageFile));
  const room = Math.max(
    LEAST_PART,
    Math.floor(markdownLimit / Math.min(PLANS_IN_A_COMMENT, Math.max(1, names.length))),
  );
  const { report } = await overChosen(
    app,
    { names, title, jobs: run.jobs, applies: false },
    markdown === undefined ? form : { ...form, markdownPart: room },
    (one, name) =>
      plan(one, {
        ...options,
        ...(folder !== undefined && { out: join(folder, planFile(name)) }),
        ...(pages !== undefined && { html: join(pages, pageFile(name)) }),
      }),
  );
  if (markdown !== undefined) await saveText(app, '--markdown', markdown, report.markdown(markdownLimit));
  return report.outcome;
}

const planFile = (account: string) => `${account}.json`;
const pageFile = (account: string) => `${account}.html`;

/** The folder, without what was left there before: of an account without a plan there is none. */
async function emptyOf(app: AppPorts, option: string, out: string, files: readonly string[]): Promise<string> {
  try {
    const folder = await userPath(app, out);
    await mkdir(folder, { recursive: true });
    for (const file of files) await rm(join(folder, file), { force: true });
    return folder;
  } catch (error) {
    const detail = `${option} ${out}: ${systemWords(error)}. For several accounts it is a folder.`;
    throw new Failure([diagnostic('file-unreadable', { detail })]);
  }
}
