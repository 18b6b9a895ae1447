import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { adwright, projectFolder, readText } from '../support/cli.js';

const text = await readFile(fileURLToPath(new URL('../../docs/fleets.md', import.meta.url)), 'utf8');
const blocks = [...text.matchAll(/```yaml\n([\s\S]*?)```/g)].map(([, block = '']) => block);
const block = (part: string) => blocks.find((one) => one.includes(part)) ?? '';

test('every example of docs/fleets.md is YAML', () => {
  expect(blocks.length).toBeGreaterThan(5);
  for (const one of blocks) expect(() => parse(one), one).not.toThrow();
});

test('the indexed Job takes each shard once: its index counts from 0, shards from 1', () => {
  const job = parse(block('kind: Job'));
  const [command] = job.spec.template.spec.containers[0].args as readonly [string];
  const shards = Array.from({ length: job.spec.completions }, (_, index) => {
    const printed = execFileSync('sh', ['-c', command.replace('exec adwright', 'echo')], {
      env: { JOB_COMPLETION_INDEX: `${index}` },
      encoding: 'utf8',
    });
    return /--shard (\S+)/.exec(printed)?.[1];
  });
  expect(shards).toEqual(['1/8', '2/8', '3/8', '4/8', '5/8', '6/8', '7/8', '8/8']);
});

test('the child pipeline for GitLab has the shards that the project has accounts for', async () => {
  const account = (name: string) => `  ${name}: { baseUrl: sandbox, manifests: [${name}.yaml] }\n`;
  const folder = await projectFolder({
    'adwright.yaml': `version: 1\naccounts:\n${['a', 'b', 'c'].map(account).join('')}`,
  });
  const { stdout } = await adwright(folder, ['accounts', '--matrix', 'gitlab', '--max', '8']);
  const lines: readonly string[] = parse(block('adwright-shards:'))['adwright-shards'].script;
  // The runner's shell, with the command's real answer.
  await writeFile(join(folder, 'answer.sh'), `echo '${stdout.trim()}'\n`);
  execFileSync('sh', ['-euc', lines.join('\n')], {
    cwd: folder,
    env: { ...process.env, ADWRIGHT: 'sh answer.sh', SHARD: '', tool: '' },
  });
  const child = parse(await readText(folder, 'shards.yml'));
  expect(child['drift-of-a-shard']).toEqual({
    extends: '.adwright',
    parallel: { matrix: [{ SHARD: ['1/3', '2/3', '3/3'] }] },
    script: ['sh "$tool/ci/drift.sh" --all-accounts --shard "$SHARD"'],
  });
});
