import { describe, expect, test } from 'vitest';
import { kinds } from '../../src/kinds/registry.js';
import { usableEntries } from '../../src/manifest/check/usable-entry.js';
import type { SectionSettings, Values } from '../../src/model/index.js';

const settings = { prices: { decimals: 2, groupZero: 'refused' } } as unknown as SectionSettings;

async function usable(kind: string, name: string | undefined, live: Values) {
  const section = kinds.get(kind)?.section;
  if (section === undefined) throw new Error(`no kind ${kind}`);
  const { entry, leftOut } = await usableEntries(section, settings)(name, live);
  return { entry, leftOut: leftOut.map(({ field }) => field) };
}

describe('what is live, as an entry of a manifest', () => {
  test.each([
    ['a sound keyword', { id: '80000001', word: '女鞋', price: '1.20', status: 'enable' }, []],
    ['a price that gets a warning only', { id: '80000001', price: '1.234' }, []],
    ['a price that is no number', { id: '80000001', price: 'x' }, ['price']],
    [
      'an address with a space in it',
      { id: '80000001', destinationUrl: 'https://www.example.com/a b' },
      ['destinationUrl'],
    ],
    ['a field that no manifest has', { id: '80000001', other: '1' }, ['other']],
    ['two faults', { id: '80000001', price: 'x', other: '1' }, ['other', 'price']],
  ])('%s', async (_, live, left) => {
    const kept = Object.fromEntries(Object.entries(live).filter(([field]) => !(left as string[]).includes(field)));
    const { entry, leftOut } = await usable('keyword', undefined, live);
    expect({ entry, leftOut: leftOut.sort() }).toEqual({ entry: kept, leftOut: left });
  });

  test('is none without a field that it must have', async () => {
    expect(await usable('keyword', undefined, { id: 'x', price: '1' })).toEqual({ entry: undefined, leftOut: ['id'] });
  });
});
