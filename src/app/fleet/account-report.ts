import { createHash } from 'node:crypto';
import { Failure } from '../../diagnostics/failure.js';
import type { ApplyResult, Plan } from '../../model/index.js';
import {
  type AccountRow,
  accountHeading,
  applySummary,
  documentText,
  failureDocument,
  renderAccountsMarkdown,
  renderAccountTable,
  renderDiagnostics,
  renderFailureMarkdown,
  summaryLine,
} from '../../render/index.js';
import { gravest, type Layout, laidOut, type Meaning, type Outcome } from '../outcome.js';
import { type AccountEnd, worstOf } from './run-accounts.js';

/** What a command came to for one account, with the plan that it made or the result of an apply where it has one. */
export type AccountOutcome = Outcome & {
  readonly plan?: Plan;
  readonly result?: ApplyResult;
  readonly markdownPart?: (limit: number) => string;
};

/** What is kept of it: text, and nothing that grows with the account. */
export interface KeptOutcome {
  readonly counts: string;
  readonly worst?: string;
  readonly cost?: string;
  readonly digest?: string;
  /** Empty where there is nothing to say. */
  readonly text: string;
  readonly document?: string;
  readonly markdown?: string;
}

export interface ReportForm {
  readonly layout: () => Layout;
  readonly json: boolean;
  /** Most bytes of the part of one account, where a comment is wanted. */
  readonly markdownPart?: number;
  readonly codeOf: (meaning: Meaning) => number;
}

/** Puts into words what will be shown of an account. */
export function keepOutcome(form: ReportForm): (account: string, came: AccountOutcome | Failure) => KeptOutcome {
  return (account, came) => {
    const worst = worstWords(came);
    const { plan } = came instanceof Failure ? {} : came;
    return {
      counts: countsOf(came),
      text: form.json ? '' : textOf(came, form.layout()),
      ...(worst !== undefined && { worst }),
      ...(plan !== undefined && { digest: plan.digest }),
      ...(typeof plan?.impact?.cost === 'string' && { cost: plan.impact.cost }),
      ...(form.json && { document: documentOf(came) }),
      ...(form.markdownPart !== undefined && { markdown: markdownOf(account, came, form.markdownPart) }),
    };
  };
}

export interface AccountsReport {
  readonly outcome: Outcome;
  readonly digest: string;
  /** The comment about all of them, of at most so many bytes. */
  markdown(limit?: number): string;
}

/** All accounts together, as text, as a document and as a comment. */
export function reportOf(
  ends: readonly AccountEnd<KeptOutcome>[],
  title: string,
  { codeOf }: ReportForm,
): AccountsReport {
  const meaning = gravest(ends.map((end) => end.meaning));
  const rows: readonly AccountRow[] = ends.map(({ account, meaning: own, kept: { counts, worst, cost } }) => ({
    account,
    exitCode: codeOf(own),
    counts,
    ...(cost !== undefined && { cost }),
    ...(worst !== undefined && { worst }),
  }));
  const digest = setDigest(ends.flatMap(({ kept }) => kept.digest ?? []));
  const accounts = {
    *[Symbol.iterator]() {
      for (const { account, meaning: own, kept } of ends)
        yield { account, exitCode: codeOf(own), ...JSON.parse(kept.document ?? '{}') };
    },
  };
  return {
    digest,
    outcome: {
      meaning,
      text: (layout) =>
        [
          renderAccountTable(rows, layout),
          ...ends.flatMap(({ account, kept }) =>
            kept.text === '' ? [] : [`${accountHeading(account)}\n${kept.text}`],
          ),
        ].join('\n\n'),
      document: {
        formatVersion: '1.0',
        ...(ends.length === 0 || ends.some(({ kept }) => kept.digest !== undefined) ? { digest } : {}),
        exitCode: codeOf(meaning),
        accounts,
      },
    },
    markdown: (limit) => {
      const spoken = ends.filter(({ kept }) => (kept.markdown ?? '') !== '');
      // What stops an apply or needs a person first, where not all fits.
      const isGrave = (end: AccountEnd<KeptOutcome>) => !['done', 'changes'].includes(end.meaning);
      const parts = [...spoken.filter(isGrave), ...spoken.filter((end) => !isGrave(end))];
      return renderAccountsMarkdown(
        { title, digest, rows, parts: parts.map(({ account, kept }) => ({ account, text: kept.markdown ?? '' })) },
        limit === undefined ? {} : { limit },
      );
    },
  };
}

/** Over the sorted digests of the plans: whatever order they were made in. */
function setDigest(digests: readonly string[]): string {
  return createHash('sha256')
    .update([...digests].sort().join('\n'))
    .digest('hex')
    .slice(0, 16);
}

function countsOf(came: AccountOutcome | Failure): string {
  if (came instanceof Failure) return came.ending === 'interrupted' ? 'not begun, or interrupted' : 'failed';
  if (came.result !== undefined) return applySummary(came.result);
  if (came.plan !== undefined) return summaryLine(came.plan.summary, 0).replace(/^Plan: /, '');
  return came.meaning;
}

function worstWords(came: AccountOutcome | Failure): string | undefined {
  const finding = came instanceof Failure ? undefined : came.plan?.findings.find((one) => !one.allowed);
  if (finding !== undefined) return `${finding.rule}: ${finding.detail}`;
  const diagnostics = came instanceof Failure ? came.diagnostics : (came.diagnostics ?? came.plan?.diagnostics ?? []);
  const worst = worstOf(diagnostics);
  return worst === undefined ? undefined : `${worst.summary}${worst.detail === undefined ? '' : `: ${worst.detail}`}`;
}

/** Whether a plan is worth showing among many. */
function hasNews({ plan, result }: AccountOutcome): boolean {
  if (result !== undefined) return result.items.length + result.diagnostics.length > 0;
  return plan === undefined || plan.changes.length + plan.findings.length + plan.diagnostics.length > 0;
}

function textOf(came: AccountOutcome | Failure, layout: Layout): string {
  if (came instanceof Failure) return renderDiagnostics(came.diagnostics, layout);
  if (!hasNews(came)) return '';
  const told = renderDiagnostics(came.diagnostics ?? [], layout);
  const text = came.text === undefined ? '' : laidOut(came.text, () => layout).trimEnd();
  return [told, text].filter((part) => part !== '').join('\n\n');
}

function documentOf(came: AccountOutcome | Failure): string {
  const document = came instanceof Failure ? failureDocument(came.diagnostics, came.ending) : (came.document ?? {});
  return [...documentText(document)].join('');
}

function markdownOf(account: string, came: AccountOutcome | Failure, limit: number): string {
  if (came instanceof Failure) return renderFailureMarkdown(account, came.diagnostics, { limit, part: true });
  return hasNews(came) ? (came.markdownPart?.(limit) ?? '') : '';
}
