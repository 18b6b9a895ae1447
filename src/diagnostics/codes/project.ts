import type { CodeFacts } from '../codes.js';

export const PROJECT_CODES = {} as const satisfies Record<string, CodeFacts>;
