import { readFileSync, writeFileSync } from 'node:fs';
import { expect } from 'vitest';

/** Compares with a golden file; with UPDATE_GOLDEN=1 the file is written instead, to be reviewed by eye. */
export function expectGolden(name: string, text: string): void {
  const path = new URL(`./golden/${name}`, import.meta.url);
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(path, text);
  expect(text).toBe(readFileSync(path, 'utf8'));
}
