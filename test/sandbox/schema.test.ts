import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { GAPS } from '../../src/contract/gaps/gaps.js';
import { SandboxFixtureSchema, SandboxOptionsSchema } from '../../src/sandbox/index.js';
import { defaultOptions } from '../../src/sandbox/settings/options.js';

const at = (path: string) =>
  path
    .split('.')
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], defaultOptions());

describe('the fixture schema', () => {
  it('is what schemas/ holds', async () => {
    const file = await readFile('schemas/sandbox-fixture.schema.json', 'utf8');
    expect(file).toBe(`${JSON.stringify(SandboxFixtureSchema, undefined, 2)}\n`);
  });
});

describe('the gaps of the interface', () => {
  it('have ids of their own', () => {
    expect(new Set(GAPS.map(({ id }) => id)).size).toBe(GAPS.length);
  });

  it.each(GAPS.filter(({ sandboxOption }) => sandboxOption !== undefined))('$id is a switch', ({ sandboxOption }) => {
    expect(at(sandboxOption ?? '')).toBeDefined();
  });

  it('cover every switch except those that answer no question about the interface', () => {
    const named = new Set(GAPS.map(({ sandboxOption }) => sandboxOption?.split('.')[0]));
    const open = Object.keys(SandboxOptionsSchema.properties).filter((name) => !named.has(name));
    expect(open).toEqual(['logEntries', 'faults']);
  });
});
