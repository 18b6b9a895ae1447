import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, inject, onTestFinished, test } from 'vitest';

/** Words of the log, and of what reaches each store. */
const OF_STORES = [
  'does not protect the state',
  'AWS4-HMAC-SHA256',
  'ADWRIGHT_STATE_SECRET_ACCESS_KEY',
  'terraform/state',
];
const command = inject('command');

const GROUP = 'groups: { a: { campaignId: 1, name: A, price: 1 } }';

/** Which of these words are in the code that a command loads. */
async function loadedBy(
  words: readonly string[],
  state: string,
  argv: readonly string[],
  ads = GROUP,
): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-loaded-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const project = `version: 1\naccounts: { main: { baseUrl: sandbox, manifests: [ads.yaml] } }\nstate: { ${state} }\n`;
  await writeFile(join(folder, 'adwright.yaml'), project);
  await writeFile(join(folder, 'ads.yaml'), `version: 1\n${ads}\n`);
  const seen = join(folder, 'seen');
  const env = { PATH: process.env['PATH'] ?? '', HOME: folder, NODE_V8_COVERAGE: seen };
  await new Promise<void>((resolve) => {
    execFile(process.execPath, [command, ...argv], { cwd: folder, env }, () => resolve());
  });
  const files = new Set<string>();
  for (const name of await readdir(seen)) {
    const { result } = JSON.parse(await readFile(join(seen, name), 'utf8')) as { result: { url: string }[] };
    for (const { url } of result) if (url.startsWith('file:')) files.add(fileURLToPath(url));
  }
  const texts = await Promise.all([...files].map((file) => readFile(file, 'utf8')));
  expect(texts.length).toBeGreaterThan(0);
  return words.filter((some) => texts.some((text) => text.includes(some)));
}

test.each([
  ['--version', 'backend: file', ['--version']],
  ['plan with a folder', 'backend: file', ['plan']],
  ['state list with git', 'backend: git', ['state', 'list']],
])('%s loads nothing of the stores on other machines', async (_, state, argv) => {
  expect(await loadedBy(OF_STORES, state, argv)).toEqual([]);
});

test('a command with one of them loads that one', async () => {
  const state = 'backend: s3, bucket: state, key: k, endpoint: "http://127.0.0.1:9"';
  expect(await loadedBy(OF_STORES, state, ['state', 'list'])).toContain('ADWRIGHT_STATE_SECRET_ACCESS_KEY');
});

test('a manifest without a mistake loads nothing that shows plans and runs', async () => {
  const words = ['Ended with items in doubt'];
  expect(await loadedBy(words, 'backend: file', ['validate'])).toEqual([]);
  expect(await loadedBy(words, 'backend: file', ['apply', '--auto-approve'])).toEqual(words);
});

test('the pattern of all emoji, which takes 40 ms to compile, is not in what every command loads', async () => {
  expect(await loadedBy(['/^\\p{RGI_Emoji}$/v', 'RGI_Emoji'], 'backend: file', ['validate'])).toEqual(['RGI_Emoji']);
});

/** Names from the code for tables, long lists, images, and YAML that is not in the plain form. */
const OF_LARGER_MANIFESTS = ['openTable', 'BytePages', 'readPngHeader', 'composeDoc'];

test.each([
  ['validate', ['validate']],
  ['state list', ['state', 'list']],
])('%s of groups in plain YAML loads no other way to read manifests', async (_, argv) => {
  expect(await loadedBy(OF_LARGER_MANIFESTS, 'backend: file', argv)).toEqual([]);
});

test.each([
  ['a table', 'keywordFiles: [keywords.csv]', ['openTable', 'BytePages']],
  ['an image', 'apps: { a: { title: A, type: Android, icon: a.png } }', ['readPngHeader']],
  ['an anchor', 'groups: &all { a: { campaignId: 1, name: A, price: 1 } }', ['composeDoc']],
])('validate of a manifest with %s loads what reads that', async (_, ads, expected) => {
  expect(await loadedBy(OF_LARGER_MANIFESTS, 'backend: file', ['validate'], ads)).toEqual(expected);
});
