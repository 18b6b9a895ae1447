import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { expect, inject, test, vi } from 'vitest';
import packageJson from '../../package.json' with { type: 'json' };
import { faultWords, lastWords } from '../../src/cli/process/last-words.js';
import { nodeTooOld, REQUIRED_NODE } from '../../src/cli/process/required-node.js';
import { FORMAT_VERSION } from '../../src/render/json/documents.js';
import { projectFolder } from '../support/cli.js';
import { documentOf } from '../support/documents.js';

vi.setConfig({ testTimeout: 180_000 });

/** `npm run test:crash` tries more commands. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';

/** Runs the built command after a line of shell, and expects that Node never speaks in its place. */
async function run(folder: string, shell: string, argv: readonly string[]) {
  const words = ['-c', `${shell}; exec "$@"`, 'bash', process.execPath, inject('command'), ...argv];
  const child = spawn('bash', words, { cwd: folder, env: { PATH: process.env['PATH'] ?? '', HOME: folder } });
  const end = { code: -1, stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    end.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    end.stderr += text;
  });
  end.code = await new Promise<number>((resolve) => child.on('close', (code) => resolve(code ?? -1)));
  expect(end.stderr).not.toMatch(/^ {4}at |^node:|Node\.js v/m);
  return end;
}

const PROJECT = {
  'adwright.yaml': 'version: 1\naccounts: { main: { baseUrl: sandbox } }\n',
  'ads/a.yaml': 'version: 1\n',
};

test('the wrong version of Node is reported in one line', () => {
  expect(packageJson.engines.node).toBe(`>=${REQUIRED_NODE}`);
  for (const version of ['20.19.0', '20.20.2', '22.0.0', '100.0.0']) expect(nodeTooOld(version)).toBeUndefined();
  expect(nodeTooOld('20.18.3')).toBe('Adwright needs Node 20.19 or newer; this is Node 20.18.3.');
  expect(nodeTooOld('8.17.0')).toBe('Adwright needs Node 20.19 or newer; this is Node 8.17.0.');
});

