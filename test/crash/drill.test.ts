import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, it, onTestFinished, vi } from 'vitest';
import { startSandbox } from '../../src/sandbox/index.js';
import { adwright, type CliRun } from '../support/cli.js';
import { documentOf } from '../support/documents.js';
import { drillProject, MANIFEST, SERVICE } from './drill-project.js';

/** `adwright drill`. `npm run test:crash` kills at every boundary of a project of all kinds. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';
vi.setConfig({ testTimeout: 120_000 });

const rowsOf = (run: CliRun) => documentOf('drill', run).rows;

/** Temporary files of this test alone. */
async function ownTemporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-drill-test-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  vi.stubEnv('TMPDIR', folder);
  onTestFinished(() => void vi.unstubAllEnvs());
  return folder;
}

/** Every file below a folder with its digest. */
async function contentOf(folder: string): Promise<readonly string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name));
  const digest = async (file: string) =>
    createHash('sha256')
      .update(await readFile(file))
      .digest('hex');
  return Promise.all(files.sort().map(async (file) => `${file} ${await digest(file)}`));
}

const timersUnderWay = () => process.getActiveResourcesInfo().filter((one) => one === 'Timeout').length;

const LOGIN = { ADWRIGHT_API_KEY: 'sandbox', ADWRIGHT_USERNAME: 'sandbox', ADWRIGHT_PASSWD: 'sandbox' };
const ONE_GROUP = `version: 1
groups:
  a: { campaignId: 1001, name: A, price: 1 }
`;

it('names each boundary of the journal, what was in doubt there, and how it was settled, and only reads', async () => {
  const service = await startSandbox({ fixture: {} });
  onTestFinished(() => service.close());
  const folder = await drillProject({ 'ads.yaml': ONE_GROUP, 'adwright.yaml': SERVICE(service.url) });
  const temporary = await ownTemporaryFolder();
  const before = await contentOf(folder);
  const timers = timersUnderWay();
  const run = await adwright(folder, ['drill', '--json'], { env: LOGIN });
  expect(run.code, run.stderr).toBe(0);
  const general = { kind: null, batch: null, doubled: 0, lost: 0, inDoubt: 0, settled: 'next-run' };
  const group = { ...general, kind: 'group', batch: 1 };
  const doubt = { inDoubt: 1, settled: 'resolve' };
  expect(rowsOf(run)).toEqual([
    { boundary: 'before lock', ...general },
    { boundary: 'after lock', ...general },
    { boundary: 'before run', ...general },
    { boundary: 'after run', ...general },
    { boundary: 'before intent', ...group },
    { boundary: 'after intent', ...group },
    { boundary: 'before sending', ...group },
    // From here the journal says that the call was made, until it says what came of it.
    { boundary: 'after sending', ...group, ...doubt },
    { boundary: 'before outcome', ...group, ...doubt },
    { boundary: 'after outcome', ...group },
    { boundary: 'before snapshot', ...general },
    { boundary: 'after snapshot', ...general },
    { boundary: 'before unlock', ...general },
    { boundary: 'after unlock', ...general },
  ]);
  // A killed run that waits for something would keep the process, and save what no one reads.
  expect(timersUnderWay()).toBeLessThanOrEqual(timers);
  expect((await readdir(temporary)).filter((name) => !name.startsWith('adwright-users-'))).toEqual([]);
  const operations = service.control.log().map(({ operation }) => operation);
  expect(operations.length).toBeGreaterThan(0);
  expect(operations.filter((one) => /^(?:add|update)/u.test(one))).toEqual([]);
  expect(await contentOf(folder)).toEqual(before);
});

it('sends nothing with a file, and leaves project and state as they are', async () => {
  const service = await startSandbox({ fixture: { keywords: [{ id: '501', groupId: '77', price: '0.50' }] } });
  onTestFinished(() => service.close());
  const manifest = 'version: 1\nkeywords:\n  - { id: 501, price: 0.80 }\n';
  const folder = await drillProject({ 'ads.yaml': manifest, 'adwright.yaml': SERVICE(service.url) });
  expect((await adwright(folder, ['plan', '--out', 'saved.plan'], { env: LOGIN })).code).toBe(0);
  const before = await contentOf(folder);
  const calls = service.control.log().length;

  // Without credentials, and with a proxy and a state that no one could reach.
  const env = { HTTP_PROXY: 'http://127.0.0.1:1', ADWRIGHT_STATE_URL: 'postgres://127.0.0.1:1/none' };
  const fromFile = await adwright(folder, ['drill', 'saved.plan', '--json'], { env });
  expect(fromFile.code, fromFile.stdout).toBe(0);
  expect(service.control.log()).toHaveLength(calls);
  expect(await contentOf(folder)).toEqual(before);
  if (!FULL) return;

  const own = await adwright(folder, ['drill', '--json'], { env: LOGIN });
  expect(own.code, own.stdout).toBe(0);
  expect(rowsOf(own)).toEqual(rowsOf(fromFile));
  const operations = service.control.log().map(({ operation }) => operation);
  expect(operations.slice(calls).filter((one) => /^(?:add|update)/u.test(one))).toEqual([]);
  expect(operations.length).toBeGreaterThan(calls);
  expect(await contentOf(folder)).toEqual(before);
});

