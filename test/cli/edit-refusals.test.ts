import { chmod, mkdir, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { MANIFEST, project, TABLE } from './edited-project.js';

describe('set', () => {
  it.each<[string, readonly string[], string]>([
    ['a field twice', ['price=1', 'price=2', '--target', 'keyword/1'], 'price is given twice'],
    ['a field twice, once computed', ['status=pause', 'price=1', 'price*=2', '--target', '*'], 'price is given twice'],
    ['an exponent', ['price=1e3', '--target', 'keyword/1'], 'Nothing was written'],
    ['what is not a number', ['price=NaN', '--target', 'keyword/3'], 'Nothing was written'],
    ['a sign', ['price=-0', '--target', 'keyword/*'], 'it has a sign'],
    ['too many digits', ['price*=99999999999999999', '--target', 'keyword/1'], 'more than 15 digits'],
    ['a factor of 0', ['price*=0', '--target', 'keyword/3'], 'keyword/3: 0.80 becomes 0.00'],
    ['a condition on an unknown field', ['price=1', '--target', '*', '--where', 'bid=3'], 'has a field bid'],
    ['the id', ['id=9', '--target', 'keyword/1'], 'has a field id'],
  ])('refuses %s, and writes nothing', async (_name, argv, message) => {
    const { run, text } = await project();
    const refused = await run('set', ...argv, '--write');
    expect(refused.code).toBe(1);
    expect(refused.stderr.replace(/\s+/g, ' ')).toContain(message);
    expect(await text('ads/a.yaml')).toBe(MANIFEST);
    expect(await text('ads/more.csv')).toBe(TABLE);
  });

  it('names the error that a value would make, and speaks of no other file', async () => {
    const { run } = await project();
    const { stderr } = await run('set', 'price=-1', '--target', 'keyword/1', '--write');
    const said = stderr.replace(/[\s│]+/g, ' ');
    expect(said).toContain('the manifests would have the other errors named here. Nothing was written.');
    expect(said).toContain('bad-price');
    expect(said).not.toMatch(/above|before/);
  });

  it.each<[string, readonly string[], string, string]>([
    ['in YAML', ['status=暂停', '--target', 'keyword/1'], MANIFEST.replace('status: enable', 'status: pause'), TABLE],
    ['in a table', ['status=暂停推广', '--target', 'keyword/4'], MANIFEST, TABLE.replace('4,,enable', '4,,pause')],
    [
      'in a condition',
      ['price=0.90', '--target', '*', '--where', 'matchType=精确匹配'],
      MANIFEST.replace('"1.00"', '"0.90"'),
      TABLE,
    ],
  ])('takes the words of the console %s', async (_name, argv, manifest, table) => {
    const { run, text } = await project();
    expect((await run('set', ...argv, '--write')).code).toBe(0);
    expect(await text('ads/a.yaml')).toBe(manifest);
    expect(await text('ads/more.csv')).toBe(table);
  });

  it.each(['ads/a.yaml', 'ads/more.csv'])('writes no file at all where %s is read-only', async (file) => {
    const { run, folder, text } = await project();
    await chmod(join(folder, file), 0o444);
    const refused = await run('set', 'price=2', '--target', 'keyword/*', '--write');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(`${file}: it is read-only`);
    expect(await text('ads/a.yaml')).toBe(MANIFEST);
    expect(await text('ads/more.csv')).toBe(TABLE);
    // To look is allowed.
    expect((await run('set', 'price=2', '--target', 'keyword/*')).code).toBe(0);
  });
});

describe('undo data that is at fault', () => {
  const cases: readonly [string, (file: string, content: string) => Promise<unknown>, string][] = [
    [
      'cut short',
      (file, content) => writeFile(file, `${content.split('\n')[0]}\n`),
      '1 item was written, and 0 are there',
    ],
    ['empty', (file) => writeFile(file, ''), 'it is empty'],
    ['of a later version', (file) => writeFile(file, '{"formatVersion":"9.0"}\n'), 'this line does not fit'],
    [
      'of another account',
      (file, content) => writeFile(file, content.replace('"account":"main"', '"account":"other"')),
      'it is of the account other',
    ],
    [
      'a link',
      async (file) => {
        await rm(file);
        await symlink('/etc/hostname', file);
      },
      'it is a link',
    ],
    [
      'a folder',
      async (file) => {
        await rm(file);
        await mkdir(file);
      },
      'it is a folder',
    ],
  ];
  it.each(cases)('is refused: %s', async (_name, spoil, message) => {
    const { run, folder, text } = await project();
    await run('set', 'price=2', '--target', 'keyword/1', '--write');
    expect((await run('apply', '--auto-approve')).code).toBe(0);
    const kept = join(folder, '.adwright/undo/main');
    const [name = ''] = await readdir(kept);
    await spoil(join(kept, name), await readFile(join(kept, name), 'utf8'));
    const before = await text('ads/a.yaml');
    const refused = await run('undo', '--write');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('undo-damaged');
    expect(refused.stderr.replace(/\s+/g, ' ')).toContain(message);
    expect(await text('ads/a.yaml')).toBe(before);
    // The rest of the log, and other runs, can be used.
    expect((await run('state', 'log')).code).toBe(0);
    expect((await run('undo', '00000000')).stderr).toContain('There is no run 00000000.');
    await run('set', 'price=3', '--target', 'keyword/1', '--write');
    expect((await run('apply', '--auto-approve')).code).toBe(0);
    expect((await run('undo')).code).toBe(0);
  });
});
