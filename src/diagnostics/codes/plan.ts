import type { CodeFacts } from '../codes.js';

export const PLAN_CODES = {} as const satisfies Record<string, CodeFacts>;
