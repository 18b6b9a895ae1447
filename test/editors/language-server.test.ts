import { readdirSync } from 'node:fs';
import { cp, mkdir, readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { adwright, projectFolder } from '../support/cli.js';
import { LanguageServer } from './language-server.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const EXAMPLES = join(ROOT, 'examples');
const MODELINE = '# yaml-language-server: $schema=../node_modules/adwright/schemas/manifest.schema.json\n';

let server: LanguageServer;
beforeAll(async () => {
  server = await LanguageServer.start(ROOT);
});
afterAll(() => server.stop());

/** A project whose modelines find the schemas where an installed Adwright has them. */
async function installed(files: Readonly<Record<string, string>>): Promise<string> {
  const folder = await projectFolder(files);
  await mkdir(join(folder, 'node_modules/adwright'), { recursive: true });
  await symlink(join(ROOT, 'schemas'), join(folder, 'node_modules/adwright/schemas'));
  return folder;
}

async function opened(folder: string, file: string) {
  const path = join(folder, file);
  return { path, faults: await server.open(path, await readFile(path, 'utf8')) };
}

const manifests = readdirSync(EXAMPLES, { recursive: true, encoding: 'utf8' })
  .filter((file) => /\bads\b.*\.yaml$/.test(file))
  .sort();
/** `npm run test:fuzz` opens every manifest of the examples, `npm test` the first of each. */
const isFull = process.env['ADWRIGHT_FUZZ'] !== undefined;
const exampleOf = (file: string) => file.split('/')[0];
const opening = manifests.filter((file, index) => isFull || exampleOf(file) !== exampleOf(manifests[index - 1] ?? ''));

test('finds nothing wrong in the examples, nor in what init writes', async () => {
  const folder = await installed({});
  await cp(EXAMPLES, join(folder, 'examples'), { recursive: true });
  await adwright(folder, ['init']);
  expect((await opened(folder, 'ads/example.yaml')).faults).toEqual([]);
  expect((await opened(folder, 'adwright.yaml')).faults).toEqual([]);
  expect(new Set(opening.map(exampleOf))).toEqual(new Set(readdirSync(EXAMPLES)));
  for (const file of opening) {
    const path = join(folder, 'ads', file.replaceAll('/', '-'));
    const text = (await readFile(join(EXAMPLES, file), 'utf8')).replace(/^# yaml-language-server.*\n/m, '');
    expect([file, await server.open(path, MODELINE + text)]).toEqual([file, []]);
  }
});

test('finds faults at their lines', async () => {
  const text = `${MODELINE}version: 1
groups:
  autumn:
    campaignId: 12a
    nmae: 秋季女鞋
    status: on
keywords:
  - { id: 80001234, matchType: Exact }
richCreatives:
  - groups: [autumn]
    creative: sublinks-mobile
    content:
      - { text: 新品 }
apps:
  shop: { title: 鞋, type: Symbian, appUrl: "" }
gruops: {}
`;
  const folder = await installed({ 'ads/a.yaml': text });
  const { faults } = await opened(folder, 'ads/a.yaml');
  const lines = new Set(faults.map(({ line }) => line));
  expect([5, 6, 7, 9, 14, 16, 17].filter((line) => !lines.has(line))).toEqual([]);
  expect(faults.find(({ line }) => line === 9)?.message).toContain('phrase_intelligence');
});

test('completes keys and values', async () => {
  const text = `${MODELINE}version: 1
groups:
  autumn:
    campaignId: 1001
    
keywords:
  - id: 80001234
    matchType: 
richCreatives:
  - creative: 
`;
  const folder = await installed({ 'ads/a.yaml': text });
  const { path } = await opened(folder, 'ads/a.yaml');
  expect(await server.complete(path, 6, 5)).toEqual(
    expect.arrayContaining(['name', 'price', 'status', 'negativeWords', 'industryTags', 'id']),
  );
  expect(await server.complete(path, 9, 16)).toEqual(expect.arrayContaining(['exact', 'phrase_synonym']));
  expect(await server.complete(path, 11, 15)).toEqual(expect.arrayContaining(['windows-mobile', 'video-computer']));
});

test('explains fields', async () => {
  const text = `${MODELINE}version: 1
groups:
  autumn: { campaignId: 1001, name: a, price: 1, negativeWords: { phrase: [b] } }
keywords:
  - { id: 80001234, price: 0 }
`;
  const folder = await installed({ 'ads/a.yaml': text });
  const { path } = await opened(folder, 'ads/a.yaml');
  expect(await server.hover(path, 4, 13)).toContain('The campaign that the group belongs to');
  expect(await server.hover(path, 4, 50)).toContain('Searches that the group is not shown for');
  expect(await server.hover(path, 6, 22)).toContain('0 means use the group bid');
});
