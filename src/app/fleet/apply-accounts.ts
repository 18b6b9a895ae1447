import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure, usageFailure } from '../../diagnostics/failure.js';
import { confirm, refuseUnattended } from '../confirm.js';
import { laidOut, type Outcome } from '../outcome.js';
import type { AppPorts } from '../ports.js';
import { type ApplyChoices, apply } from '../runs/changes/apply.js';
import { plan } from '../runs/changes/plan.js';
import type { ReportForm } from './account-report.js';
import { type AccountRun, overChosen } from './over-accounts.js';
import { selectAccounts } from './select-accounts.js';

/**
 * Applies to each account that was chosen. With a digest that was reviewed, or a person to ask, all accounts are planned
 * before the first write, and each apply then carries out exactly the plan that was seen.
 */
export async function applyAccounts(
  app: AppPorts,
  run: AccountRun,
  form: ReportForm,
  options: Omit<ApplyChoices, 'approve'> & { readonly approve: 'given' | 'ask' },
): Promise<Outcome> {
  const { file, expect, approve } = options;
  if (file !== undefined) {
    const detail = `A saved plan is of one account: apply ${file} with --account, or the set with --expect DIGEST.`;
    throw usageFailure(detail);
  }
  if (approve === 'ask') refuseUnattended(app, '--auto-approve or --expect DIGEST');
  const chosen = { ...(await selectAccounts(app, run)), jobs: run.jobs };
  const failures = new Map<string, Failure>();
  const seen = expect === undefined && approve === 'given' ? undefined : await planned();
  const { report } = await overChosen(app, { ...chosen, applies: true }, form, async (one, name) => {
    if (seen === undefined) return apply(one, { ...options, approve: 'given' });
    const digest = seen.get(name);
    // What nobody has seen is not carried out: the account fails as it did when it was planned.
    if (digest === undefined) throw failures.get(name) ?? new Failure([], 'interrupted');
    // A person who was asked has seen the plan already.
    const ports = approve === 'ask' ? { ...one, wantsText: false } : one;
    return apply(ports, { ...options, approve: 'given', expect: digest });
  });
  return report.outcome;

  /** The digest of each account's plan, once all of them are as they were reviewed, or a person said yes. */
  async function planned(): Promise<ReadonlyMap<string, string>> {
    const { allow, target, exclude, olderState, impact } = options;
    const asText = { ...form, json: false };
    const { ends, report } = await overChosen(app, { ...chosen, applies: false }, asText, (one, name) =>
      plan(one, {
        allow,
        target,
        exclude,
        refresh: true,
        ...(olderState !== undefined && { olderState }),
        ...(impact !== undefined && { impact }),
      }).catch((error: unknown) => {
        if (error instanceof Failure) failures.set(name, error);
        throw error;
      }),
    );
    const text = (layout: ReturnType<ReportForm['layout']>) => laidOut(report.outcome.text ?? '', () => layout);
    if (expect !== undefined && expect !== report.digest) {
      await app.warn(text);
      const detail = `The plans made now have the digest ${report.digest}, not ${expect}: manifests, state or accounts changed. No write was sent to any account.`;
      throw new Failure([diagnostic('plan-stale', { detail })], 'stale-plan');
    }
    const digests = new Map(
      ends.flatMap(({ account, kept: { digest } }) => (digest === undefined ? [] : [[account, digest]])),
    );
    if (expect === undefined) {
      await app.warn(text);
      await confirm(app, `the plans of these ${chosen.names.length} accounts`);
    }
    return digests;
  }
}
