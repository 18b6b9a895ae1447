import { expect, test } from 'vitest';
import { account } from '../../src/queries/account.js';
import { apps } from '../../src/queries/apps.js';
import { keywordPackages, keywordsById, keywordTags } from '../../src/queries/keywords.js';
import { splitList } from '../../src/queries/parameters.js';
import { pictures } from '../../src/queries/pictures.js';
import { collect, noon, paramsOf, rowsOf, runAt, tableService } from './support.js';

test('keywords: ids are checked, asked for once, and come back as text', async () => {
  expect(keywordsById.check([], {}, noon)).toMatchObject({ ok: false });
  expect(keywordsById.check(['1e5'], {}, noon)).toMatchObject({ diagnostics: [{ code: 'query-parameter' }] });
  const params = paramsOf(keywordsById, ['9007199254740993', '9007199254740993', '1'], {});
  const service = tableService({ keywords: (ids) => rowsOf(ids.map((id) => ({ id, word: '女鞋' }))) });
  const { rows } = await collect(keywordsById.rows(params, service, runAt()));
  expect(rows.map((one) => one['id'])).toEqual(['9007199254740993', '1']);
  expect(keywordsById.columns(params)[0]).toEqual({ name: 'id', form: 'id' });
});

test.each([
  [['1', '2'], [{ id: '2' }], 'Not returned by the service: 1.'],
  [['1'], [{ id: '1' }], undefined],
  [
    Array.from({ length: 22 }, (_, index) => String(index + 1)),
    [],
    `Not returned by the service: ${Array.from({ length: 20 }, (_, index) => index + 1).join(', ')}, and 2 more.`,
  ],
])('ids that came back with no row are named: %j', (ids, rows, remark) => {
  expect(keywordsById.remark?.({ ids }, rows)).toBe(remark);
});

test('packages: a row names its package', async () => {
  const service = tableService({
    keywordPackages: async (name) => ({ [name ?? '移动热词']: [{ word: '鞋', pv: '<10', mpv: '12' }] }),
  });
  const rowsFor = async (args: readonly string[]) =>
    (await collect(keywordPackages.rows(paramsOf(keywordPackages, args, {}), service, runAt()))).rows;
  expect(await rowsFor([])).toEqual([{ package: '移动热词', word: '鞋', pv: '<10', mpv: '12' }]);
  expect((await rowsFor(['转化词包']))[0]?.['package']).toBe('转化词包');
  expect(keywordPackages.remark?.({ name: '词包' }, [])).toContain('no package named exactly 词包');
});

test('apps: none given means all', async () => {
  const asked: unknown[] = [];
  const service = tableService({
    apps: (ids) => {
      asked.push(ids);
      return rowsOf([{ appId: '7001' }]);
    },
  });
  for (const given of [[], ['7001']]) await collect(apps.rows(paramsOf(apps, given, {}), service, runAt()));
  expect(asked).toEqual([undefined, ['7001']]);
  expect(apps.check(['0'], {}, noon)).toMatchObject({ ok: false });
});

test('pictures: the filter of the interface, and tags as a list', async () => {
  expect(pictures.check([], { source: 'web' }, { ...noon, richCreativeWord: 'feedcreative' })).toMatchObject({
    diagnostics: [{ detail: '--source must be one of pichouse, creative, feedcreative, openapi, not "web".' }],
  });
  expect(pictures.check([], { width: '0', height: '10px' }, noon)).toMatchObject({ diagnostics: [{}, {}] });
  expect(pictures.check([], { source: 'richcreative', width: '121' }, noon)).toEqual({
    ok: true,
    params: { source: 'richcreative', width: '121' },
  });
  const service = tableService({
    pictures: () => rowsOf([{ fields: { picId: '1', width: '121' }, tags: ['夏季', '主图'] }]),
  });
  expect((await collect(pictures.rows({}, service, runAt()))).rows).toEqual([
    { picId: '1', width: '121', tags: ['夏季', '主图'] },
  ]);
});

test('the tags and the account as they are', async () => {
  const service = tableService({
    keywordTags: async () => [{ id: '1', title: '重点', is_important: '1' }],
    accountInfo: async () => ({ uid: '9007199254740993', balance: '10.50' }),
  });
  expect((await collect(keywordTags.rows({}, service, runAt()))).rows).toEqual([
    { id: '1', title: '重点', is_important: '1' },
  ]);
  expect((await collect(account.rows({}, service, runAt()))).rows).toEqual([
    { uid: '9007199254740993', balance: '10.50' },
  ]);
});

test('lists on the command line', () => {
  expect(splitList('1,2 3,,\n4')).toEqual(['1', '2', '3', '4']);
});
