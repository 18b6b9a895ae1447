import { expect, test } from 'vitest';
import { readFailures } from '../../src/api/replies/failures.js';
import { readJson, readWrittenJson } from '../../src/api/replies/json.js';
import { readAffected, readKeywordIds } from '../../src/api/replies/keyword-ids.js';
import { READERS } from '../../src/api/replies/readers.js';
import type { EndpointName } from '../../src/contract/index.js';
import { DEFAULT_SERVICE_SETTINGS, ENDPOINTS } from '../../src/contract/index.js';

const same = (text: string) => text;

function read<Name extends EndpointName>(name: Name, text: string, settings = DEFAULT_SERVICE_SETTINGS) {
  const json = ENDPOINTS[name].effect === 'create' ? readWrittenJson(text) : readJson(text);
  const body = json?.value as Record<string, unknown>;
  return READERS[name](body, { failures: readFailures(body['failures'], same), settings });
}

test.each([
  ['absent', undefined, []],
  ['null', null, []],
  ['empty text', '', []],
  ['an empty list', [], []],
  ['an empty object', {}, []],
  ['a list', [{ code: 50403, message: 'm' }], [{ code: '50403', message: 'm', raw: '{"code":50403,"message":"m"}' }]],
  ['one object', { code: '1', id: 7 }, [{ code: '1', ids: { id: '7' }, raw: '{"code":"1","id":7}' }]],
  ['a wrapped list', { item: [{ groupId: '8' }] }, [{ ids: { groupId: '8' }, raw: '{"groupId":"8"}' }]],
  [
    'a wrapped object',
    { item: { picId: 9, code: 2 } },
    [{ ids: { picId: '9' }, code: '2', raw: '{"picId":9,"code":2}' }],
  ],
  ['an empty entry', [{}], [{ raw: '{}' }]],
  ['null entries and texts', [null, 'text'], [{ raw: 'null' }, { message: 'text', raw: 'text' }]],
  ['a message that is an object', [{ message: { a: 1 } }], [{ message: '{"a":1}', raw: '{"message":{"a":1}}' }]],
  ['an index', [{ index: 3 }], [{ index: 3, raw: '{"index":3}' }]],
  ['a position in text', [{ position: '0' }], [{ index: 0, raw: '{"position":"0"}' }]],
  ['no usable index', [{ index: -1 }, { index: 'x' }], [{ raw: '{"index":-1}' }, { raw: '{"index":"x"}' }]],
  ['nested lists', [[{ code: 1 }], []], [{ code: '1', raw: '{"code":1}' }]],
  ['plain text', 'no', [{ message: 'no', raw: 'no' }]],
  ['an id of 0', [{ id: 0 }], [{ raw: '{"id":0}' }]],
  [
    'a name, a type and a device',
    [{ name: ' 鞋 ', type: 'sublinks', device: 'mobile' }],
    [
      {
        name: '鞋',
        type: 'sublinks',
        device: 'mobile',
        raw: '{"name":" 鞋 ","type":"sublinks","device":"mobile"}',
      },
    ],
  ],
  [
    'two places in one list: the first is the subject',
    [{ description: 'groups[2].name is that of groups[0]' }],
    [
      {
        description: 'groups[2].name is that of groups[0]',
        places: [{ list: 'groups', position: 2 }],
        raw: '{"description":"groups[2].name is that of groups[0]"}',
      },
    ],
  ],
  [
    'a place in plain text',
    'sublinks-mobile[0].text is long',
    [
      {
        message: 'sublinks-mobile[0].text is long',
        places: [{ list: 'sublinks-mobile', position: 0 }],
        raw: 'sublinks-mobile[0].text is long',
      },
    ],
  ],
  ['a number', 12, [{ raw: '12' }]],
])('failures: %s', (_, value, expected) => {
  expect(readFailures(value, same)).toEqual(expected);
});

