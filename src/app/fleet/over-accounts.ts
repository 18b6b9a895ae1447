import type { AppPorts } from '../ports.js';
import { type AccountOutcome, type AccountsReport, keepOutcome, type ReportForm, reportOf } from './account-report.js';
import { runAccounts } from './run-accounts.js';
import { type AccountChoice, selectAccounts } from './select-accounts.js';

export interface AccountRun extends AccountChoice {
  /** Accounts at the same time. */
  readonly jobs: number;
}

/** Does the same for each account that was chosen, and reports of all of them. */
export async function overAccounts(
  app: AppPorts,
  run: AccountRun,
  form: ReportForm,
  work: (app: AppPorts, account: string) => Promise<AccountOutcome>,
): Promise<AccountsReport> {
  const { names, title } = await selectAccounts(app, run);
  const ends = await runAccounts(app, names, { jobs: run.jobs, work, keep: keepOutcome(form), applies: false });
  return reportOf(ends, title, form);
}
