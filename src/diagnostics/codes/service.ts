import type { CodeFacts } from '../codes.js';

export const SERVICE_CODES = {} as const satisfies Record<string, CodeFacts>;