it.runIf(FULL)('knows groups that the plan has nothing to do with', async () => {
  const folder = await drillProject({ 'ads.yaml': ONE_GROUP });
  expect((await adwright(folder, ['apply', '--auto-approve'])).code).toBe(0);
  const creative = MANIFEST.slice(MANIFEST.indexOf('richCreatives:'))
    .replaceAll('[a, d]', '[a]')
    .replace(/ {2}- groupIds[\s\S]*/, '');
  await writeFile(join(folder, 'ads.yaml'), ONE_GROUP + creative);
  const run = await adwright(folder, ['drill', '--json']);
  expect(run.code, run.stdout).toBe(0);
  const outcome = { kind: 'rich-creative', batch: 1, doubled: 0, lost: 0, inDoubt: 1, settled: 'resolve' };
  expect(rowsOf(run)).toContainEqual({ boundary: 'before outcome', ...outcome });
});

it('says that there is nothing to try, and which plan or image it cannot take', async () => {
  const folder = await drillProject({ 'ads.yaml': 'version: 1\n' });
  const nothing = await adwright(folder, ['drill']);
  expect(nothing).toMatchObject({ code: 0, stdout: 'The plan has nothing to apply, so there is nothing to try.\n' });
  expect(rowsOf(await adwright(folder, ['drill', '--json']))).toEqual([]);

  await writeFile(join(folder, 'ads.yaml'), MANIFEST);
  expect((await adwright(folder, ['plan', '--out', 'saved.plan'])).code).toBe(0);
  await writeFile(join(folder, 'icons', 'icon.png'), 'another one');
  const changed = await adwright(folder, ['drill', 'saved.plan']);
  expect(changed.code).toBe(1);
  expect(changed.stderr).toContain('icons/icon.png changed since it was planned');
  const text = await readFile(join(folder, 'saved.plan'), 'utf8');
  await writeFile(join(folder, 'saved.plan'), text.replace('"price"', '"prise"'));
  expect((await adwright(folder, ['drill', 'saved.plan'])).code).toBe(6);
});

it('removes what it made when it is interrupted', async () => {
  const folder = await drillProject();
  const temporary = await ownTemporaryFolder();
  const child = spawn(process.execPath, [inject('command'), 'drill', '--json'], {
    cwd: folder,
    env: { PATH: process.env['PATH'], HOME: folder, TMPDIR: temporary },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output.stderr += text;
  });
  const ended = new Promise<number | null>((resolve) => {
    child.on('close', resolve);
  });
  // Its folder is there: it has begun.
  await vi.waitUntil(async () => (await readdir(temporary)).length > 0, { timeout: 90_000, interval: 20 });
  child.kill('SIGINT');
  expect(await ended, output.stdout + output.stderr).toBe(130);
  expect(JSON.parse(output.stdout).error.code).toBe('drill-interrupted');
  expect((await readdir(temporary)).filter((name) => name.startsWith('adwright-drill-'))).toEqual([]);
});

it.runIf(FULL)('doubles and loses nothing of all kinds, at every boundary', async () => {
  const folder = await drillProject();
  const run = await adwright(folder, ['drill', '--json']);
  expect(run.code, run.stdout).toBe(0);
  const rows = rowsOf(run);
  expect(rows.filter(({ doubled, lost, settled }) => doubled + lost > 0 || settled === 'open')).toEqual([]);
  const doubtful = rows.filter(({ inDoubt }) => inDoubt > 0);
  expect(
    doubtful.map(({ boundary, kind, batch, inDoubt, settled }) => [boundary, kind, batch, inDoubt, settled]),
  ).toEqual(
    [
      // The first batch of groups is what is adopted.
      ['group', 2, 2, 'resolve'],
      ['group', 3, 1, 'resolve'],
      ['app', 1, 1, 'resolve'],
      ['rich-creative', 1, 1, 'resolve'],
      ['rich-creative', 2, 1, 'resolve'],
      ['rich-creative', 3, 1, 'resolve'],
    ].flatMap(([kind, batch, count, settled]) => [
      ['after sending', kind, batch, count, settled],
      // An app is listed, and so found.
      ['before outcome', kind, batch, count, kind === 'app' ? 'account' : settled],
    ]),
  );
});

it('says which folder it cannot work in', async () => {
  const service = await startSandbox({ fixture: {} });
  onTestFinished(() => service.close());
  const folder = await drillProject({ 'ads.yaml': ONE_GROUP, 'adwright.yaml': SERVICE(service.url) });
  const nowhere = join(await ownTemporaryFolder(), 'nowhere');
  vi.stubEnv('TMPDIR', nowhere);
  const run = await adwright(folder, ['drill'], { env: LOGIN });
  expect([run.code, run.stderr.replace(/\s+/g, ' ')]).toEqual([
    1,
    expect.stringContaining(`${nowhere}: there is no such file`),
  ]);
});
