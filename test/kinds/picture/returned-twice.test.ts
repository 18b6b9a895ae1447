import { expect, it } from 'vitest';
import { picture } from '../../../src/kinds/picture/index.js';
import type { Observation } from '../../../src/model/index.js';
import { kindPorts } from '../support.js';

/** A listing that names one picture twice: what it says of the picture is only known where both say the same. */

const ROW = { picId: '5', tags: ['夏季', '主图'], updateTime: '2024-05-09 10:00:00' };
const OTHER = { picId: '6', tags: ['冬季'] };
const TWICE = 'the service returns it twice, with different values';

async function read(...rows: readonly object[]): Promise<ReadonlyMap<string, Observation>> {
  const targets = ['5', '6'].map((id) => ({ address: `picture/${id}`, id, desired: {} }));
  const found = new Map<string, Observation>();
  for await (const part of picture.observe?.(targets, kindPorts([{ pictureList: rows }])) ?? []) {
    for (const [target, one] of part.found) found.set(target.id ?? '', one);
  }
  return found;
}

async function list(...rows: readonly object[]): Promise<readonly Observation[]> {
  const listed: Observation[] = [];
  for await (const page of picture.list?.(kindPorts([{ pictureList: rows }])) ?? []) listed.push(...page);
  return listed;
}

it.each<[string, readonly object[]]>([
  ['its second row has fewer', [ROW, OTHER, { ...ROW, tags: ['主图'] }]],
  ['its first row has none', [{ ...ROW, tags: [] }, ROW, OTHER]],
  ['the last of three rows is as the first', [ROW, { ...ROW, tags: ['主图'] }, ROW, OTHER]],
])('a picture cannot be worked with where its tags differ: %s', async (_, rows) => {
  const found = await read(...rows);
  expect(found.get('5')?.unusable).toBe(TWICE);
  expect(found.get('6')).toMatchObject({ values: { tags: ['冬季'] } });
  expect(found.get('6')?.unusable).toBeUndefined();
  expect((await list(...rows)).map(({ id, unusable }) => [id, unusable])).toContainEqual(['5', TWICE]);
});

it('rows that say the same are one', async () => {
  const rows = [ROW, OTHER, { ...ROW, updateTime: '2024-05-10 10:00:00' }];
  const found = await read(...rows);
  expect(found.get('5')).toMatchObject({ values: { tags: ['夏季', '主图'] } });
  expect(found.get('5')?.unusable).toBeUndefined();
  expect((await list(...rows)).map(({ id }) => id)).toEqual(['5', '6']);
});
