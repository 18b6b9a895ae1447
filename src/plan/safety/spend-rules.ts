import type { Finding, Guardrails, Impact } from '../../model/index.js';
import { compareDecimals, plural } from '../../model/index.js';
import { isAbovePercent } from '../../model/text/decimal.js';
import type { TouchedOwners } from '../impact/touched-owners.js';
import { FIGURES_RULE, type GuardrailRule } from './rules.js';

/** Whether a guardrail is about what the groups touched spent. */
export function limitsSpend({ maxSpendTouched, maxSpendTouchedPercent }: Guardrails): boolean {
  return maxSpendTouched !== undefined || maxSpendTouchedPercent !== undefined;
}

type Rule = GuardrailRule | typeof FIGURES_RULE;

/**
 * The guardrails on what the groups touched spent, judged on the days there are. Without figures of something that spends
 * they cannot be judged, and that is a finding as well. `impact` is absent where nothing was read.
 */
export function checkSpend(
  rails: Guardrails,
  impact: Impact | undefined,
  { owners, unknown }: TouchedOwners,
  allow: readonly string[],
): readonly Finding[] {
  if (!limitsSpend(rails)) return [];
  const finding = (rule: Rule, detail: string): Finding => ({ rule, detail, allowed: allow.includes(rule) });
  const { maxSpendTouched: most, maxSpendTouchedPercent: mostPercent } = rails;
  const findings: Finding[] = [];
  const mayHaveSpent = owners.some(({ id }) => id !== undefined);
  if (impact === undefined || impact.cost === null || impact.accountCost === null) {
    if (mayHaveSpent || unknown > 0) findings.push(finding(FIGURES_RULE, why(impact)));
    return findings;
  }
  if (unknown > 0)
    findings.push(
      finding(FIGURES_RULE, `the service does not say in which group ${plural(unknown, 'change is', 'changes are')}`),
    );
  const { cost, accountCost, sharePercent } = impact;
  const spent = `the groups touched spent ${cost}`;
  const when = `${impact.from} to ${impact.to}${withoutDays(impact)}`;
  if (most !== undefined && compareDecimals(cost, most) > 0)
    findings.push(finding('maxSpendTouched', `${spent} from ${when}; at most ${most}`));
  if (mostPercent !== undefined && isAbovePercent(cost, accountCost, mostPercent)) {
    const share = `${sharePercent}% of the account's ${accountCost}`;
    findings.push(finding('maxSpendTouchedPercent', `${spent}, ${share}, from ${when}; at most ${mostPercent}%`));
  }
  return findings;
}

function why(impact: Impact | undefined): string {
  if (impact === undefined) return 'what the groups touched spent was not read';
  return `what the groups touched spent is not known: no report from ${impact.from} to ${impact.to} could be read`;
}

function withoutDays({ missing }: Impact): string {
  return missing.length === 0 ? '' : ` without ${plural(missing.length, 'day')} that could not be read`;
}
