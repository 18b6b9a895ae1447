import type { CodeFacts } from '../codes.js';

export const STATE_CODES = {} as const satisfies Record<string, CodeFacts>;
