import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Running, rows, running } from './support/client.js';

const groups = [
  { groupId: '11', campaignId: '1', name: '甲' },
  { groupId: '12', campaignId: '1', name: '乙' },
  { groupId: '21', campaignId: '2', name: '丙' },
];
const fixture = { groups, campaigns: [{ campaignId: '1', name: '女鞋' }, { campaignId: '2' }] };
/** START is 2024-05-10 10:00 in Shanghai: yesterday is the 9th, and ready. */
const day = (date: string) => ({ startDate: date, endDate: date });

describe('component report', () => {
  let sandbox: Running;
  const report = async (fields: Record<string, unknown>) =>
    (await sandbox.client.post('/ads/report/sublink', fields)).json;
  beforeAll(async () => {
    sandbox = await running({ fixture });
  });
  afterAll(() => sandbox.close());

  it('answers rows of text with the documented keys, computer and mobile apart', async () => {
    const list = rows((await report({ ...day('2024-05-09'), level: 'account' }))['sublinkList']);
    expect(list).toHaveLength(3 * 2 * 2);
    expect(Object.keys(list[0] ?? {}).sort()).toEqual([
      'campaignId',
      'campaignName',
      'clicks',
      'date',
      'groupId',
      'groupName',
      'sublinkId',
      'totalCost',
      'type',
      'views',
    ]);
    expect(list[0]).toMatchObject({ date: '2024-05-09', type: 'computer', campaignName: '女鞋', groupName: '甲' });
    for (const value of list.flatMap((row) => Object.values(row))) expect(value).toBeTypeOf('string');
  });

  it.each<[string, object, number]>([
    ['level plan by plan ids', { level: 'plan', idList: '["1"]' }, 8],
    ['level group by group ids', { level: 'group', idList: '[21]' }, 4],
    ['level account whatever the ids', { level: 'account', idList: 'none' }, 12],
    ['level group without ids', { level: 'group' }, 12],
    ['mobile', { level: 'account', type: 'mobile' }, 6],
    ['all', { level: 'account', type: 'all' }, 12],
  ])('%s', async (_, fields, count) => {
    expect(rows((await report({ ...day('2024-05-09'), ...fields }))['sublinkList'])).toHaveLength(count);
  });

  it.each<[string, object, number]>([
    ['90 days', { startDate: '2024-02-10', endDate: '2024-05-09' }, 0],
    ['91 days', { startDate: '2024-02-09', endDate: '2024-05-09' }, 941001],
    ['today', day('2024-05-10'), 941001],
    ['an end before the start', { startDate: '2024-05-09', endDate: '2024-05-08' }, 941001],
    ['30 February', day('2024-02-30'), 941001],
    ['another form of date', day('20240509'), 941001],
    ['no end', { startDate: '2024-05-09' }, 940003],
    ['no start', { endDate: '2024-05-09' }, 940003],
    ['yesterday', day('2024-05-09'), 0],
    ['no level', { ...day('2024-05-09'), level: '' }, 940007],
    ['an unknown level', { ...day('2024-05-09'), level: 'campaign' }, 940007],
    ['an unknown type', { ...day('2024-05-09'), type: 'tablet' }, 940007],
    ['ids that are none', { ...day('2024-05-09'), level: 'plan', idList: '["x"]' }, 940007],
    ['page 0', { ...day('2024-05-09'), page: '0' }, 940007],
  ])('%s', async (_, fields, code) => {
    const json = await report({ level: 'account', ...fields });
    if (code === 0) expect(json).not.toHaveProperty('failures');
    else expect(json).toEqual({ failures: [expect.objectContaining({ code })] });
  });

  it('holds 1000 rows a page, and begins another with the next row', async () => {
    const sizes = async (generatedGroups: number) => {
      const full = await running({ fixture: { options: { reports: { generatedGroups, componentsPerGroup: 1 } } } });
      const fields = { ...day('2024-05-09'), level: 'account', type: 'mobile' };
      const pages = await Promise.all(
        ['1', '2'].map((page) => full.client.post('/ads/report/sublink', { ...fields, page })),
      );
      await full.close();
      return pages.map(({ json }) => rows(json['sublinkList']).length);
    };
    expect(await sizes(1000)).toEqual([1000, 0]);
    expect(await sizes(1001)).toEqual([1000, 1]);
  });

  it('is not ready before 08:30 of the account day after', async () => {
    const at = async (time: string, date: string) => {
      await sandbox.control.setClock(new Date(`${time}+08:00`));
      // A day is longer than a token lives.
      await sandbox.client.login();
      return report({ ...day(date), level: 'account' });
    };
    expect(await at('2024-05-10T08:29:59', '2024-05-09')).toMatchObject({ failures: [{ code: 70109 }] });
    expect(await at('2024-05-10T08:29:59', '2024-05-08')).toHaveProperty('sublinkList');
    expect(await at('2024-05-10T08:30:00', '2024-05-09')).toHaveProperty('sublinkList');
    // In UTC it is still the 10th, in Shanghai the 11th: the 10th is yesterday, and not ready.
    expect(await at('2024-05-11T00:00:00', '2024-05-10')).toMatchObject({ failures: [{ code: 70109 }] });
  });
});

