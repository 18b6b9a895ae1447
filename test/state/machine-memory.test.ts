import { mkdir, readdir, readFile, stat, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { machineRecord, RecordDamaged } from '../../src/state/machine/machine-memory.js';
import { projectFolder } from '../support/cli.js';

const count = (value: unknown) => (typeof value === 'number' ? value : undefined);

async function countRecord() {
  const folder = join(await projectFolder({}), 'data');
  return { folder, record: machineRecord(folder, 'count', count) };
}

test('nothing is remembered at first, and reading makes nothing', async () => {
  const { folder, record } = await countRecord();
  expect(await record.read()).toBeUndefined();
  await expect(stat(folder)).rejects.toThrow('ENOENT');
});

test('a record is one file that only the user can read, whatever it replaced', async () => {
  const { folder, record } = await countRecord();
  await record.update(() => 1);
  await record.update((before) => (before ?? 0) + 1);
  await record.update(() => undefined);
  expect(await record.read()).toBe(2);
  expect(await readdir(join(folder, 'count'))).toEqual(['2.json']);
  expect((await stat(join(folder, 'count', '2.json'))).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test('of writers at the same time each sees what the others wrote: none is lost', async () => {
  const { folder } = await countRecord();
  const texts = (value: unknown) => (Array.isArray(value) ? (value as readonly string[]) : undefined);
  const record = () => machineRecord(folder, 'names', texts);
  const names = Array.from({ length: 12 }, (_, n) => `writer-${n}`);
  // One may be asked again although its name is there already.
  const add = (name: string) =>
    record().update((before = []) => (before.includes(name) ? undefined : [...before, name]));
  await Promise.all(names.map(add));
  expect([...((await record().read()) ?? [])].sort()).toEqual(names.sort());
  expect(await readdir(join(folder, 'names'))).toHaveLength(1);
});

const DAMAGE: readonly [string, (file: string) => Promise<void>][] = [
  ['empty', (file) => truncate(file, 0)],
  ['cut short', (file) => writeFile(file, '{"host')],
  ['of another shape', (file) => writeFile(file, '"seven"')],
];

test.each(DAMAGE)('a record that is %s does not count as none, and a new one takes its place', async (_, damage) => {
  const { folder, record } = await countRecord();
  await record.update(() => 7);
  await damage(join(folder, 'count', '1.json'));
  await expect(record.read()).rejects.toThrow(RecordDamaged);
  await record.update((before) => (before === undefined ? 8 : 9));
  expect(await record.read()).toBe(8);
});

test('where a file is in place of the record, or a folder in that of its file, it cannot be read', async () => {
  const { folder, record } = await countRecord();
  await mkdir(join(folder, 'count', '1.json'), { recursive: true });
  await expect(record.read()).rejects.toThrow(RecordDamaged);
  await writeFile(join(folder, 'other'), '');
  await expect(machineRecord(folder, 'other', count).read()).rejects.toThrow(RecordDamaged);
});

test('a folder that cannot exist holds nothing and takes nothing', async () => {
  const { folder } = await countRecord();
  await mkdir(folder);
  await writeFile(join(folder, 'file'), 'as it was');
  const record = machineRecord(join(folder, 'file', 'data'), 'count', count);
  expect(await record.read()).toBeUndefined();
  await expect(record.update(() => 1)).rejects.toThrow('ENOTDIR');
  expect(await readFile(join(folder, 'file'), 'utf8')).toBe('as it was');
});
