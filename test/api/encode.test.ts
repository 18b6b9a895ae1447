import fc from 'fast-check';
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { encodeForm, formLength } from '../../src/api/encode/form.js';
import { requestFields } from '../../src/api/encode/request.js';
import { DEFAULT_SERVICE_SETTINGS } from '../../src/contract/index.js';

const decode = (body: Buffer) => [...new URLSearchParams(body.toString('latin1'))];

test('any text comes back from a form parser as it was, and the length is known beforehand', () => {
  const text = fc.string({ unit: 'binary' });
  fc.assert(
    fc.property(fc.array(fc.tuple(text, text)), (fields) => {
      const body = encodeForm(fields);
      expect(body.length).toBe(formLength(fields));
      expect(decode(body)).toEqual(fields);
    }),
  );
});

test.each([
  ['A&B=C 100%+', 'A%26B%3DC%20100%25%2B'],
  ['+/8=', '%2B%2F8%3D'],
  ['鞋', '%E9%9E%8B'],
  ['𠜎', '%F0%A0%9C%8E'],
  ['é\n', '%C3%A9%0A'],
  ['-._~*', '-._~%2A'],
  ['\ud800x', '%EF%BF%BDx'],
])('%j is written as %s', (text, written) => {
  expect(encodeForm([['n', text]]).toString('latin1')).toBe(`n=${written}`);
});

test('numbers keep every digit, texts stay texts, absent fields are left out', () => {
  const groups = [
    {
      campaignId: new LosslessNumber('20240101123456789'),
      name: '007',
      price: new LosslessNumber('1.20'),
      negativeWords: { phrase: ['1e5'] },
    },
  ];
  expect(requestFields('addGroups', { groups }, DEFAULT_SERVICE_SETTINGS)).toEqual([
    ['groups', '[{"campaignId":20240101123456789,"name":"007","price":1.20,"negativeWords":{"phrase":["1e5"]}}]'],
  ]);
  expect(requestFields('getApps', {}, DEFAULT_SERVICE_SETTINGS)).toEqual([]);
  const filter = { source: '', page: '2' };
  expect(requestFields('listPictures', filter, DEFAULT_SERVICE_SETTINGS)).toEqual(Object.entries(filter));
});

test.each([
  ['nested', '[[{"text":"a","url":"u"},{"text":"b","url":"v"}]]'],
  ['flat', '[{"text":"a","url":"u"},{"text":"b","url":"v"}]'],
] as const)('a creative set is written %s, a video as one object either way', (creativeSets, written) => {
  const fields = requestFields(
    'addRichCreatives',
    {
      status: 'pause',
      'video-computer': [[{ url: 'w' }]],
      'sublinks-mobile': [
        [
          { text: 'a', url: 'u' },
          { text: 'b', url: 'v' },
        ],
      ],
      groupIdList: ['9007199254740993'],
    },
    { ...DEFAULT_SERVICE_SETTINGS, creativeSets },
  );
  expect(fields).toEqual([
    ['groupIdList', '[9007199254740993]'],
    ['sublinks-mobile', written],
    ['video-computer', '[{"url":"w"}]'],
    ['status', 'pause'],
  ]);
});

test.each([
  ['getKeywords', { idList: ['80001234', '9007199254740993'] }, 'idList', '[80001234,9007199254740993]'],
  ['getApps', { appIdList: ['7001', '7002'] }, 'appIdList', '[7001,7002]'],
  [
    'unbindPictures',
    { picList: [{ groupId: '21', picIdList: ['5'] }] },
    'picList',
    '[{"groupId":21,"picIdList":["5"]}]',
  ],
  ['getKeywords', { idList: ['012', 'x"'] }, 'idList', '["012","x\\""]'],
] as const)('ids of %s are text, and go out as numbers digit for digit', (name, request, field, written) => {
  expect(requestFields(name, request, DEFAULT_SERVICE_SETTINGS)).toContainEqual([field, written]);
});