test('what runs first loads nothing but the system, and is written for old versions', async () => {
  const loaded = new Set([basename(inject('command'))]);
  for (const file of loaded) {
    const text = await readFile(join(inject('command'), '..', file), 'utf8');
    for (const [, name = ''] of text.matchAll(/^(?:let|const) .*\brequire\(["'](.*?)["']\)/gm)) loaded.add(name);
    expect(text).not.toMatch(/\?\.[a-z[(]|\?\?|#[a-z]+[;(]|^(?:const .* = )?await /m);
    loaded.delete('fs');
  }
  expect([...loaded].map((name) => name.replace(/-[^-]*\.js$/, ''))).toEqual([
    'main.js',
    './last-words',
    './rolldown-runtime',
  ]);
});

// The first two are answered before anything is loaded.
test.each([[['--version', '--json']], [['--json', '--version']], [['--json', '--quiet', '--version']]])(
  '%j is one document',
  async (argv) => {
    const end = await run(await projectFolder({}), 'true', argv);
    expect(end).toMatchObject({ code: 0, stderr: '' });
    expect(documentOf('command', end)).toEqual({ formatVersion: FORMAT_VERSION, version: packageJson.version });
  },
);

/** From fewer than most commands need at once; with one less than the last Node itself does not start. */
const FEW_HANDLES = { most: 22, least: 19 } as const;

function expectFileHandles(end: Awaited<ReturnType<typeof run>>): void {
  expect(end.code).toBe(1);
  const { error } = documentOf('error', end);
  expect(error.code).toBe('file-handles');
  expect(error.message).toContain('ulimit -n');
  expect(end.stderr).toContain('too many files are open');
}

// How many it needs at once depends on how fast files are read. With one too few a connection fails, and says so itself.
test.each(FULL ? ['plan', 'status'] : ['plan'])('%s with too few file handles', async (command) => {
  const folder = await projectFolder(PROJECT);
  let handles: number = FEW_HANDLES.most;
  let end: Awaited<ReturnType<typeof run>>;
  do end = await run(folder, `ulimit -n ${handles}`, [command, '--json']);
  while (!end.stdout.includes('"file-handles"') && --handles >= FEW_HANDLES.least);
  expectFileHandles(end);
});

// These read one file at a time, and mostly need no more than Node.
test.runIf(FULL).each(['validate', 'schema'] as const)(
  '%s with few file handles is whole or says why not',
  async (command) => {
    const folder = await projectFolder(PROJECT);
    const whole = await run(folder, 'true', [command, '--json']);
    expect(whole).toMatchObject({ code: 0, stderr: '' });
    for (let handles: number = FEW_HANDLES.most; handles >= FEW_HANDLES.least; handles--) {
      const end = await run(folder, `ulimit -n ${handles}`, [command, '--json']);
      if (end.code === 0) expect(end).toEqual(whole);
      else expectFileHandles(end);
    }
  },
);

test('a file of nested brackets is one error, and not the end of Node', async () => {
  const folder = await projectFolder({ ...PROJECT, 'deep.yaml': `${'['.repeat(2000)}${']'.repeat(2000)}` });
  const end = await run(folder, 'true', ['resolve', '--from', 'deep.yaml', '--json']);
  expect(end.code).toBe(1);
  expect(documentOf('error', end).error.message).toContain('nested more than 100 levels deep');
});

const GONE = [
  ['in a folder below', ['-C', 'below']],
  ['here', []],
] as const;

test.each(FULL ? GONE : GONE.slice(0, 1))('a working directory that was removed: %s', async (_where, flags) => {
  const folder = await projectFolder(PROJECT);
  const shell = 'mkdir gone && cd gone && rmdir ../gone';
  const end = await run(folder, shell, ['validate', '--json', ...flags]);
  expect(end.code).toBe(1);
  expect(documentOf('error', end).error.message).toContain('The working directory was removed.');
  // A whole path needs none.
  expect((await run(folder, shell, ['validate', '--json', '-C', folder])).code).toBe(0);
});

// Only root may become someone whom the system does not know.
test.runIf(process.getuid?.() === 0)(
  'a user without a home and without a name loses only what is kept there',
  async () => {
    const folder = await projectFolder({
      ...PROJECT,
      'ads/a.yaml': 'version: 1\ngroups:\n  shoes: { campaignId: 1, name: shoes, price: 1 }\n',
      // A repository of its own: below another project `init` is refused.
      'new/.git/config': '',
      'nobody.cjs': 'process.umask(0); process.setgid(54321); process.setuid(54321); delete process.env.HOME;\n',
    });
    const shell = `unset HOME; chmod -R a+rwX . && export NODE_OPTIONS=--require=${folder}/nobody.cjs`;
    for (const argv of [
      ...(FULL ? [['validate'], ['plan'], ['status'], ['export'], ['fmt', '--check']] : []),
      ['apply', '--auto-approve'],
      ...(FULL ? [['state', 'list']] : []),
      ['login'],
      ['init', '-C', 'new'],
    ]) {
      const { code, stderr } = await run(folder, shell, argv);
      expect({ argv, code, stderr }).toMatchObject({ argv, code: 0 });
    }
    // The folder of tokens is looked for, and said to be missing.
    expect((await run(folder, shell, ['login', '--remember'])).stderr).toContain('token-store');
  },
);

const MANY_GROUPS = Array.from(
  { length: 60_000 },
  (_, i) => `  g${i}: { campaignId: 1, name: shoes ${i}, price: 1.20 }\n`,
);

const HEAPS: readonly (readonly [command: string, megabytes: number, code: number])[] = [
  // Node spends its last megabytes on collecting garbage: the fewer, the sooner it ends.
  ['apply', 32, 3],
];
const MORE_HEAPS: typeof HEAPS = [
  ['validate', 25, 1],
  ['apply', 45, 3],
  ['plan', 45, 1],
  ['plan', 30, 1],
];

test.each([...HEAPS, ...(FULL ? MORE_HEAPS : [])])(
  '%s in a heap of %s MB says that the memory is full',
  async (command, megabytes, code) => {
    const folder = await projectFolder({ ...PROJECT, 'ads/a.yaml': `version: 1\ngroups:\n${MANY_GROUPS.join('')}` });
    const flags = command === 'apply' ? ['--auto-approve'] : [];
    const end = await run(folder, `export NODE_OPTIONS=--max-old-space-size=${megabytes}`, [
      command,
      '--json',
      ...flags,
    ]);
    expect(end.code).toBe(code);
    expect(documentOf('error', end).error.code).toBe('out-of-memory');
    expect(end.stderr).toMatch(/^adwright: Node is out of memory\..*\n$/);
  },
);

test('last words hold no secret, and come after no other document', () => {
  const env = { ADWRIGHT_PASSWD: 'hunter22', AWS_SECRET_ACCESS_KEY: 'abcd1234' };
  const written: string[] = [];
  const words = lastWords(['plan', '--json'], env, (_stream, text) => written.push(text));
  words.say('internal', 'no hunter22 and abcd1234 here');
  words.say('internal', 'second');
  expect(written[0]).toBe(
    `${JSON.stringify({ formatVersion: FORMAT_VERSION, error: { code: 'internal', message: 'no *** and *** here' }, diagnostics: [] }, undefined, 2)}\n`,
  );
  expect(written.slice(1)).toEqual(['adwright: no *** and *** here\n', 'adwright: second\n']);
  const later: string[] = [];
  const begun = lastWords(['plan', '--json'], env, (_stream, text) => later.push(text));
  begun.begin();
  begun.say('internal', 'too late', 'stack');
  expect(later).toEqual(['adwright: too late\n']);
});

test('a fault that no one caught is named, whatever was thrown', () => {
  expect(faultWords('text')).toContain('this is a bug in Adwright: text');
  expect(faultWords(Object.assign(new Error('x'), { code: 'ENFILE' }))).toContain('too many files are open');
});
