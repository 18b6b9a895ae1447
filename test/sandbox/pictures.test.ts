import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Json, type Running, rows, running } from './support/client.js';

const groups = Array.from({ length: 201 }, (_, n) => ({ groupId: String(1 + n) }));
const picture = (picId: number, change: object = {}) => ({
  picId: String(picId),
  tags: ['夏'],
  groupIds: groups.map(({ groupId }) => groupId),
  ...change,
});

describe('unbind pictures', () => {
  let sandbox: Running;
  beforeAll(async () => {
    sandbox = await running({ fixture: { groups, pictures: [picture(1), picture(2, { tags: [] }), picture(3)] } });
  });
  afterAll(() => sandbox.close());
  const unbind = async (picList: unknown) => (await sandbox.client.post('/ads/group/unbindPictures', { picList })).json;

  it('takes 200 groups, and refuses 201 as a whole', async () => {
    const list = (count: number) => groups.slice(0, count).map(({ groupId }) => ({ groupId, picIdList: ['1'] }));
    expect(await unbind(list(201))).toEqual({ failures: [expect.objectContaining({ code: 940006 })] });
    expect(sandbox.control.state().pictures[0]?.groupIds).toHaveLength(201);
    expect(rows((await unbind(list(200)))['successGroupIdList'])).toHaveLength(200);
    expect(sandbox.control.state().pictures[0]?.groupIds).toEqual(['201']);
  });

  it.each<[string, unknown, number]>([
    ['a picture without tags', ['3', '2'], 250202],
    ['a picture that does not exist', ['9'], 941201],
    ['ids that are no text', [3], 940007],
    ['no ids', [], 940007],
  ])('fails a group with %s, and unbinds nothing of it', async (_, picIdList, code) => {
    const json = await unbind([
      { groupId: 5, picIdList },
      { groupId: 6, picIdList: ['3'] },
    ]);
    expect(json).toEqual({
      successGroupIdList: [6],
      failures: [{ groupId: 5, code, message: expect.any(String) }],
    });
    expect(sandbox.control.state().pictures[2]?.groupIds).toContain('5');
  });

  it('fails a group that does not exist, and takes a picture that is not bound', async () => {
    expect(await unbind([{ groupId: 999, picIdList: ['3'] }])).toMatchObject({
      failures: [{ groupId: 999, code: 940301 }],
    });
    await unbind([{ groupId: 7, picIdList: ['3'] }]);
    expect(await unbind([{ groupId: 7, picIdList: ['3'] }])).toEqual({ successGroupIdList: [7], failures: [] });
  });
});

describe('list pictures', () => {
  let sandbox: Running;
  const list = async (fields: Record<string, unknown> = {}) =>
    (await sandbox.client.post('/ads/pichouse/getPictureList', fields)).json;
  beforeAll(async () => {
    const pictures = Array.from({ length: 400 }, (_, n) =>
      picture(n + 1, { source: n % 2 ? 'creative' : 'pichouse', width: n < 5 ? '100' : '200', groupIds: [] }),
    );
    sandbox = await running({ fixture: { pictures } });
  });
  afterAll(() => sandbox.close());

  it('gives 200 a page, and nothing after the last of two full ones', async () => {
    const pages = await Promise.all(['1', '2', '3'].map((page) => list({ page })));
    expect(pages.map((page) => [page['count'], rows(page['pictureList']).length])).toEqual([
      [400, 200],
      [400, 200],
      [400, 0],
    ]);
    expect(pages[1]?.['pictureList']?.[0]).toMatchObject({ picId: '201', tags: ['夏'] });
  });

  it('filters by source, width and height', async () => {
    expect((await list({ source: 'creative' }))['count']).toBe(200);
    expect((await list({ width: 100 }))['count']).toBe(5);
    expect((await list({ width: 100, source: 'creative' }))['count']).toBe(2);
    expect((await list({ height: 361 }))['count']).toBe(0);
    expect((await sandbox.client.get('/ads/pichouse/getPictureList', { width: '100' })).json['count']).toBe(5);
  });

  it.each(['pichouse', 'creative', 'richcreative', 'openapi'])('takes the source %s', async (source) => {
    expect(await list({ source })).toHaveProperty('count');
  });

  it('begins a second page with the 201st picture', async () => {
    const sizes = async (count: number) => {
      const other = await running({
        fixture: { pictures: Array.from({ length: count }, (_, n) => picture(n + 1, { groupIds: [] })) },
      });
      const pages = await Promise.all(
        ['1', '2'].map((page) => other.client.post('/ads/pichouse/getPictureList', { page })),
      );
      await other.close();
      return pages.map(({ json }) => rows(json['pictureList']).length);
    };
    expect(await sizes(200)).toEqual([200, 0]);
    expect(await sizes(201)).toEqual([200, 1]);
  });

  it.each([{ source: 'web' }, { width: 'x' }, { height: '-1' }, { page: '0' }, { page: '1.5' }])(
    'refuses %o',
    async (fields) => {
      expect(await list(fields)).toEqual({ failures: [expect.objectContaining({ code: 940007 })] });
    },
  );
});

describe('update picture tags', () => {
  let sandbox: Running;
  const update = async (data: unknown): Promise<Json> =>
    (await sandbox.client.post('/ads/pichouse/updateTags', { data })).json;
  beforeAll(async () => {
    sandbox = await running({ fixture: { pictures: [picture(1), picture(2)] } });
  });
  afterAll(() => sandbox.close());

  it('sets the tags of those that it can', async () => {
    const json = await update([
      { picId: '1', tags: ['冬', '主图'] },
      { picId: '9', tags: ['x'] },
      { picId: '2', tags: 'x' },
      { picId: 2, tags: [] },
      { picId: '2', tags: [1] },
    ]);
    expect(json['success']).toEqual(['1', '2']);
    expect(rows(json['failures']).map((one) => [one['picId'], one['code']])).toEqual([
      ['9', 941201],
      ['2', 940007],
      ['2', 940007],
    ]);
    expect(sandbox.control.state().pictures.map(({ tags }) => tags)).toEqual([['冬', '主图'], []]);
  });

  it('needs the content type and the field', async () => {
    const { client } = sandbox;
    const bare = () => client.send('POST', '/ads/pichouse/updateTags', undefined, {});
    expect((await bare()).json).toMatchObject({ failures: [{ code: 940003 }] });
    sandbox.control.setOptions({ strict: true });
    expect((await bare()).json).toMatchObject({ failures: [{ code: 940009 }] });
    const asJson = await client.send('POST', '/ads/pichouse/updateTags', '{"data":"[]"}', {
      'content-type': 'application/json',
    });
    expect(asJson.json).toMatchObject({ failures: [{ code: 940009 }] });
    expect((await client.post('/ads/pichouse/updateTags')).json).toMatchObject({ failures: [{ code: 940003 }] });
  });
});
