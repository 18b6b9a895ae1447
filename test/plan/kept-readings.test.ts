import { describe, expect, it } from 'vitest';
import type { Change, FieldChange, Kind, Values } from '../../src/model/index.js';
import { KeptReadings } from '../../src/plan/compare/kept-readings.js';
import { kinds, observation } from './support.js';

const keyword = kinds.get('keyword') as Kind;
const AT = '2024-05-10T01:00:00.000Z';
const update = (id: number, fields: readonly FieldChange[]): Change => ({
  address: `keyword/${id}`,
  kind: 'keyword',
  action: 'update',
  drift: false,
  reason: 'edited',
  fields,
});
const price = (observed?: string): FieldChange => ({
  path: 'price',
  desired: '2',
  ...(observed !== undefined && { observed }),
  drift: false,
});
const position = (address: string) => Number(address.slice('keyword/'.length)) || undefined;

describe('a reading that is kept for the write', () => {
  it.each<[string, Values, FieldChange, Values, Values]>([
    [
      'what differs and what is as wanted',
      { price: '2', url: 'u' },
      price('1'),
      { price: '1', url: 'u', status: 'enable', mobileUrl: 'other' },
      { price: '1', url: 'u', status: 'enable' },
    ],
    [
      'another spelling of the same',
      { price: '2', url: 'u', status: 'pause' },
      { path: 'url', desired: 'u', observed: 'v', drift: true },
      { price: '2.00', url: 'v', status: 'pause' },
      { price: '2.00', url: 'v', status: 'pause' },
    ],
    [
      'a switch that the manifest leaves out',
      { price: '2' },
      price('1'),
      { price: '1', status: 'pause' },
      { price: '1', status: 'pause' },
    ],
    ['a switch that was not returned', { price: '2', status: 'enable' }, price('1'), { price: '1' }, { price: '1' }],
    ['a changed field that was not returned', { price: '2' }, price(), { status: 'enable' }, { status: 'enable' }],
    [
      'what is in effect and shown as another',
      { price: '0', url: 'u' },
      { path: 'url', desired: 'u', observed: 'v', drift: true },
      { price: '1.50', url: 'v' },
      { price: '1.50', url: 'v' },
    ],
  ])('has %s', (_name, desired, field, read, expected) => {
    const kept = new KeptReadings(position);
    kept.add(keyword, update(7, [field]), desired, observation('7', read, { at: AT }));
    expect(kept.of(update(7, [field]), desired)).toEqual({ values: expected, at: AT });
    expect(kept.of(update(8, [field]), desired)).toBeUndefined();
  });

  it('is found in any order, and the later one of two counts', () => {
    const kept = new KeptReadings(position);
    const [desired, change] = [{ price: '2' }, (id: number) => update(id, [price('1')])];
    const add = (id: number, at: string) =>
      kept.add(keyword, change(id), desired, observation(String(id), { price: '1', status: 'pause' }, { at }));
    const at = (id: number) => kept.of(change(id), desired)?.at;
    for (const [id, when] of [
      [5, 'a'],
      [2, 'b'],
      [9, 'c'],
      [2, 'd'],
    ] as const)
      add(id, when);
    expect([2, 5, 9].map(at)).toEqual(['d', 'a', 'c']);
    add(3, 'e');
    add(9, 'f');
    expect([9, 3, 2, 5, 4].map(at)).toEqual(['f', 'e', 'd', 'a', undefined]);
  });
});
