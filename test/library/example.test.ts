import { readFileSync } from 'node:fs';
import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import * as adwright from '../../src/index.js';
import { projectFolder } from '../support/cli.js';
import { deploy } from './example.js';

const at = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));

const inDocs = /^```ts\n([\s\S]*?)^```$/m.exec(readFileSync(at('docs/library.md'), 'utf8'))?.[1];

const PROJECT = 'version: 1\naccounts:\n  main: { baseUrl: sandbox }\n';
const group = (name: string, price = '1') =>
  `version: 1\ngroups:\n  ${name}: { campaignId: "1", name: ${name}, price: "${price}" }\n`;

beforeEach(() => {
  // Where the example tells its remarks.
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
});

afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
});

describe('the example of docs/library.md', () => {
  test('is the file that the types are checked of, and that runs here', () => {
    const file = readFileSync(at('test/library/example.ts'), 'utf8');
    expect(inDocs).toBe(file.replace("from '../../src/index.js'", "from 'adwright'"));
  });

  test('applies, then has nothing to do', async () => {
    const root = await projectFolder({ 'adwright.yaml': PROJECT, 'ads/one.yaml': group('one') });
    expect(await deploy(root, {})).toBe('applied 1');
    expect(await deploy(root, {})).toBe('nothing to do');
    await writeFile(join(root, 'ads/two.yaml'), group('two', '2'));
    expect(await deploy(root, {})).toBe('applied 1');
  });

  test('says what is wrong, and sends nothing', async () => {
    const faulty = await projectFolder({
      'adwright.yaml': PROJECT,
      'ads/one.yaml': 'version: 1\ngroups:\n  one: {}\n',
    });
    expect(await deploy(faulty, {})).toContain('not valid: ');
    expect(await readdir(faulty)).not.toContain('.adwright');
    expect(await deploy(await projectFolder({}), {})).toBe('error: project-not-found');
  });
});

describe('plan and apply of the library', () => {
  test('nothing is printed, and neither environment nor folder of the process is used', async () => {
    const out = vi.spyOn(process.stdout, 'write');
    const err = vi.spyOn(process.stderr, 'write');
    vi.stubEnv('ADWRIGHT_API_KEY', 'of-the-process');
    vi.stubEnv('ADWRIGHT_ACCESS_TOKEN', 'of-the-process');
    const folder = await projectFolder({
      'adwright.yaml': 'version: 1\naccounts:\n  main: { baseUrl: "https://127.0.0.1:9" }\n',
      'ads/one.yaml': group('one'),
    });
    const error = await adwright.plan({ folder }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(adwright.Failure);
    expect((error as adwright.Failure).diagnostics.map(({ code }) => code)).toEqual(['credentials-missing']);
    expect(out).not.toHaveBeenCalled();
    expect(err).not.toHaveBeenCalled();
  });

  test('a plan is a value and a document; its digest is the one that apply takes', async () => {
    const folder = await projectFolder({ 'adwright.yaml': PROJECT, 'ads/one.yaml': group('one', '1.50') });
    const made = await adwright.plan({ folder });
    expect(made.meaning).toBe('changes');
    expect(made.plan.summary.create).toBe(1);
    expect(made.document).toMatchObject({ account: 'main', changes: [{ address: 'group/one', action: 'create' }] });
    expect(made.text()).toContain('group/one');
    const stale = adwright.apply({ folder, expect: 'sha256:0', approve: true });
    await expect(stale).rejects.toMatchObject({ ending: 'stale-plan' });
    const done = await adwright.apply({ folder, expect: made.plan.digest, approve: true });
    expect(done.meaning).toBe('done');
    expect(done.document).toMatchObject({ account: 'main', items: [{ address: 'group/one', outcome: 'done' }] });
    expect((await adwright.plan({ folder })).meaning).toBe('done');
  });

  test('a saved plan is carried out, or only a part of it', async () => {
    const folder = await projectFolder({ 'adwright.yaml': PROJECT, 'a.yaml': '', 'ads/one.yaml': group('one') });
    await writeFile(join(folder, 'ads/two.yaml'), group('two'));
    await adwright.plan({ folder, out: 'saved.plan' });
    const part = await adwright.apply({ folder, file: 'saved.plan', targets: ['group/two'], approve: true });
    expect(part.result.items.map(({ address, outcome }) => [address, outcome])).toEqual([['group/two', 'done']]);
  });

  test('the function that approves gets the plan, and its no sends nothing', async () => {
    const folder = await projectFolder({ 'adwright.yaml': PROJECT, 'ads/one.yaml': group('one') });
    const asked: number[] = [];
    const answer = (yes: boolean) => (plan: adwright.Plan) => {
      asked.push(plan.summary.create);
      return yes;
    };
    const refused = adwright.apply({ folder, approve: answer(false) });
    await expect(refused).rejects.toMatchObject({ diagnostics: [{ code: 'not-confirmed' }] });
    expect((await adwright.plan({ folder })).plan.summary.create).toBe(1);
    expect((await adwright.apply({ folder, approve: answer(true) })).meaning).toBe('done');
    expect(asked).toEqual([1, 1]);
  });

  test('remarks and progress reach the caller', async () => {
    const folder = await projectFolder({ 'adwright.yaml': PROJECT, 'ads/one.yaml': group('one') });
    const told: string[] = [];
    await adwright.apply({ folder, approve: true, onProgress: ({ stage }) => told.push(stage) });
    expect(told).toEqual(['creating groups']);
  });
});
