import { expect, test } from 'vitest';
import {
  checkApps,
  checkKeywords,
  checkPictures,
  keywordColumns,
  runApps,
  runKeywordPackages,
  runKeywords,
  runKeywordTags,
  runPictures,
  splitList,
} from '../../src/queries/index.js';
import { collect, rowsOf, tableService } from './support.js';

test('keywords: ids are checked, asked for once, and come back as text', async () => {
  expect(checkKeywords([])).toMatchObject({ ok: false });
  expect(checkKeywords(['1e5'])).toMatchObject({ diagnostics: [{ code: 'query-parameter' }] });
  const checked = checkKeywords(['9007199254740993', '9007199254740993', '1']);
  if (!checked.ok) throw new Error('refused');
  const service = tableService({ keywords: (ids) => rowsOf(ids.map((id) => ({ id, word: '女鞋' }))) });
  const { rows } = await collect(runKeywords(checked.params, service));
  expect(rows.map((one) => one['id'])).toEqual(['9007199254740993', '1']);
  expect(keywordColumns[0]).toEqual({ name: 'id', form: 'id' });
});

test('packages: a row names its package', async () => {
  const service = tableService({
    keywordPackages: async (name) => ({ [name ?? '移动热词']: [{ word: '鞋', pv: '<10', mpv: '12' }] }),
  });
  expect((await collect(runKeywordPackages(undefined, service))).rows).toEqual([
    { package: '移动热词', word: '鞋', pv: '<10', mpv: '12' },
  ]);
  expect((await collect(runKeywordPackages('转化词包', service))).rows[0]?.['package']).toBe('转化词包');
});

test('apps: none given means all', async () => {
  const asked: unknown[] = [];
  const service = tableService({
    apps: (ids) => {
      asked.push(ids);
      return rowsOf([{ appId: '7001' }]);
    },
  });
  for (const given of [[], ['7001']]) {
    const checked = checkApps(given);
    if (checked.ok) await collect(runApps(checked.params, service));
  }
  expect(asked).toEqual([undefined, ['7001']]);
  expect(checkApps(['0'])).toMatchObject({ ok: false });
});

test('pictures: the filter of the interface, and tags as a list', async () => {
  expect(checkPictures({ source: 'web' }, 'feedcreative')).toMatchObject({
    diagnostics: [{ detail: '--source is one of pichouse, creative, feedcreative, openapi; not "web".' }],
  });
  expect(checkPictures({ width: '0', height: '10px' }, 'richcreative')).toMatchObject({ diagnostics: [{}, {}] });
  expect(checkPictures({ source: 'richcreative', width: '121' }, 'richcreative')).toEqual({
    ok: true,
    params: { source: 'richcreative', width: '121' },
  });
  const service = tableService({
    pictures: () => rowsOf([{ fields: { picId: '1', width: '121' }, tags: ['夏季', '主图'] }]),
  });
  expect((await collect(runPictures({}, service))).rows).toEqual([
    { picId: '1', width: '121', tags: ['夏季', '主图'] },
  ]);
});

test('the tags as they are', async () => {
  const service = tableService({
    keywordTags: async () => [{ id: '1', title: '重点', is_important: '1' }],
  });
  expect((await collect(runKeywordTags(service))).rows).toEqual([{ id: '1', title: '重点', is_important: '1' }]);
});

test('lists on the command line', () => {
  expect(splitList('1,2 3,,\n4')).toEqual(['1', '2', '3', '4']);
  expect(splitList(undefined)).toEqual([]);
});