test('a long failure is cut and masked', () => {
  const [failure] = readFailures([{ message: `key-1 ${'x'.repeat(900)}` }], (text) => text.replaceAll('key-1', '***'));
  expect(failure?.raw.length).toBeLessThanOrEqual(501);
  expect(failure?.message).toMatch(/^\*\*\* x+…$/);
});

test.each([
  ['', []],
  [null, []],
  [undefined, []],
  ['1,2,3', ['1', '2', '3']],
  [' 1 2;3；4，5 ', ['1', '2', '3', '4', '5']],
  ['[1,"2"]', ['1', '2']],
  ['["9007199254740993"]', ['9007199254740993']],
  ['[9007199254740993]', ['9007199254740993']],
  [
    [1, '2', 2],
    ['1', '2'],
  ],
  [7, ['7']],
  [0, []],
  ['0', []],
  [
    [{ id: 5 }, { keywordId: '6' }],
    ['5', '6'],
  ],
  [{ item: [1, 2] }, ['1', '2']],
  [{ 0: 'x' }, []],
])('failKeywordIds %j', (value, ids) => {
  expect(readKeywordIds(value)).toEqual(ids);
});

test.each([
  [3, '3'],
  ['3', '3'],
  [' 12 ', '12'],
  [[1, 2], '2'],
  [[], '0'],
  [null, undefined],
  ['many', undefined],
])('affectedRecords %j', (value, text) => {
  expect(readAffected(value)).toBe(text);
});

test('ids above 2^53 keep their digits, as numbers and as texts', () => {
  const groups = '{"groupIdList":[20240101123456789,"20240101123456788",0],"failures":[]}';
  expect(read('addGroups', groups).reply.groupIdList).toEqual(['20240101123456789', '20240101123456788', '0']);
  const keywords =
    '{"keywordList":[{"id":9007199254740993,"price":4.10,"cause":null,"wildcardTag":1,"tag":[{"id":1}]}]}';
  expect(read('getKeywords', keywords).reply.keywordList).toEqual([
    { id: '9007199254740993', price: '4.10', cause: undefined, wildcardTag: '1', tag: '[{"id":1}]' },
  ]);
  expect(read('addAppTask', '{"appTaskId":9223372036854775807}').reply.appTaskId).toBe('9223372036854775807');
});

const LONGEST = '9'.repeat(40);

test.each<readonly [string, string | undefined]>([
  ['910001', '910001'],
  ['"910001"', '910001'],
  ['9007199254740993', '9007199254740993'],
  [LONGEST, LONGEST],
  ['0', '0'],
  ['"0"', '0'],
  ...[
    ...['null', 'true', 'false', '""', '"error"', '{}', '[]', '[7]', '{"id":"777"}', '{"groupId":"777"}'],
    ...['-1', '-0', '0.0', '0e0', '1.5', '1.0', '1e3', '1E3', '1000.0', '"-1"', '"1e3"', '"0.0"'],
    ...['"000"', '"007"', '"00"', '" 7"', '"7 "', '"7\\n"', '"+7"', '"0x7"', '"７"', `"${LONGEST}9"`, `${LONGEST}9`],
  ].map((written) => [written, undefined] as const),
])('%s as the id of a creating reply is %s', (written, id) => {
  expect(read('addGroups', `{"groupIdList":[5,${written}]}`).reply.groupIdList).toEqual(['5', id]);
  expect(read('addAppTask', `{"appTaskId":${written}}`).reply.appTaskId).toBe(id);
  const row = `{"id":${written},"type":"lists","groupId":1,"device":"computer"}`;
  expect(read('addRichCreatives', `{"success":[${row}]}`).reply.success?.map((one) => one.id)).toEqual([id]);
});

test.each(['{"a":1,"a":2}', `${'['.repeat(70)}${']'.repeat(70)}`, `${'{"a":'.repeat(1e5)}1${'}'.repeat(1e5)}`])(
  'where the spelling decides, %.20s… is no JSON',
  (text) => {
    expect(readWrittenJson(text)).toBeUndefined();
  },
);

