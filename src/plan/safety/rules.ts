import type { Guardrails } from '../../model/index.js';

/** The rule that holds back what is likely a rename; no setting switches it on. */
export const RENAME_RULE = 'rename';

/** What the groups touched spent cannot be judged, although a guardrail limits it. */
export const FIGURES_RULE = 'figures-missing';

export type GuardrailRule = keyof Guardrails;

// A guardrail that is missing here does not compile.
const GUARDRAILS: Readonly<Record<GuardrailRule, true>> = {
  maxPrice: true,
  maxPriceChangePercent: true,
  maxChanges: true,
  maxPauses: true,
  allowedHosts: true,
  protected: true,
  maxSpendTouched: true,
  maxSpendTouchedPercent: true,
};

/** Every rule that `--allow` can name. */
export const RULES: readonly string[] = [...Object.keys(GUARDRAILS), FIGURES_RULE, RENAME_RULE];
