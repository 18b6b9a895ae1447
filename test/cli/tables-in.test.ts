import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.js';
import { adwright } from '../support/cli.js';
import {
  asWorkbook,
  bulkExport,
  consoleAccount,
  gb18030Csv,
  keywordExport,
  liveKeywords,
} from '../support/console-export.js';
import { number, workbook } from '../support/workbook.js';

const PROJECT =
  'version: 1\naccounts:\n  main:\n    baseUrl: http://127.0.0.1:1\n    limits: { requestsPerSecond: 10000 }\n';

async function project(count: number, files: Readonly<Record<string, string | Uint8Array>>) {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-tables-'));
  const sandbox = await startSandbox({
    fixture: {
      campaigns: [{ campaignId: 1001 }],
      groups: [{ groupId: '41', campaignId: 1001, name: '鞋', price: '0.50' }],
      keywords: liveKeywords(consoleAccount(count)),
    },
  });
  onTestFinished(async () => {
    await sandbox.close();
    await rm(folder, { recursive: true, force: true });
  });
  for (const name of ['ads', 'console']) await mkdir(join(folder, name));
  for (const [file, content] of Object.entries({ 'adwright.yaml': PROJECT, ...files }))
    await writeFile(join(folder, file), content);
  const run = (...argv: string[]) =>
    adwright(folder, argv, {
      env: {
        ADWRIGHT_BASE_URL: sandbox.url,
        ADWRIGHT_API_KEY: 'sandbox',
        ADWRIGHT_USERNAME: 'sandbox',
        ADWRIGHT_PASSWD: 'sandbox',
      },
    });
  return {
    folder,
    run,
    sandbox,
    prices: () => new Map(sandbox.control.state().keywords.map(({ id, price }) => [id, price])),
  };
}

const MANIFEST = 'version: 1\nkeywordFiles: ["../console/*.{csv,xlsx}"]\n';
const IS_FULL = process.env['ADWRIGHT_FUZZ'] !== undefined;
/** The size of a real export, where the time for it was asked for (`npm run test:fuzz`). */
const COUNT = IS_FULL ? 20_000 : 1_200;
/** One of forty has another bid by now; where the file names none, it stays. */
const UPDATES = IS_FULL ? 429 : 26;

describe(`an export of ${COUNT} keywords is an empty plan after three commands`, () => {
  const account = consoleAccount(COUNT);
  const forms = {
    'keywords.csv': () => gb18030Csv(keywordExport(account)),
    'keywords.xlsx': () => asWorkbook(keywordExport(account)),
    'bulk.csv': () => gb18030Csv(bulkExport(account)),
    'bulk.xlsx': () => asWorkbook(bulkExport(account)),
  };

  // `npm test` reads one as a workbook and the other as CSV.
  const tried = Object.entries(forms).filter(([name]) => IS_FULL || ['keywords.xlsx', 'bulk.csv'].includes(name));
  it.each(tried)('%s', { timeout: 120_000 }, async (name, content) => {
    const { run, prices } = await project(COUNT, { 'ads/a.yaml': MANIFEST, [`console/${name}`]: content() });
    const checked = await run('validate', '--format', 'json');
    const { diagnostics } = JSON.parse(checked.stdout) as { diagnostics: { code: string; detail?: string }[] };
    expect([checked.code, diagnostics.filter(({ code }) => code === 'csv-heading-ignored').length]).toEqual([0, 1]);
    const leftOut = diagnostics.filter(({ code }) => code === 'rows-left-out').map(({ detail = '' }) => detail);
    expect(leftOut.map((text) => text.replace(/ like this.*/, ''))).toEqual(
      name.startsWith('bulk')
        ? [
            `A campaign, not a keyword. There are ${IS_FULL ? 20 : 2}`,
            `A group, not a keyword. There are ${COUNT / 50}`,
            `A creative, not a keyword. There are ${COUNT / 50}`,
          ]
        : [],
    );
    const applied = await run('apply', '--auto-approve', '--json');
    expect([applied.code, JSON.parse(applied.stdout).summary]).toMatchObject([
      0,
      { done: UPDATES, failed: 0, held: 0 },
    ]);
    const planned = await run('plan', '--detailed-exitcode', '--json');
    expect([planned.code, JSON.parse(planned.stdout).summary]).toMatchObject([
      0,
      { update: 0, blocked: 0, drift: 0, noop: COUNT },
    ]);
    // Bids of their own are those of the file; the others were left alone.
    const live = prices();
    for (const [n, { id, price }] of account.keywords.entries())
      if (price !== '') expect(Number(live.get(id)), `keyword ${n}`).toBe(Number(price));
  });

  it.each(['bulk.csv'] as const)('%s, without a manifest', { timeout: 120_000 }, async (name) => {
    const { folder, run } = await project(COUNT, { [`console/${name}`]: forms[name]() });
    const exported = await run('export', '--from', `console/${name}`, '--out', 'ads');
    expect([exported.code, exported.stdout]).toEqual([0, 'wrote ads/keywords.yaml\n']);
    expect((await run('validate')).code).toBe(0);
    expect((await run('plan', '--detailed-exitcode')).code).toBe(0);
    expect((await readFile(join(folder, 'ads/keywords.yaml'), 'utf8')).match(/^ {2}- id: /gm)).toHaveLength(COUNT);
  });
});

