import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { kinds } from '../src/kinds/registry.js';

const SRC = fileURLToPath(new URL('../src/', import.meta.url));

/** docs/architecture: who may import whom. A folder may always import itself. */
const MAY_IMPORT: Readonly<Record<string, readonly string[] | 'everything'>> = {
  diagnostics: [],
  contract: [],
  files: [],
  model: ['diagnostics', 'contract'],
  manifest: ['model', 'diagnostics', 'files'],
  plan: ['model', 'diagnostics'],
  apply: ['model', 'diagnostics'],
  render: ['model', 'diagnostics'],
  state: ['model', 'diagnostics', 'files'],
  api: ['model', 'contract', 'diagnostics'],
  kinds: ['model', 'contract', 'diagnostics'],
  queries: ['model', 'contract', 'diagnostics'],
  sandbox: ['contract', 'files'],
  cli: 'everything',
  'index.ts': 'everything',
};

const ENGINE = ['manifest', 'plan', 'apply', 'state', 'model'];

const files = readdirSync(SRC, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name.endsWith('.ts'))
  .map((entry) => relative(SRC, join(entry.parentPath, entry.name)));

const folderOf = (file: string) => file.split('/')[0] ?? '';
const textOf = (file: string) => readFileSync(join(SRC, file), 'utf8');

/** Code without its comments: a comment may speak of anything. */
const codeOf = (file: string) =>
  textOf(file)
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/(^|[\s;{])\/\/.*$/gm, '$1');

function importsOf(file: string): readonly string[] {
  const found = codeOf(file).matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g);
  return [...found].flatMap(([, target]) => (target?.startsWith('.') ? [target] : []));
}

describe('the import table', () => {
  it('knows every folder of src', () => {
    expect([...new Set(files.map(folderOf))].sort()).toEqual(
      Object.keys(MAY_IMPORT)
        .filter((one) => files.some((file) => folderOf(file) === one))
        .sort(),
    );
  });

  it.each(files)('%s imports only what it may', (file) => {
    const allowed = MAY_IMPORT[folderOf(file)];
    if (allowed === 'everything') return;
    const targets = importsOf(file)
      .map((target) => relative(SRC, resolve(SRC, dirname(file), target)))
      .map(folderOf)
      .filter((folder) => folder !== folderOf(file));
    expect(targets.filter((folder) => !allowed?.includes(folder))).toEqual([]);
  });
});

describe('the engine', () => {
  const names = kinds.all.map((kind) => kind.name);
  const engine = files.filter((file) => ENGINE.includes(folderOf(file)));

  it.each(engine)('%s names no kind', (file) => {
    const literals = [...codeOf(file).matchAll(/'([^'\n]*)'/g)].map(([, text]) => text ?? '');
    expect(literals.filter((text) => names.includes(text))).toEqual([]);
  });
});

describe('the outside world', () => {
  const inner = files.filter((file) => folderOf(file) !== 'cli');

  it.each(inner)('%s leaves console and process alone', (file) => {
    expect(codeOf(file).match(/\bconsole\.[a-z]+\(|\bprocess\.|from 'node:process'/)?.[0]).toBeUndefined();
  });

  /** Where a library user who passes none gets the machine's clock or jitter, and names of temporary files. */
  const DEFAULTS = ['api/clock.ts', 'api/client.ts', 'sandbox/index.ts', 'sandbox/owner.ts'];
  it.each(inner.filter((file) => !DEFAULTS.includes(file)))('%s is given its clock and its random ids', (file) => {
    expect(codeOf(file).match(/\bDate\.now\(|new Date\(\)|Math\.random\(|randomUUID/)?.[0]).toBeUndefined();
  });
});
