import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, running } from './support/client.js';

const entry = (word: string) => ({ word, pv: '120', mpv: '<10' });
const NAMES = ['低竞价词包', 'PC搜索热词', '转化词包', '移动热词'];
const tags = [
  { id: '1', title: '核心词', is_important: '1' },
  { id: '2', title: '普通词', is_important: '0' },
];
const keywordPackages = Object.fromEntries(NAMES.map((name) => [name, [entry(`${name}一`), entry(`${name}二`)]]));

let sandbox: Running;
beforeAll(async () => {
  sandbox = await running({ fixture: { tags, keywordPackages } });
});
afterAll(() => sandbox.close());

describe('keyword packages', () => {
  const packages = async (fields: Record<string, unknown> = {}) =>
    (await sandbox.client.post('/ads/tool/keywordPackage', fields)).json;

  it('are all of them when no name is given', async () => {
    expect(await packages()).toEqual({ list: keywordPackages });
    expect(await packages({ package_type: '' })).toEqual({ list: keywordPackages });
  });

  it.each(NAMES)('are one by its exact name: %s', async (name) => {
    expect(await packages({ package_type: name })).toEqual({ list: { [name]: keywordPackages[name] } });
  });

  it.each([
    ['a part of a name', '词包'],
    ['a name with a blank', '转化词包 '],
    ['another letter case', 'pc搜索热词'],
    ['two names', '转化词包,移动热词'],
    ['a list', '["转化词包"]'],
  ])('match exactly, and take one value only: %s is none', async (_, name) => {
    expect(await packages({ package_type: name })).toEqual({ list: {} });
  });

  it('exist in four kinds where the fixture says nothing', async () => {
    const { client, close } = await running();
    expect(Object.keys((await client.post('/ads/tool/keywordPackage')).json['list'] ?? {})).toEqual(NAMES);
    await close();
  });
});

describe('keyword tags', () => {
  it('have text ids, titles, and 1 or 0 for important; the body is empty', async () => {
    expect((await sandbox.client.post('/ads/tag/getlist')).json).toEqual({ tagList: tags });
  });

  it('take no field', async () => {
    expect((await sandbox.client.post('/ads/tag/getlist', { id: '1' })).json).toEqual({
      failures: [expect.objectContaining({ code: 940004 })],
    });
  });
});
