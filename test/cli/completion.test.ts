import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { adwright, projectFolder } from '../support/cli.js';

const SHELLS = ['bash', 'zsh', 'fish', 'powershell'];

test.each(SHELLS)('completion %s prints a script that asks adwright', async (shell) => {
  const folder = await projectFolder({});
  const { code, stdout, stderr } = await adwright(folder, ['completion', shell]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(stdout).toMatch(/adwright complete '?--'? /);
  const json = JSON.parse((await adwright(folder, ['completion', shell, '--json'])).stdout);
  expect(json).toEqual({ formatVersion: '1.0', shell, script: stdout.replace(/\n$/, '') });
});

test('an unknown shell is an error that lists those there are', async () => {
  const { code, stdout, stderr } = await adwright(await projectFolder({}), ['completion', 'tcsh']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('completion supports bash, zsh, fish, powershell; not tcsh.');
});

const words = (stdout: string) =>
  stdout.split('\n').flatMap((line) => (line.includes('\t') ? [line.split('\t')[0]] : []));

test.each<[readonly string[], readonly string[]]>([
  [['v'], ['validate']],
  [['re'], ['resolve', 'report']],
  [
    ['state', 'm'],
    ['mv', 'migrate'],
  ],
  [
    ['plan', '--o'],
    ['--older-state', '--out'],
  ],
  [
    ['plan', '--ac'],
    ['--accounts', '--account'],
  ],
  [['state', 'rm', '--f'], ['--force']],
  [
    ['validate', '--format', ''],
    ['text', 'json', 'github', 'sarif'],
  ],
  [['validate', '--format', 's'], ['sarif']],
  [
    ['state', 'migrate', '--to', ''],
    ['file', 'git', 'postgres', 's3', 'gitlab'],
  ],
  [['-C', 'shop', 'val'], ['validate']],
  [['completion', ''], SHELLS],
  [['--jso'], ['--json']],
])('%j is completed', async (line, offered) => {
  const { code, stdout, stderr } = await adwright(await projectFolder({}), ['complete', '--', ...line]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  expect(words(stdout)).toEqual(offered);
  expect(stdout.endsWith('\n:4\n')).toBe(true);
});

test('where a file comes next, the shell offers files', async () => {
  const folder = await projectFolder({});
  for (const line of [
    ['apply', ''],
    ['plan', '--out', ''],
  ]) {
    expect((await adwright(folder, ['complete', '--', ...line])).stdout).toBe(':0\n');
  }
});

test('help names completion and not what the scripts ask', async () => {
  const { stdout } = await adwright(await projectFolder({}), ['--help']);
  expect(stdout).toMatch(/^ {2}completion <shell>/m);
  expect(stdout).not.toMatch(/^ {2}complete /m);
});

const BASH_COMPLETION = '/usr/share/bash-completion/bash_completion';

test.skipIf(!existsSync(BASH_COMPLETION))('bash completes with the script', async () => {
  const folder = await projectFolder({});
  await writeFile(join(folder, 'adwright'), `#!/bin/sh\nexec '${process.execPath}' '${inject('command')}' "$@"\n`);
  await chmod(join(folder, 'adwright'), 0o755);
  const script = `
    source ${BASH_COMPLETION}
    source <(adwright completion bash)
    COMP_LINE='adwright state l' COMP_POINT=16 COMP_WORDS=(adwright state l) COMP_CWORD=2
    compopt() { :; }
    __adwright_complete
    printf '%s\\n' "\${COMPREPLY[@]}"`;
  const env = { ...process.env, PATH: `${folder}:${process.env['PATH']}` };
  expect(execFileSync('bash', ['-c', script], { env, encoding: 'utf8' })).toBe('list\nlog\n');
});
