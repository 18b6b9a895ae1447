import { readdir, readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { adwright, projectFolder, readText } from '../support/cli.js';

const CI = fileURLToPath(new URL('../../ci/', import.meta.url));
const EXAMPLES = ['.github/workflows/adwright.yml', '.gitlab/adwright.yml'];

test('init writes an example for each provider, once, and overwrites nothing', async () => {
  const folder = await projectFolder({ '.gitlab/adwright.yml': 'mine: true\n' });
  const { code, stdout } = await adwright(folder, ['init']);
  expect(code).toBe(0);
  expect(stdout).toContain('wrote .github/workflows/adwright.yml');
  expect(stdout).toContain('kept  .gitlab/adwright.yml');
  expect(await readText(folder, '.gitlab/adwright.yml')).toBe('mine: true\n');
  // What it writes is valid: the sandbox plans it at once.
  expect((await adwright(folder, ['validate'])).code).toBe(0);
});

test.each(EXAMPLES)('%s is YAML, says that it was not run, and calls scripts that exist', async (file) => {
  const folder = await projectFolder({});
  await adwright(folder, ['init', '--json']);
  const text = await readText(folder, file);
  expect(() => parse(text)).not.toThrow();
  expect(text).toMatch(/this file was not run on Git(Hub|Lab)/);
  // The tool is not on npm under its name.
  expect(text).not.toMatch(/npm (install|i) (-g|--global) adwright/);
  const called = [...text.matchAll(/sh node_modules\/adwright\/ci\/([a-z]+\.sh)/g)].map(([, script]) => script ?? '');
  expect([...new Set(called)].sort()).toEqual(['apply.sh', 'digest.sh', 'drift.sh', 'plan.sh']);
  const scripts = await readdir(CI);
  for (const script of called) expect(scripts).toContain(script);
});

test('the scripts are packed with the command and keep to what every shell knows', async () => {
  const { files }: { files: readonly string[] } = JSON.parse(await readFile(`${CI}../package.json`, 'utf8'));
  expect(files).toContain('ci');
  for (const script of (await readdir(CI)).filter((name) => name.endsWith('.sh'))) {
    const text = await readFile(`${CI}${script}`, 'utf8');
    expect(text, script).toMatch(/^#!\/bin\/sh\n/);
    expect(text, script).toContain('set -eu');
    expect(text, script).not.toMatch(/\[\[|\bfunction\b|\blocal\b|pipefail/);
  }
});
