import { expect, it } from 'vitest';
import { judgeUpdate } from '../../../src/apply/judge-update.js';
import { keyword } from '../../../src/kinds/keyword/index.js';
import type { Observation, ObserveTarget } from '../../../src/model/index.js';
import { kindPorts } from '../support.js';

/** A reply that names one keyword twice: what it says of the keyword is only known where both say the same. */

const ROW = { id: '11', groupId: '1', word: 'w', price: '1.00', matchType: 'exact', optStatus: 'paused' };
const OTHER = { ...ROW, id: '12', price: '3.00' };
const TWICE = 'the service returns it twice, with different values';
const targets: readonly ObserveTarget[] = ['11', '12'].map((id) => ({ address: `keyword/${id}`, id, desired: {} }));

async function read(rows: readonly object[]): Promise<ReadonlyMap<string, Observation>> {
  const found = new Map<string, Observation>();
  const parts = keyword.observe?.(targets, kindPorts([{ keywordList: rows }])) ?? [];
  for await (const part of parts) for (const [target, one] of part.found) found.set(target.id ?? '', one);
  return found;
}

it.each<[string, readonly object[]]>([
  ['its second row is switched on', [ROW, OTHER, { ...ROW, optStatus: 'enabled' }]],
  ['its first row is switched on', [{ ...ROW, optStatus: 'enabled' }, ROW, OTHER]],
  ['its bids differ', [ROW, { ...ROW, price: '9.00' }, OTHER]],
  ['its words differ', [ROW, OTHER, { ...ROW, word: 'x' }]],
  ['it is deleted in one row', [ROW, OTHER, { ...ROW, status: 'delete' }]],
  ['the last of three rows is as the first', [ROW, { ...ROW, price: '9.00' }, ROW, OTHER]],
])('a keyword cannot be worked with where %s', async (_, rows) => {
  const found = await read(rows);
  expect(found.get('11')?.unusable).toBe(TWICE);
  expect(found.get('12')).toMatchObject({ values: { price: '3.00', status: 'pause' } });
  expect(found.get('12')?.unusable).toBeUndefined();
});

it.each<[string, readonly object[]]>([
  ['the same', [ROW, OTHER, ROW]],
  ['the same but for the time of the reading', [ROW, { ...ROW, updateTime: '2024-05-10 10:00:00' }, OTHER]],
])('two rows that say %s are one', async (_, rows) => {
  expect((await read(rows)).get('11')).toMatchObject({ values: { price: '1.00', status: 'pause' } });
  expect((await read(rows)).get('11')?.unusable).toBeUndefined();
});

it('an update is not done where what is read back cannot be worked with', () => {
  const item = { address: 'keyword/11', id: '11', desired: { price: '2' }, observed: {}, changed: ['price'] };
  const reading = { id: '11', values: { price: '2.00' }, facts: {}, at: '2024-05-10T02:00:00.000Z' };
  expect(judgeUpdate(item, { fate: 'done' }, { reading }, keyword, undefined)).toEqual({ outcome: 'done' });
  expect(
    judgeUpdate(item, { fate: 'done' }, { reading: { ...reading, unusable: TWICE } }, keyword, undefined),
  ).toMatchObject({ outcome: 'failed', error: { message: expect.stringContaining(TWICE) } });
});
