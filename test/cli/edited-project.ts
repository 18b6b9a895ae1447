import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.js';
import { adwright } from '../support/cli.js';

const PROJECT =
  'version: 1\naccounts:\n  main:\n    baseUrl: http://127.0.0.1:1\n    limits: { requestsPerSecond: 1000 }\n';
export const MANIFEST = `version: 1
keywords:
  - id: "1" # 女鞋
    word: 女鞋
    price: 0.80
    status: enable
  - { id: "2", word: 男鞋, price: "1.00", matchType: exact }
keywordFiles: [more.csv]
`;
export const TABLE = 'id,price,status\n3,0.80,enable\n4,,enable\n5,0,enable\n';

/** A project of two keywords in YAML and three in a table, and a service that has them, with a picture 7. */
export async function project(files: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-edit-'));
  const sandbox = await startSandbox({
    fixture: {
      campaigns: [{ campaignId: 1001 }],
      groups: [{ groupId: '41', campaignId: 1001, name: '鞋', price: '0.50' }],
      keywords: ['1', '2', '3', '4', '5'].map((id) => ({
        id,
        groupId: '41',
        word: id === '1' ? '女鞋' : id === '2' ? '男鞋' : `词${id}`,
        price: id === '2' ? '1.00' : id === '5' ? '0' : '0.80',
        matchType: 'exact',
      })),
      pictures: [{ picId: '7', tags: ['旧'] }],
    },
  });
  onTestFinished(async () => {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  });
  await mkdir(join(folder, 'ads'));
  const all = { 'adwright.yaml': PROJECT, 'ads/a.yaml': MANIFEST, 'ads/more.csv': TABLE, ...files };
  for (const [file, text] of Object.entries(all)) await writeFile(join(folder, file), text);
  const run = (...argv: string[]) =>
    adwright(folder, argv, {
      env: {
        ADWRIGHT_BASE_URL: sandbox.url,
        ADWRIGHT_API_KEY: 'sandbox',
        ADWRIGHT_USERNAME: 'sandbox',
        ADWRIGHT_PASSWD: 'sandbox',
      },
    });
  const text = (file: string) => readFile(join(folder, file), 'utf8');
  return { folder, sandbox, run, text };
}