describe('rich creative report', () => {
  let sandbox: Running;
  const report = async (fields: Record<string, unknown>) =>
    (await sandbox.client.post('/ads/report/richcreative', fields)).json;
  beforeAll(async () => {
    sandbox = await running({ fixture });
  });
  afterAll(() => sandbox.close());

  it('is by creative type by default, and base data on demand', async () => {
    const byType = rows((await report(day('2024-05-09')))['richcreativeList']);
    expect(byType).toHaveLength(9);
    expect(Object.keys(byType[0] ?? {}).sort()).toEqual([
      'adType',
      'campaignId',
      'campaignName',
      'clicks',
      'date',
      'groupId',
      'groupName',
      'totalCost',
      'views',
    ]);
    const base = rows((await report({ ...day('2024-05-09'), ad_type: 'base_report' }))['richcreativeList']);
    expect(base).toHaveLength(3);
    expect(base[0]).not.toHaveProperty('adType');
  });

  it('takes computer when type is omitted, empty or all', async () => {
    const of = (fields: Record<string, string>) => report({ ...day('2024-05-09'), ...fields });
    const computer = await of({ type: 'computer' });
    expect(await of({})).toEqual(computer);
    expect(await of({ type: '' })).toEqual(computer);
    expect(await of({ type: 'all' })).toEqual(computer);
    expect(await of({ type: 'mobile' })).not.toEqual(computer);
  });

  it.each<[string, Record<string, string>, number]>([
    ['91 days', { startDate: '2024-02-09', endDate: '2024-05-09' }, 941001],
    ['today, which is not generated', day('2024-05-10'), 70109],
    ['an unknown type', { ...day('2024-05-09'), type: 'x' }, 940007],
    ['an unknown ad_type', { ...day('2024-05-09'), ad_type: 'x' }, 940007],
    ['no start', { endDate: '2024-05-09' }, 940003],
    ['no end', { startDate: '2024-05-09' }, 940003],
    ['page 0', { ...day('2024-05-09'), page: '0' }, 940007],
  ])('refuses %s', async (_, fields, code) => {
    expect(await report(fields)).toEqual({ failures: [expect.objectContaining({ code })] });
  });

  it('takes 90 days, and 1 for the page that is not named', async () => {
    const quarter = await report({ startDate: '2024-02-10', endDate: '2024-05-09', ad_type: 'base_report' });
    expect(new Set(rows(quarter['richcreativeList']).map((row) => row['date'])).size).toBe(90);
    expect(await report({ ...day('2024-05-09'), page: '1' })).toEqual(await report(day('2024-05-09')));
  });

  it('the same seed gives the same numbers, another one others; pages hold 1000 rows', async () => {
    const options = (seed: string) => ({ options: { reports: { seed, generatedGroups: 334 } } });
    const texts: string[] = [];
    for (const seed of ['a', 'a', 'b']) {
      const one = await running({ fixture: options(seed) });
      const pages = await Promise.all(
        ['1', '2', '3'].map((page) => one.client.get('/ads/report/richcreative', { ...day('2024-05-09'), page })),
      );
      expect(pages.map(({ json }) => rows(json['richcreativeList']).length)).toEqual([1000, 2, 0]);
      texts.push(pages[0]?.text ?? '');
      await one.close();
    }
    expect(texts[0]).toBe(texts[1]);
    expect(texts[0]).not.toBe(texts[2]);
  });
});
