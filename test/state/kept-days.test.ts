import { appendFile, mkdir, readdir, readFile, stat, truncate, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keptDays } from '../../src/state/machine/kept-days.js';
import { projectFolder } from '../support/cli.js';

const NOW = new Date('2024-06-10T04:00:00Z');
const ROWS = ['7\t0.10\t1\t2', '\t3.00\t0\t0'];

async function keptAt(about = ['service', 'uid']) {
  const folder = join(await projectFolder({}), 'data', 'figures');
  const kept = keptDays(folder, about, NOW);
  const file = async () => {
    const [account = ''] = await readdir(folder);
    return join(folder, account, '2024-06-01');
  };
  return { folder, kept, file };
}

test('what was written is read; nothing is there at first, and reading makes nothing', async () => {
  const { folder, kept, file } = await keptAt();
  expect(await kept.read('2024-06-01')).toBeUndefined();
  await expect(stat(folder)).rejects.toThrow('ENOENT');
  await kept.write('2024-06-01', ROWS);
  await kept.write('2024-06-02', []);
  expect(await kept.read('2024-06-01')).toEqual(ROWS);
  expect(await kept.read('2024-06-02')).toEqual([]);
  expect((await stat(await file())).mode & 0o777).toBe(0o600);
});

test.each([
  [
    'a digit that changed',
    async (path: string) => writeFile(path, (await readFile(path, 'utf8')).replace('0.10', '0.90')),
  ],
  ['a line that is missing', (path: string) => truncate(path, 120)],
  ['a line too many', (path: string) => appendFile(path, '7\t1.00\t0\t0\n')],
  ['nothing in it', (path: string) => truncate(path, 0)],
  ['another form', (path: string) => writeFile(path, '{"version":1}')],
])('a day with %s is as if it were not there, and is written again', async (_what, damage) => {
  const { kept, file } = await keptAt();
  await kept.write('2024-06-01', ROWS);
  await damage(await file());
  expect(await kept.read('2024-06-01')).toBeUndefined();
  await kept.write('2024-06-01', ROWS);
  expect(await kept.read('2024-06-01')).toEqual(ROWS);
});

test('a day under the name of another day or of another account is not read', async () => {
  const { folder, kept, file } = await keptAt();
  await kept.write('2024-06-01', ROWS);
  const text = await readFile(await file(), 'utf8');
  await kept.write('2024-06-02', ROWS);
  await writeFile(join(await file(), '..', '2024-06-02'), text);
  expect(await kept.read('2024-06-02')).toBeUndefined();

  const other = keptDays(folder, ['service', 'another uid'], NOW);
  await other.write('2024-06-03', ROWS);
  const folders = await readdir(folder);
  expect(folders).toHaveLength(2);
  for (const name of folders) await writeFile(join(folder, name, '2024-06-01'), text);
  expect(await kept.read('2024-06-01')).toEqual(ROWS);
  expect(await other.read('2024-06-01')).toBeUndefined();
});

test('days before the oldest go, what is not a day goes, and so does an account that is long unused', async () => {
  const { folder, kept, file } = await keptAt();
  for (const day of ['2024-03-11', '2024-03-12', '2024-06-01']) await kept.write(day, ROWS);
  const place = join(await file(), '..');
  await writeFile(join(place, '2024-06-09.12345678.tmp'), 'half');
  for (const [name, days] of [
    ['old', 91],
    ['young', 89],
  ] as const) {
    await mkdir(join(folder, name));
    const time = new Date(NOW.getTime() - days * 86_400_000);
    await utimes(join(folder, name), time, time);
  }
  await kept.prune('2024-03-12');
  expect((await readdir(place)).sort()).toEqual(['2024-03-12', '2024-06-01']);
  expect((await readdir(folder)).filter((name) => name === 'old' || name === 'young')).toEqual(['young']);
});

test('an account keeps the newest days, as far as there is room', async () => {
  const { folder, file } = await keptAt();
  const kept = keptDays(folder, ['service', 'uid'], NOW, 2_500);
  const rows = Array.from({ length: 10 }, () => 'x'.repeat(99));
  for (const day of ['2024-06-01', '2024-06-02', '2024-06-03']) await kept.write(day, rows);
  await kept.prune('2024-03-12');
  expect((await readdir(join(await file(), '..'))).sort()).toEqual(['2024-06-02', '2024-06-03']);
});

test('a folder that cannot be written keeps nothing and stops nothing', async () => {
  const folder = join(await projectFolder({ figures: 'a file' }), 'figures');
  const kept = keptDays(folder, ['a'], NOW);
  await kept.write('2024-06-01', ROWS);
  await kept.prune('2024-03-12');
  expect(await kept.read('2024-06-01')).toBeUndefined();
});
