import { expect, it } from 'vitest';
import { keywordFields } from '../../../src/kinds/keyword/schema.js';
import { loadText } from '../../manifest/support.js';

it('a keyword manages the fields that are given, and expects its word', async () => {
  const { found, resource } = await loadText(
    'keywords:\n  - id: 80001234\n    word: 女鞋\n    price: 0.80\n    matchType: phrase\n    url: https://www.example.com/{keyword}\n    mobileUrl: ""\n    deeplinkUrl: app://shoes\n    status: enable\n  - id: 2\n    status: pause\n',
  );
  expect(found).toEqual([]);
  const { origin, ...rest } = resource('keyword/80001234');
  expect(rest).toEqual({
    address: 'keyword/80001234',
    kind: 'keyword',
    id: '80001234',
    desired: {
      price: '0.80',
      matchType: 'phrase',
      url: 'https://www.example.com/{keyword}',
      mobileUrl: '',
      deeplinkUrl: 'app://shoes',
      status: 'enable',
    },
    expected: { word: '女鞋' },
  });
  expect(origin.place(['price'])).toMatchObject({ file: 'ads/a.yaml', line: 5, column: 12 });
  expect(resource('keyword/2').desired).toEqual({ status: 'pause' });
  expect(resource('keyword/2').expected).toBeUndefined();
});

it.each(['0', '007', '-1', '1.0', '1e5', '12a', '１２'])('%s is no keyword id', async (id) => {
  expect((await loadText(`keywords:\n  - id: ${id}\n`)).errors).toEqual(['ads/a.yaml:3:9 bad-id']);
});

it('all managed fields are mutable and readable', () => {
  expect(Object.keys(keywordFields)).toEqual(['price', 'matchType', 'url', 'mobileUrl', 'deeplinkUrl', 'status']);
  for (const rule of Object.values(keywordFields)) expect(rule).toMatchObject({ change: 'mutable', readable: true });
});
