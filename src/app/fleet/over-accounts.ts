import type { AppPorts } from '../ports.js';
import {
  type AccountOutcome,
  type AccountsReport,
  type KeptOutcome,
  keepOutcome,
  type ReportForm,
  reportOf,
} from './account-report.js';
import { type AccountEnd, type AccountWork, runAccounts } from './run-accounts.js';
import { type AccountChoice, type SelectedAccounts, selectAccounts } from './select-accounts.js';

export interface AccountRun extends AccountChoice {
  /** Accounts at the same time. */
  readonly jobs: number;
}

/** What came of each account, and of all together. */
export interface AccountsEnd {
  readonly ends: readonly AccountEnd<KeptOutcome>[];
  readonly report: AccountsReport;
}

interface Accounts extends Pick<SelectedAccounts, 'names' | 'title'> {
  readonly jobs: number;
  /** Whether the work may leave an account half done. */
  readonly applies: boolean;
}

/** Does the same for each account that was chosen, and reports of all of them. */
export async function overAccounts(
  app: AppPorts,
  run: AccountRun,
  form: ReportForm,
  work: AccountWork<AccountOutcome>,
): Promise<AccountsReport> {
  const chosen = await selectAccounts(app, run);
  return (await overChosen(app, { ...chosen, jobs: run.jobs, applies: false }, form, work)).report;
}

/** The same where the choice was made before. */
export async function overChosen(
  app: AppPorts,
  { names, title, jobs, applies }: Accounts,
  form: ReportForm,
  work: AccountWork<AccountOutcome>,
): Promise<AccountsEnd> {
  const ends = await runAccounts(app, names, { jobs, work, keep: keepOutcome(form), applies });
  return { ends, report: reportOf(ends, title, form) };
}
