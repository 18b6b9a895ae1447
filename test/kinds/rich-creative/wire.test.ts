import { describe, expect, it } from 'vitest';
import { richCreative } from '../../../src/kinds/rich-creative/index.js';
import type { CreateItem } from '../../../src/model/index.js';
import { creative, image, kindPorts } from '../support.js';

const [MOBILE, PC] = ['sublinks-mobile', 'sublinks-computer'];

async function send(batch: readonly CreateItem[], reply: unknown) {
  const ports = kindPorts([reply]);
  const result = await richCreative.create?.send(batch, ports, {});
  return { result, sent: ports.sent };
}

const row = (id: string, groupId: string, type = 'sublinks', device = 'mobile') => ({ id, groupId, type, device });

describe('rich creatives on the wire', () => {
  it('writes one set for each key, the groups once each, and one status', async () => {
    const batch = ['11', '12'].flatMap((group) => [
      creative(group, MOBILE ?? '', 'a', 'pause'),
      creative(group, PC ?? '', 'b', 'pause'),
    ]);
    const { sent } = await send(batch, { success: [] });
    expect(sent[0]?.fields).toEqual({
      groupIdList: '[11,12]',
      'sublinks-computer': '[[{"text":"b","url":"https://a.example.com"}]]',
      'sublinks-mobile': '[[{"text":"a","url":"https://a.example.com"}]]',
      status: 'pause',
    });
  });

  it('puts base64 in place of each image, and a video as one object', async () => {
    const video: CreateItem = {
      address: 'rich-creative/x/video-computer',
      desired: {
        content: { url: 'https://a.example.com', cover_img: image('abc'), video_url: 'https://v/x.mp4' },
        status: 'enable',
      },
      parentId: '11',
    };
    const { sent } = await send([video, creative('11', 'windows-mobile', 'w', 'enable', image('def'))], {
      success: [],
    });
    expect(sent[0]?.fields['video-computer']).toBe(
      '[{"url":"https://a.example.com","cover_img":"base64-of-abc","video_url":"https://v/x.mp4"}]',
    );
    expect(sent[0]?.fields['windows-mobile']).toContain('"image":"base64-of-def"');
  });

  it('keeps ids above 2^53 digit for digit, both ways', async () => {
    const big = '20240101123456789';
    const reply = `{"success":[{"id":${big}1,"type":"sublinks","groupId":${big},"device":"mobile"}],"failures":[]}`;
    const { sent, result } = await send([creative(big, MOBILE ?? '', 'a')], reply);
    expect(sent[0]?.fields['groupIdList']).toBe(`[${big}]`);
    expect(result).toMatchObject({ ok: true, items: [{ fate: 'done', id: `${big}1` }] });
  });

  const NO_ID = 'the reply has neither an id nor 0 for it';
  const two = ['11', '12'].map((group) => creative(group, MOBILE ?? '', 'a'));
  const square = ['11', '12'].flatMap((group) => [creative(group, MOBILE ?? '', 'a'), creative(group, PC ?? '', 'b')]);

  it.each<[string, readonly CreateItem[], unknown, readonly string[]]>([
    ['results in another order', two, { success: [row('2', '12'), row('1', '11')] }, ['done 1', 'done 2']],
    [
      'the whole key as the type',
      two,
      { success: [row('1', '11', 'sublinks-mobile'), row('2', '12', 'sublinks-mobile', '')] },
      ['done 1', 'done 2'],
    ],
    [
      'a 0 id',
      two,
      { success: [row('1', '11'), row('0', '12')], failures: [{ code: 1, message: 'no' }] },
      ['done 1', 'failed no'],
    ],
    [
      'no id and no 0, whatever failures there are',
      two,
      { success: [row('1', '11'), row('000', '12')], failures: [{ groupId: 12, message: 'no' }] },
      ['done 1', `unknown ${NO_ID}; the reply says of it: no`],
    ],
    [
      'a result of nobody beside a failure of the one without a result',
      two,
      { success: [row('1', '11'), '2'], failures: [{ groupId: 12, message: 'no' }] },
      ['done 1', 'unknown the reply did not mention every creative, or named one twice; its failures say of it: no'],
    ],
    [
      'one 0 twice, which is no refusal of the whole request',
      two,
      { success: [row('0', '11'), row('0', '11'), row('2', '12')], failures: [{ code: 9, message: 'no' }] },
      ['failed no', 'done 2'],
    ],
    ['an id and a 0 for one creative', two, { success: [row('1', '11'), row('0', '11')] }, ['unknown', 'unknown']],
    ['one without a result', two, { success: [row('1', '11')] }, ['done 1', 'unknown']],
    [
      'one without a result and a failure of its group',
      two,
      { success: [row('1', '11')], failures: [{ groupId: 12, message: 'no' }] },
      ['done 1', 'failed no'],
    ],
    [
      'a failure by position, where there is one creative',
      two,
      { success: [row('1', '11')], failures: [{ index: 1, message: 'no' }] },
      ['done 1', 'failed no'],
    ],
    [
      'a failure by position, where there are several: whose is not known',
      square,
      {
        success: [row('1', '11'), row('2', '11', 'sublinks', 'computer'), row('3', '12')],
        failures: [{ index: 3, message: 'no' }],
      },
      ['done 1', 'done 2', 'done 3', 'unknown'],
    ],
    [
      'fewer failures of a group than it has items without a result',
      square,
      { success: [row('1', '11'), row('2', '11', 'sublinks', 'computer')], failures: [{ groupId: 12, message: 'no' }] },
      ['done 1', 'done 2', 'unknown', 'unknown'],
    ],
    [
      'as many failures of a group as it has items without a result',
      square,
      {
        success: [row('1', '11'), row('2', '11', 'sublinks', 'computer')],
        failures: [
          { groupId: 12, message: 'no' },
          { groupId: 12, message: 'no' },
        ],
      },
      ['done 1', 'done 2', 'failed no', 'failed no'],
    ],
    [
      'two ids for one creative',
      two,
      { success: [row('1', '11'), row('5', '11'), row('2', '12')] },
      ['unknown', 'done 2'],
    ],
    ['the same result twice', two, { success: [row('1', '11'), row('1', '11'), row('2', '12')] }, ['done 1', 'done 2']],
    [
      'a result for a group that was not asked for',
      two,
      { success: [row('1', '11'), row('2', '12'), row('9', '99')] },
      ['done 1', 'done 2'],
    ],
  ])('%s', async (_, batch, reply, fates) => {
    const { result } = await send(batch, reply);
    if (result?.ok !== true) throw new Error('the call failed');
    expect(result.items.map((item) => [item.fate, item.id ?? item.error?.message].filter(Boolean).join(' '))).toEqual(
      fates,
    );
  });

  it.each<[string, unknown, string]>([
    [
      'every id 0 with one failure',
      { success: [row('0', '11'), row('0', '12')], failures: [{ code: 5, message: 'closed' }] },
      'refused',
    ],
    ['failures and no results', { failures: [{ code: 5, message: 'closed' }] }, 'refused'],
    ['neither results nor failures', { ok: 1 }, 'unknown'],
  ])('%s', async (_, reply, problem) => {
    const { result } = await send(two, reply);
    expect(result).toMatchObject({ ok: false, failure: { problem } });
  });
});
