import type { CodeFacts } from '../codes.js';

export const MANIFEST_CODES = {} as const satisfies Record<string, CodeFacts>;