test('of a repeated key the last one counts, also where numbers are long', () => {
  expect(readJson('{"a":1,"a":9007199254740993}')?.value).toHaveProperty('a.value', '9007199254740993');
});

test.each([
  ['["夏季","主图"]', ['夏季', '主图']],
  ['"[\\"夏季\\",\\"主图\\"]"', ['夏季', '主图']],
  ['"夏季"', ['夏季']],
  ['""', []],
  ['null', []],
  ['[1]', ['1']],
])('picture tags %s', (tags, expected) => {
  const { reply } = read('listPictures', `{"count":"1","pictureList":[{"picId":5,"tags":${tags},"width":"10"}]}`);
  expect(reply.count).toBe(1);
  expect(reply.pictureList).toEqual([{ picId: '5', width: '10' }]);
  expect(reply.tags).toEqual([expected]);
});

test.each([
  ['getKeywords', '{}', 'absent'],
  ['getKeywords', '{"keywordList":null}', 'absent'],
  ['getKeywords', '{"keywordList":[]}', 'none'],
  ['getKeywords', '{"keywordList":{"id":1}}', 'some'],
  ['getApps', '{"data":{"appList":[{"appId":1}]}}', 'lacking'],
  ['getApps', '{"errno":0,"count":0}', 'absent'],
  ['keywordPackages', '{"list":[]}', 'none'],
  ['keywordPackages', '{"list":{"热词":[{"word":"a","pv":"<10"}]}}', 'some'],
  ['componentReport', '{"sublinkList":[{"views":1}]}', 'some'],
  ['creativeReport', '{"richcreativeList":[{"views":"1"}]}', 'some'],
  ['creativeReport', '{"otherList":[{"views":"1"}]}', 'lacking'],
  ['addGroups', '{"groupIdList":["0",0]}', 'none'],
  ['addGroups', '{"groupIdList":[]}', 'none'],
  ['addGroups', '{"failures":[]}', 'absent'],
  ['addGroups', '{"groupIdList":[0,null]}', 'some'],
  ['addGroups', '{"groupIdList":{"0":"123"}}', 'lacking'],
  ['addGroups', '{"groupIdList":"123"}', 'lacking'],
  ['addAppTask', '{"appTaskId":"000"}', 'lacking'],
  ['addAppTask', '{"appTaskId":null}', 'absent'],
  ['addRichCreatives', '{"success":["5"]}', 'some'],
  ['addRichCreatives', '{"success":true}', 'lacking'],
  ['addAppTask', '{"appTaskId":0}', 'none'],
  ['addRichCreatives', '{"success":[{"id":0},{"id":"5","type":"lists","groupId":1,"device":"computer"}]}', 'some'],
  ['addRichCreatives', '{"success":null}', 'absent'],
  ['updateKeywords', '{"errno":10000,"affectedRecords":2,"failKeywordIds":""}', 'some'],
  ['updateKeywords', '{"errno":"0"}', 'some'],
  ['updateKeywords', '{"errno":10000,"affectedRecords":0,"failKeywordIds":"1,2"}', 'some'],
  ['updateKeywords', '{"errno":20001,"affectedRecords":0}', 'absent'],
  ['updateKeywords', '{}', 'absent'],
  ['unbindPictures', '{"successGroupIdList":[1]}', 'some'],
  ['updatePictureTags', '{"success":["1"]}', 'some'],
  ['accountInfo', '{"uid":123}', 'some'],
  ['accountInfo', '{"userName":"x"}', 'absent'],
  ['login', '{"uid":"x","accessToken":""}', 'absent'],
] as const)('%s of %s has %s results', (name, text, results) => {
  expect(read(name, text).results).toBe(results);
});

test('the list of the creative report has the name of the service', () => {
  const settings = { ...DEFAULT_SERVICE_SETTINGS, richCreativeWord: 'fengwu' };
  expect(read('creativeReport', '{"fengwuList":[{"views":5}]}', settings).reply.rows).toEqual([{ views: '5' }]);
});
