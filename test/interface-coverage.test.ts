import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { interfaceCoverage } from '../scripts/interface-coverage.js';

it('docs/interface-coverage.md is what `npm run generate` makes', () => {
  expect(readFileSync(new URL('../docs/interface-coverage.md', import.meta.url), 'utf8')).toBe(interfaceCoverage());
});
