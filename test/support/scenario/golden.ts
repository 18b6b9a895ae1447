import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';

/** Compares with a golden file; with UPDATE_GOLDEN=1 the file is written instead, to be reviewed by eye. */
export function expectGolden(folder: string, name: string, text: string): void {
  const path = join(folder, name);
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(path, text);
  }
  if (!existsSync(path)) expect.fail(`${path} is missing: UPDATE_GOLDEN=1 writes it, to be reviewed by eye`);
  expect(text, name).toBe(readFileSync(path, 'utf8'));
}