it('takes the ids of a workbook for an export, and refuses one whose ids are rounded', async () => {
  const account = consoleAccount(200);
  const { run, folder } = await project(200, { 'console/bulk.xlsx': asWorkbook(bulkExport(account)) });
  const exported = await run('export', '--from', 'console/bulk.xlsx');
  expect(exported.code).toBe(0);
  expect(exported.stdout.match(/^ {2}- id: (.*)/gm)?.map((line) => line.slice(8).replaceAll('"', ''))).toEqual(
    account.keywords.map(({ id }) => id),
  );
  const rounded = workbook([
    ['ID', '关键词'],
    [number('20240101123456789'), '鞋'],
    ['1', '鞋'],
  ]);
  await writeFile(join(folder, 'console/rounded.xlsx'), rounded);
  const refused = await run('export', '--from', 'console/rounded.xlsx');
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toContain('console/rounded.xlsx:Sheet1!A2');
});

it('a value in a workbook is not written by set, undo and pull, which name it and its cell', async () => {
  const table = workbook([
    ['关键词ID', '关键词', '出价', '启用状态'],
    ['310547015104', '男鞋1', number('1.5'), '启用'],
  ]);
  const { folder, run, sandbox } = await project(2, { 'ads/a.yaml': MANIFEST, 'console/k.xlsx': table });
  const refused = async (...argv: string[]) => {
    const { code, stdout, stderr } = await run(...argv, '--write', '--json');
    expect([argv[0], code]).toEqual([argv[0], 3]);
    const reason = 'console/k.xlsx:2: price is in a workbook (Sheet1!C2), which is only read: change it there.';
    expect(stderr).toContain(`not written: keyword/310547015104 price: ${reason}`);
    expect(JSON.parse(stdout)).toMatchObject({
      changes: [],
      notWritten: [{ address: 'keyword/310547015104', path: 'price', reason }],
      written: false,
    });
    expect(await readFile(join(folder, 'console/k.xlsx'))).toEqual(table);
  };
  await refused('set', 'price=2', '--target', 'keyword/*');
  expect((await run('apply', '--auto-approve')).code).toBe(0);
  await refused('undo');
  await sandbox.control.change({ keywords: [{ id: '310547015104', groupId: '41', price: '3.00' }] });
  await refused('pull');
});

it('a value of a group in a table is written in its cell', async () => {
  const rows = 'key,推广计划ID,推广组名称,推广组出价（元）,推广组状态\r\ng1,1001,"女鞋,新",1.50,启用\r\n';
  const { folder, run } = await project(2, { 'ads/a.yaml': 'version: 1\ngroupFiles: [g.csv]\n', 'ads/g.csv': rows });
  const set = await run('set', 'price=2', '--target', 'group/g1', '--write');
  expect([set.code, set.stderr]).toEqual([0, 'Wrote 1 value in 1 file.\n']);
  expect((await run('set', 'status=pause', '--target', 'group/g1', '--write')).code).toBe(0);
  expect(await readFile(join(folder, 'ads/g.csv'), 'utf8')).toBe(rows.replace('1.50', '2').replace('启用\r', '暂停\r'));
});
