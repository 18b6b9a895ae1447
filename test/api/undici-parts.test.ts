import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as whole from 'undici';
import { expect, test } from 'vitest';
import { loadUndici } from '../../src/api/transport/undici-parts.js';

/**
 * Adwright loads four files of undici's inside: the whole package takes three times as long to load, and every command
 * that calls the service would wait for it. Such files may move in any version, so the version is exact.
 */
const PARTS = [
  'undici/lib/api/api-request.js',
  'undici/lib/core/connect.js',
  'undici/lib/dispatcher/client.js',
  'undici/lib/dispatcher/pool.js',
];

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
const json = (path: string) => JSON.parse(readFileSync(at(path), 'utf8'));

test('package.json names one exact version of undici, and that is the one installed', () => {
  const named = json('package.json').devDependencies.undici;
  expect(named).toMatch(/^\d+\.\d+\.\d+$/);
  expect(json('node_modules/undici/package.json').version).toBe(named);
  expect(json('package-lock.json').packages['node_modules/undici'].version).toBe(named);
});

test('only undici-parts.ts knows files of undici, and only these four', () => {
  const found = readdirSync(at('src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith('.ts') && !entry.name.endsWith('.d.ts'))
    .flatMap((entry) => {
      const text = readFileSync(join(entry.parentPath, entry.name), 'utf8');
      return [...text.matchAll(/import\('(undici\/[^']+)'\)[,;\n]/g)].map(([, file]) => ({ in: entry.name, file }));
    });
  expect(found.map(({ file }) => file).sort()).toEqual(PARTS);
  expect(new Set(found.map((one) => one.in))).toEqual(new Set(['undici-parts.ts']));
});

test('the parts are what the public interface of undici gives', async () => {
  const parts = await loadUndici();
  expect(parts.Pool).toBe(whole.Pool);
  expect(parts.Client).toBe(whole.Client);
  expect(parts.buildConnector).toBe(whole.buildConnector);
  expect(parts.request).toBe(Reflect.get(whole.Client.prototype, 'request'));
});
