import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished } from 'vitest';

/** Prints the address of every module that a process loads. */
const LISTENER = `data:text/javascript,${encodeURIComponent(`
  import { register } from 'node:module';
  register('data:text/javascript,' + encodeURIComponent(
    "import { writeSync } from 'node:fs'; export async function load(url, context, next) { writeSync(2, 'LOADED ' + url + '\\\\n'); return next(url, context); }"));
`)}`;

async function loadedBy(
  argv: readonly string[],
  state: string,
  env: Readonly<Record<string, string>> = {},
  until?: RegExp,
) {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-loads-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await cp(join(import.meta.dirname, '../../examples/minimal'), folder, { recursive: true }).catch(() => undefined);
  await writeFile(
    join(folder, 'adwright.yaml'),
    `version: 1\naccounts:\n  main: { baseUrl: sandbox }\nstate: ${state}\n`,
  );
  const child = spawn(process.execPath, ['--import', LISTENER, inject('command'), ...argv], {
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, ...env },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    said += text;
    // What is looked for was found: the command need not end.
    if (until?.test(said) === true) child.kill();
  });
  await once(child, 'close');
  return said.split('\n').filter((line) => line.startsWith('LOADED '));
}

const STORES = /node_modules\/(?:postgres|aws4fetch)\/|open-(?:postgres|s3|gitlab)|log-backend/;

it.each([
  [['--version'], '{ backend: file }'],
  [['plan'], '{ backend: file, bucket: state, project: ads/shop }'],
])('%j loads nothing of the stores that are not used', async (argv, state) => {
  const loaded = await loadedBy(argv, state);
  expect(loaded.length).toBeGreaterThan(0);
  expect(loaded.filter((line) => STORES.test(line))).toEqual([]);
});

it('would find what a store loads', async () => {
  const env = { ADWRIGHT_STATE_URL: 'postgres://u@127.0.0.1:1/d' };
  expect(
    (
      await loadedBy(
        ['state', 'list'],
        '{ backend: postgres, key: a }',
        env,
        new RegExp(`LOADED \\S*(?:${STORES.source})\\S*\\n`),
      )
    ).some((line) => STORES.test(line)),
  ).toBe(true);
});
