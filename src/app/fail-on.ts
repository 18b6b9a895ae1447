/** Words of `--fail-on`: what a plan, and what the status of live objects may be wanted to fail on. */

export const PLAN_FAIL_ON = ['blocked', 'drift', 'guardrail'] as const;
export type PlanFailOn = (typeof PLAN_FAIL_ON)[number];

export const STATUS_FAIL_ON = ['rejected', 'pending'] as const;
export type StatusFailOn = (typeof STATUS_FAIL_ON)[number];
