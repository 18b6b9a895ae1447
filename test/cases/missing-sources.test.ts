import { execFile } from 'node:child_process';
import { access, mkdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** What did not come along with a checkout is not what someone deleted. */

const run = promisify(execFile);
const APPLY = ['apply', '--auto-approve', '--quiet'];
const BRAND_A = 'version: 1\ngroups:\n  a: { campaignId: 1001, name: 甲, price: 1.20 }\n';
const BRAND_B = `version: 1
groups:
  b: { campaignId: 1002, name: 乙, price: 1.20 }
keywords:
  - { id: 80001001, price: 0.80 }
keywordFiles: [words/*.csv]
`;
const WORDS = 'id,price\n80001002,0.80\n';
const FIXTURE = `keywords:
  - { id: "80001001", groupId: "556001", word: 女鞋, price: "0.80", matchType: phrase }
  - { id: "80001002", groupId: "556001", word: 男鞋, price: "0.80", matchType: phrase }
`;
const TWO_PATTERNS = projectFile('    manifests: ["ads/brand-a/**/*.yaml", "ads/brand-b/**/*.yaml"]\n');

/** Two brands, applied: the state knows two groups, its baseline two keywords. */
async function applied(project = projectFile()): Promise<World> {
  const files = {
    'adwright.yaml': project,
    'ads/brand-a/a.yaml': BRAND_A,
    'ads/brand-b/b.yaml': BRAND_B,
    'ads/brand-b/words/k.csv': WORDS,
  };
  const world = await World.start({ files, fixture: FIXTURE });
  await world.must(...APPLY);
  world.sandbox.control.clearLog();
  return world;
}

async function refused(world: World, ...argv: string[]) {
  const { code, document } = await world.json('error', argv.length === 0 ? ['plan'] : argv);
  expect(code).toBe(1);
  expect(world.writes()).toEqual([]);
  expect(new Set(document.diagnostics.map((one) => one.code))).toEqual(new Set(['source-missing']));
  return document.diagnostics.map(({ detail }) => detail);
}

const remove = (world: World, path: string) => rm(join(world.folder, path), { recursive: true });

describe('an error where the state knows what may have come from there', () => {
  test('a submodule that was not fetched leaves an empty folder', async () => {
    const world = await applied();
    await remove(world, 'ads/brand-b');
    await mkdir(join(world.folder, 'ads/brand-b'));
    expect(await refused(world)).toEqual([
      'ads/brand-b is an empty folder, and the state has 1 group, 2 keywords that no manifest describes: group/b, keyword/80001001, keyword/80001002. Nothing was planned.',
    ]);
    await refused(world, ...APPLY);
    await refused(world, 'plan', '--no-refresh');
    const text = await world.run(['plan']);
    expect(text.stderr).toContain('git submodule update --init');
    expect(text.stdout).toBe('');
  });

  test.each([
    ['--cone', '--no-sparse-index', '2'],
    ['--cone', '--sparse-index', '3'],
    ['--cone', '--no-sparse-index', '4'],
    ['--no-cone', '--no-sparse-index', '2'],
  ])('a sparse checkout without the folder: %s %s, index version %s', async (cone, index, version) => {
    const world = await applied();
    const git = (...argv: string[]) =>
      run('git', [
        '-C',
        world.folder,
        '-c',
        'user.name=a',
        '-c',
        'user.email=a@b',
        '-c',
        `index.version=${version}`,
        ...argv,
      ]);
    await git('init', '-q');
    await git('add', 'ads', 'adwright.yaml');
    await git('commit', '-qm', 'all');
    await git('sparse-checkout', 'set', cone, index, cone === '--cone' ? 'ads/brand-a' : '/ads/brand-a/');
    // Outside the cone as well with the other form, and needed here.
    await git('checkout', 'HEAD', '--', 'adwright.yaml').catch(() => git('sparse-checkout', 'add', '/adwright.yaml'));
    await expect(access(join(world.folder, 'ads/brand-b'))).rejects.toThrow();
    const [detail] = await refused(world);
    expect(detail).toMatch(
      /^the checkout is sparse and leaves out 1 path of "ads\/\*\*\/\*\.\{yaml,yml\}", such as ads\/brand-b\/(b\.yaml)?, and the state has 1 group, 2 keywords/,
    );
    await git('sparse-checkout', 'disable');
    await world.must('plan');
  });

  test('one of several patterns matches nothing', async () => {
    const world = await applied(TWO_PATTERNS);
    await remove(world, 'ads/brand-b');
    const [detail] = await refused(world);
    expect(detail).toContain(
      '"ads/brand-b/**/*.yaml" (account main) matches nothing, and the state has 1 group, 2 keywords',
    );
  });

  test('a folder of keyword files is missing: the baseline counts', async () => {
    const world = await applied();
    await remove(world, 'ads/brand-b/words');
    expect(await refused(world)).toEqual([
      '"words/*.csv" matches nothing, and the state has 1 keyword that no manifest describes: keyword/80001002. Nothing was planned.',
    ]);
  });

  test.each([
    ['ads/brand-b/words/k.csv', 'id,price\n', 'ads/brand-b/words/k.csv holds no row, and the state has 1 keyword'],
    ['ads/brand-b/b.yaml', '# nothing\n', 'ads/brand-b/b.yaml holds nothing but comments, and the state has 1 group'],
    ['ads/brand-b/b.yaml', '', 'ads/brand-b/b.yaml holds nothing but comments, and the state has 1 group'],
  ])('a file that was cut short: %s as %j', async (file, content, words) => {
    const world = await applied();
    await world.write(file, content);
    expect((await refused(world))[0]).toContain(words);
  });

  test.each([
    ['ads/brand-b/b.yaml', 'ads/brand-b/b.YAML'],
    ['ads/brand-b/b.yaml', 'ads/brand-b/b.Yml'],
    ['ads/brand-b/words/k.csv', 'ads/brand-b/words/k.CSV'],
  ])('%s as %s', async (from, to) => {
    const world = await applied();
    await rename(join(world.folder, from), join(world.folder, to));
    if (to.endsWith('.CSV')) await world.write('ads/brand-b/words/other.csv', 'id,price\n80001001,0.80\n');
    if (to.endsWith('.CSV'))
      await world.edit('ads/brand-b/b.yaml', 'keywords:\n  - { id: 80001001, price: 0.80 }\n', '');
    expect((await refused(world))[0]).toContain(`${to} is not read, because its letter case differs from`);
  });

  test('a word for each of them, or the pattern taken out, lets the plan continue', async () => {
    const world = await applied(TWO_PATTERNS);
    await remove(world, 'ads/brand-b');
    await world.write('ads/brand-a/a.yaml', `${BRAND_A}forgotten: [group/b, keyword/80001001]\n`);
    expect((await refused(world))[0]).toContain('1 keyword that no manifest describes: keyword/80001002.');
    await world.write('ads/brand-a/a.yaml', `${BRAND_A}forgotten: [group/b, keyword/80001001, keyword/80001002]\n`);
    await world.must('plan');
    await world.write('ads/brand-a/a.yaml', BRAND_A);
    await world.edit('adwright.yaml', ', "ads/brand-b/**/*.yaml"', '');
    const { code, document } = await world.json('plan', ['plan']);
    expect(code).toBe(0);
    expect(document.summary).toMatchObject({ forget: 3 });
  });

  test('a target that none of it is among can still be planned', async () => {
    const world = await applied();
    await remove(world, 'ads/brand-b/words');
    await world.must('plan', '--target', 'group/a');
  });
});

describe('a warning where the state knows nothing of it', () => {
  const CODES = ['empty-folder', 'empty-file', 'file-case-mismatch', 'pattern-without-files'];
  const warnings = async (world: World) => {
    const { code, document } = await world.json('plan', ['plan']);
    expect(code).toBe(0);
    return document.diagnostics.filter((one) => CODES.includes(one.code)).map((one) => [one.severity, one.code]);
  };

  test('a new project', async () => {
    const world = await World.start({
      files: {
        'adwright.yaml': projectFile(),
        'ads/a.yaml': `${BRAND_A}keywordFiles: [none/*.csv, k.csv]\n`,
        'ads/k.csv': 'id\n',
        'ads/x.YAML': BRAND_B,
        'ads/c.yml': '# later\n',
      },
    });
    await mkdir(join(world.folder, 'ads/brand-b'));
    expect(await warnings(world)).toEqual([
      ['warning', 'empty-folder'],
      ['warning', 'pattern-without-files'],
      ['warning', 'empty-file'],
      ['warning', 'empty-file'],
      ['warning', 'file-case-mismatch'],
    ]);
    const validated = await world.json('validate', ['validate']);
    expect(validated.code).toBe(0);
    expect(validated.document.diagnostics).toHaveLength(5);
  });

  test('groups that were taken out do not come from a folder of keywords', async () => {
    const world = await applied();
    await world.edit('ads/brand-a/a.yaml', '  a: { campaignId: 1001, name: 甲, price: 1.20 }\n', '  {}\n');
    await world.edit('ads/brand-a/a.yaml', 'groups:\n', 'keywordFiles: [none/*.csv]\ngroups:\n');
    expect(await warnings(world)).toEqual([['warning', 'pattern-without-files']]);
  });

  test('what one pattern leaves out for its letter case, and another reads', async () => {
    const world = await World.start({
      files: {
        'adwright.yaml': projectFile('    manifests: ["ads/*.yaml", "ads/*.YAML"]\n'),
        'ads/a.yaml': BRAND_A,
        'ads/x.YAML': 'version: 1\nkeywords: []\n',
      },
    });
    expect(await warnings(world)).toEqual([]);
  });

  test('an empty folder that the pattern does not look into', async () => {
    const world = await World.start({
      files: { 'adwright.yaml': projectFile('    manifests: ["ads/brand-*/*.yaml"]\n'), 'ads/brand-a/a.yaml': BRAND_A },
    });
    for (const folder of ['ads/brand-a/icons', 'ads/notes', 'out']) await mkdir(join(world.folder, folder));
    expect(await warnings(world)).toEqual([]);
    await mkdir(join(world.folder, 'ads/brand-b'));
    expect(await warnings(world)).toEqual([['warning', 'empty-folder']]);
  });
});
