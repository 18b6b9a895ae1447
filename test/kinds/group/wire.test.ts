import { describe, expect, it } from 'vitest';
import { group } from '../../../src/kinds/group/index.js';
import type { CreateItem, Values } from '../../../src/model/index.js';
import { kindPorts } from '../support.js';

const named = (name: string, more: Values = {}): CreateItem => ({
  address: `group/${name}`,
  desired: { campaignId: '1001', name, price: '1.20', ...more },
});

describe('groups on the wire', () => {
  it.each<[string, Values, string]>([
    ['the least', {}, '[{"campaignId":1001,"name":"x","price":1.2}]'],
    ['a status', { status: 'pause' }, '[{"campaignId":1001,"name":"x","price":1.2,"status":"pause"}]'],
    [
      'negative words and tags, as they are typed',
      {
        negativeWords: { phrase: ['007', '免费'], exact: [] },
        industryTags: { path: ['10', '1001'], literal: '其他-鞋' },
      },
      '[{"campaignId":1001,"name":"x","price":1.2,"negativeWords":{"phrase":["007","免费"],"exact":[]},"industryTags":{"path":["10","1001"],"literal":"其他-鞋"}}]',
    ],
    ['prices without a stray digit', { price: '4.35' }, '[{"campaignId":1001,"name":"x","price":4.35}]'],
    ['the shortest decimal', { price: '33.300' }, '[{"campaignId":1001,"name":"x","price":33.3}]'],
    [
      'a campaign above 2^53',
      { campaignId: '9007199254740993' },
      '[{"campaignId":9007199254740993,"name":"x","price":1.2}]',
    ],
  ])('%s', async (_, more, text) => {
    const ports = kindPorts([{ groupIdList: [1] }]);
    await group.create?.send([named('x', more)], ports, {});
    expect(ports.sent[0]?.fields['groups']).toBe(text);
  });

  const NO_ID = 'the reply has neither an id nor 0 for it';
  const NOBODYS = 'the service did not create the group; the reply has a reason that names no item';
  const TWO_SAID = 'the service did not create the group; the reply has 2 reasons that name no item';
  const three = ['a', 'b', 'c'].map((name) => named(name));

  it.each<[string, string, readonly string[]]>([
    [
      'ids by position',
      '{"groupIdList":[20240101123456789,2,"3"],"failures":[]}',
      ['done 20240101123456789', 'done 2', 'done 3'],
    ],
    [
      'a 0 at its position',
      '{"groupIdList":[1,0,3],"failures":[{"code":7,"message":"no","index":1}]}',
      ['done 1', 'failed no', 'done 3'],
    ],
    [
      'a failure that names nobody, for the only 0',
      '{"groupIdList":[1,0,3],"failures":[{"message":"no"}]}',
      ['done 1', 'failed no', 'done 3'],
    ],
    ['a list that is too short', '{"groupIdList":[1,2],"failures":[]}', ['unknown', 'unknown', 'unknown']],
    ['no id and no 0', '{"groupIdList":[1,null,"-3"]}', ['done 1', `unknown ${NO_ID}`, `unknown ${NO_ID}`]],
    [
      'a 0 and something else, which is no refusal of the whole request',
      '{"groupIdList":[0,0,false],"failures":[{"code":9,"message":"closed"}]}',
      [`failed ${NOBODYS}`, `failed ${NOBODYS}`, `unknown ${NO_ID}`],
    ],
    [
      'every 0 with one code and failures that name their groups',
      '{"groupIdList":[0,0,0],"failures":[{"index":0,"code":9,"message":"x"},{"index":1,"code":9,"message":"x"},{"index":2,"code":9,"message":"x"}]}',
      ['failed x', 'failed x', 'failed x'],
    ],
    [
      'every 0 with descriptions that differ',
      '{"groupIdList":[0,0,0],"failures":[{"code":9,"message":"x","description":"a"},{"code":9,"message":"x","description":"b"}]}',
      Array.from({ length: 3 }, () => `failed ${TWO_SAID}`),
    ],
    ['a list that is too long', '{"groupIdList":[1,2,3,4]}', ['unknown', 'unknown', 'unknown']],
    [
      'every 0 with failures of their own',
      '{"groupIdList":[0,0,0],"failures":[{"index":0,"message":"x"},{"index":1,"message":"y"},{"index":2,"message":"z"}]}',
      ['failed x', 'failed y', 'failed z'],
    ],
  ])('%s', async (_, reply, fates) => {
    const result = await group.create?.send(three, kindPorts([reply]), {});
    if (result?.ok !== true) throw new Error('the call failed');
    expect(result.items.map((item) => [item.fate, item.id ?? item.error?.message].filter(Boolean).join(' '))).toEqual(
      fates,
    );
  });

  it('keeps what the failures say where no id belongs to a known item', async () => {
    const reply =
      '{"groupIdList":[1,0],"failures":[{"index":2,"code":7,"message":"taken"},{"code":8,"message":"limit"},{"index":5,"message":"who"}]}';
    const result = await group.create?.send(three, kindPorts([reply]), {});
    const cause = 'the reply has 2 ids for 3 groups, so they cannot be matched to the groups';
    expect(result).toEqual({
      ok: true,
      cause,
      nameless: [{ code: '8', message: 'limit' }, { message: 'who (it names index 5)' }],
      items: [
        { fate: 'unknown' },
        { fate: 'unknown' },
        { fate: 'unknown', error: { message: `${cause}; its failures say of it: 7: taken` } },
      ],
    });
  });

  it.each<[string, string, string]>([
    [
      'every 0 with one code: one refusal',
      '{"groupIdList":[0,0,0],"failures":[{"code":9,"message":"closed"}]}',
      'refused',
    ],
    ['no list, and failures', '{"failures":[{"code":9,"message":"closed"}]}', 'refused'],
    ['no list, and nothing else', '{"done":true}', 'unknown'],
    ['no JSON', '<html></html>', 'unknown'],
  ])('%s', async (_, reply, problem) => {
    const result = await group.create?.send(three, kindPorts([reply]), {});
    expect(result).toMatchObject({ ok: false, failure: { problem } });
  });

  it('cuts by count, by doubt and by size, in the order of the manifest', () => {
    const many = Array.from({ length: 250 }, (_, index) => named(`g${index}`));
    const sizes = (most: number, bodyBytes?: number) =>
      group.create
        ?.batch(many, kindPorts([{}], bodyBytes === undefined ? {} : { bodyBytes }), most)
        .map((batch) => batch.length);
    expect(sizes(500)).toEqual([100, 100, 50]);
    expect(sizes(120)).toEqual([100, 100, 50]);
    expect(sizes(80)).toEqual([80, 80, 80, 10]);
    expect(Math.max(...(sizes(500, 2_000) ?? []))).toBeLessThan(30);
    expect(group.create?.batch(many, kindPorts(), 500).flat()).toEqual(many);
  });
});
