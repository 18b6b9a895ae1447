import { describe, expect, test } from 'vitest';
import { kinds } from '../../src/kinds/registry.js';
import { usableEntries } from '../../src/manifest/check/usable-entry.js';
import type { ManifestSection, SectionSettings, Values } from '../../src/model/index.js';

const settings = { prices: { decimals: 2, groupZero: 'refused' } } as unknown as SectionSettings;

function sectionOf(kind: string): ManifestSection {
  const section = kinds.get(kind)?.section;
  if (section === undefined) throw new Error(`no kind ${kind}`);
  return section;
}

async function usable(kind: string, name: string | undefined, live: Values) {
  const [found] = await usableEntries(sectionOf(kind), settings)([{ name, entry: live }]);
  const { entry, leftOut = [] } = found?.[1] ?? {};
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
    ['a text with half a character', { id: '80000001', word: '女鞋\ud83d', price: '1.20' }, ['word']],
    ['a field that no manifest has', { id: '80000001', other: '1' }, ['other']],
    ['two faults', { id: '80000001', price: 'x', other: '1' }, ['other', 'price']],
  ])('%s', async (_, live, left) => {
    const kept = Object.fromEntries(Object.entries(live).filter(([field]) => !(left as string[]).includes(field)));
    const { entry, leftOut } = await usable('keyword', undefined, live);
    expect({ entry, leftOut: leftOut.sort() }).toEqual({ entry: kept, leftOut: left });
  });

  test('is told of each of many, whatever the others are', async () => {
    const live = [
      { entry: { id: '80000001', price: '1.20' } },
      { entry: { id: '80000002', price: 'x' } },
      { entry: { id: 'x', price: '1.20' } },
      { entry: { id: '80000003', price: '1.234' } },
      { entry: { id: '80000004', price: '0.000' } },
      { entry: { id: '80000001', price: '1.20' } },
    ];
    const check = usableEntries(sectionOf('keyword'), settings);
    const each = await Promise.all(live.map(async (one) => (await check([one]))[0]));
    expect(await check(live)).toEqual(each);
    expect(each.map((one) => one?.[1].entry)).toEqual([
      live[0]?.entry,
      { id: '80000002' },
      undefined,
      live[3]?.entry,
      live[4]?.entry,
      live[5]?.entry,
    ]);
    expect(await check([])).toEqual([]);
  });

  test('is told of the one of many that cannot become a resource', async () => {
    const section: ManifestSection = {
      ...sectionOf('keyword'),
      expand(entries, context) {
        for (const [index, { price }] of (entries as readonly Values[]).entries())
          if (price === '6.66') context.report('bad-price', [index, 'price'], 'Not this one.');
        return sectionOf('keyword').expand(entries, context);
      },
    };
    const live = ['1.20', '6.66', '1.30'].map((price, index) => ({ entry: { id: `8000000${index}`, price } }));
    const found = await usableEntries(section, settings)(live);
    expect(found.map(([, { entry, leftOut }]) => [entry?.['price'], leftOut])).toEqual([
      ['1.20', []],
      [undefined, [{ field: 'price', why: 'Not this one.' }]],
      ['1.30', []],
    ]);
  });

  test('is none without a field that it must have', async () => {
    expect(await usable('keyword', undefined, { id: 'x', price: '1' })).toEqual({ entry: undefined, leftOut: ['id'] });
  });
});
