import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import type { Answer } from './support/service.js';
import { startService, testClient } from './support/service.js';

const GROUPS = { groups: [{ campaignId: new LosslessNumber('1'), name: 'g', price: new LosslessNumber('1') }] };
const UPDATE = { keywords: [{ id: new LosslessNumber('1'), price: new LosslessNumber('1') }] };
const html = (status: number): Answer => ({
  status,
  headers: { 'content-type': 'text/html; charset=utf-8' },
  body: `<html>\n<h1>Gateway\t${'x'.repeat(400)}</h1></html>`,
});
const refusal = { body: { failures: [{ code: 30503, message: 'bad budget' }] } };

/** What each answer proves of a read, a set and a create, and how often each of them is sent. */
const TABLE: readonly [string, Answer, string, number, string, number][] = [
  ['200 with an HTML page', html(200), 'unknown', 5, 'unknown', 1],
  ['502 with an HTML page', html(502), 'unknown', 5, 'unknown', 1],
  ['200 with an empty body', { body: '' }, 'unknown', 5, 'unknown', 1],
  ['200 with null', { body: 'null' }, 'unknown', 5, 'unknown', 1],
  ['200 with a number', { body: '12' }, 'unknown', 5, 'unknown', 1],
  ['200 with half JSON', { body: '{"groupIdList":[1,' }, 'unknown', 5, 'unknown', 1],
  ['302', { status: 302, headers: { location: '/login' } }, 'unknown', 5, 'unknown', 1],
  ['408', { status: 408 }, 'unknown', 5, 'unknown', 1],
  ['500 with failures', { status: 500, ...refusal }, 'unknown', 5, 'unknown', 1],
  ['400', { status: 400, body: 'bad' }, 'refused', 1, 'refused', 1],
  ['400 with failures', { status: 400, ...refusal }, 'refused', 1, 'refused', 1],
  ['200 with failures alone', refusal, 'refused', 1, 'refused', 1],
  ['200 with null results and failures', { body: { ...refusal.body, groupIdList: null } }, 'refused', 1, 'refused', 1],
  ['413', { status: 413, body: html(413).body }, 'too-large', 1, 'too-large', 1],
  ['a failure outside of `failures`', { body: { code: 5, message: 'no' } }, 'refused', 1, 'unknown', 1],
  ['an errno that is no success', { body: { errno: 20001, failures: [] } }, 'refused', 1, 'unknown', 1],
  ['403 about the pace', { status: 403, body: { failures: [{ code: 90401 }] } }, 'throttled', 1, 'throttled', 1],
  ['another shape', { body: { data: { id: [1] } } }, 'unknown', 1, 'unknown', 1],
  [
    '200 with failures, and ids under another name',
    { body: { ...refusal.body, groupids: ['1', '2'] } },
    'refused',
    1,
    'unknown',
    1,
  ],
  [
    '200 with failures, and ids inside of another object',
    { body: { ...refusal.body, data: { groupIdList: [777] } } },
    'refused',
    1,
    'unknown',
    1,
  ],
  [
    '400 with ids inside of another object',
    { status: 400, body: { ...refusal.body, data: [{ groupId: '777' }] } },
    'refused',
    1,
    'unknown',
    1,
  ],
  [
    '200 with failures, a status and the id of the request',
    { body: { ...refusal.body, header: { status: 2, requestId: '170012' }, requestId: 170012, data: {}, list: [0] } },
    'refused',
    1,
    'refused',
    1,
  ],
  ['quota used up', { body: { failures: [{ code: '90401', message: 'x' }] } }, 'throttled', 1, 'throttled', 1],
];

describe.each(TABLE)('%s', (_, answer, repeated, sendings, created, creations) => {
  test.each([
    ['getApps', repeated, sendings],
    ['updateKeywords', repeated, sendings],
    ['addGroups', created, creations],
  ] as const)('%s is %s', async (name, problem, times) => {
    const service = await startService(() => answer);
    const client = testClient(service.url);
    const request = { getApps: {}, updateKeywords: UPDATE, addGroups: GROUPS }[name];
    const result = await client.call(name, request);
    expect(result.ok ? 'ok' : result.failure.problem).toBe(problem);
    expect(service.calls()).toHaveLength(times);
    const message = result.ok ? '' : result.failure.message;
    expect(message).toMatch(/^(Batch add groups|Update keywords|Get applications): /);
    expect(message).not.toMatch(/Unexpected|undefined|\[object|\n/);
    expect(message.length).toBeLessThan(500);
  });
});

test('a page that is not JSON is described by status, type and its first 200 characters', async () => {
  const service = await startService(() => html(200));
  const result = await testClient(service.url).call('addGroups', GROUPS);
  const begin = `<html> <h1>Gateway ${'x'.repeat(400)}`.slice(0, 200);
  expect(result).toMatchObject({
    failure: {
      message: `Batch add groups: HTTP 200 (text/html; charset=utf-8) with a reply that is not a JSON object; it begins: ${begin}….`,
    },
  });
});

test('a string of millions of escapes is truncated JSON, and not nested', async () => {
  const body = `{"keywordList":["${'\\n'.repeat(4_000_000)}`;
  const service = await startService(() => ({ body }));
  const result = await testClient(service.url).call('addGroups', GROUPS);
  expect(result).toMatchObject({ ok: false, failure: { problem: 'unknown' } });
  expect(result.ok ? '' : result.failure.message).toContain('a reply that is truncated JSON;');
});

test.each([
  ['{"keywordList":[{"id":"1","word":"a}]\\"', 'truncated JSON'],
  [`{"keywordList":["${'x'.repeat(300)}"]}\0\0`, 'JSON with something after it'],
  ['{"keywordList":[]} trailing', 'JSON with something after it'],
  ['[1]', 'not a JSON object'],
  ['{"keywordList":}', 'not a JSON object'],
])('a reply %s is %s', async (body, what) => {
  const service = await startService(() => ({ body }));
  const result = await testClient(service.url).call('addGroups', GROUPS);
  expect(result.ok ? '' : result.failure.message).toContain(`a reply that is ${what};`);
});

test('the content type does not matter where the reply is JSON, nor does a byte order mark', async () => {
  const service = await startService(() => ({
    headers: { 'content-type': 'text/html' },
    body: '\ufeff{"groupIdList":["5"]}',
  }));
  const result = await testClient(service.url).call('addGroups', GROUPS);
  expect(result).toEqual({ ok: true, reply: { groupIdList: ['5'], failures: [] } });
});

test('a reply in GB18030 that says so is read', async () => {
  const body = Buffer.concat([
    Buffer.from('{"tagList":[{"id":1,"title":"'),
    Buffer.from([0xd0, 0xac]),
    Buffer.from('"}]}'),
  ]);
  const service = await startService(() => ({ headers: { 'content-type': 'application/json; charset=GBK' }, body }));
  expect(await testClient(service.url).keywordTags()).toEqual([{ id: '1', title: '鞋' }]);
});

test('a create with results and failures is answered as it is, and is not repeated', async () => {
  const body = { groupIdList: [0, 7], failures: [{ code: 1, message: 'too long', index: 0 }] };
  const service = await startService(() => ({ body }));
  const result = await testClient(service.url).call('addGroups', GROUPS);
  expect(result).toMatchObject({ ok: true, reply: { groupIdList: ['0', '7'], failures: [{ code: '1', index: 0 }] } });
});

const SORRY = { failures: [{ code: 1, message: 'no' }] };

test.each<[string, string, Answer]>([
  ['402', 'unknown', { status: 402, body: SORRY }],
  ['409', 'unknown', { status: 409, body: SORRY }],
  ['422', 'unknown', { status: 422, body: SORRY }],
  ['499', 'unknown', { status: 499, body: '' }],
  ['408 about the pace', 'unknown', { status: 408, body: { failures: [{ code: 90401 }] } }],
  ['400 with an id', 'unknown', { status: 400, body: { ...SORRY, groupIdList: ['5'] } }],
  ['429 with an id', 'unknown', { status: 429, body: { groupIdList: [5] } }],
  ['400 with a list of failures only', 'refused', { status: 400, body: { ...SORRY, groupIdList: [0] } }],
  ['400 with false for a list', 'refused', { status: 400, body: { groupIdList: false } }],
  ['ids with the failure of a report', 'ok', { body: { groupIdList: ['5'], failures: [{ code: 70109 }] } }],
  ['another shape beside failures', 'unknown', { body: { ...SORRY, groupIdList: { 0: '5' } } }],
  ['text for a list, beside failures', 'unknown', { body: { ...SORRY, groupIdList: '5' } }],
  ['failures without a word', 'unknown', { body: { failures: [{}] } }],
  ['null for a failure', 'unknown', { body: { failures: [null] } }],
  ['a number for failures', 'unknown', { body: { failures: 0 } }],
  ['a failure that says success', 'unknown', { body: { failures: [{ code: 10000, message: 'success' }] } }],
  ['a key with two values', 'unknown', { body: '{"groupIdList":["5"],"groupIdList":[0]}' }],
  ['deep nesting', 'unknown', { body: `{"groupIdList":["5"],"x":${'['.repeat(1e5)}${']'.repeat(1e5)}}` }],
])('a create that is answered with %s is sent once and is %s', async (_, problem, answer) => {
  const service = await startService(() => answer);
  const result = await testClient(service.url).call('addGroups', GROUPS);
  expect(result.ok ? 'ok' : result.failure.problem).toBe(problem);
  expect(service.calls()).toHaveLength(1);
});

test('a missing key is named, with what is there instead', async () => {
  const service = await startService(() => ({ body: { userName: 'x' } }));
  await expect(testClient(service.url).accountInfo()).rejects.toThrow(
    'Get account info: the reply lacks `uid` (HTTP 200; it has: userName).',
  );
});

test('a read that fails twice and then succeeds is a success, after growing waits', async () => {
  const waits: number[] = [];
  const service = await startService((_seen, _response, log) =>
    log.length < 4 ? html(503) : { body: { appList: [] } },
  );
  const client = testClient(service.url, {
    onEvent: (event) => event.type === 'wait' && waits.push(event.seconds),
  });
  expect(await client.call('getApps', {})).toEqual({ ok: true, reply: { appList: [] } });
  expect(waits).toEqual([0.5, 1]);
});

test('the tag list is looked for under its shorter path when the longer one is not there', async () => {
  const service = await startService((seen) =>
    seen.path === '/tag/getlist' ? { body: { tagList: [{ id: 3 }] } } : { status: 404, body: 'none' },
  );
  const client = testClient(service.url);
  expect(await client.keywordTags()).toEqual([{ id: '3' }]);
  expect(await client.keywordTags()).toEqual([{ id: '3' }]);
  expect(service.calls().map((seen) => seen.path)).toEqual(['/ads/tag/getlist', '/tag/getlist', '/tag/getlist']);
  expect(service.logins()).toHaveLength(1);
});

test('secrets that an error echoes are masked in messages, failures and events', async () => {
  const events: unknown[] = [];
  const service = await startService((seen) => ({
    status: 500,
    body: { failures: [{ message: `${JSON.stringify(seen.headers)} ${seen.body}`, code: seen.headers['apikey'] }] },
  }));
  const client = testClient(service.url, { onEvent: (event) => events.push(event) });
  const result = await client.call('updatePictureTags', { data: [{ picId: '1', tags: ['api-key-123'] }] });
  const shown = JSON.stringify([result, events]);
  for (const secret of ['api-key-123', 'token-of-the', 'pass+', 'pass%2B']) expect(shown).not.toContain(secret);
  expect(shown).toContain('***');
});

test.each([
  {},
  { appList: null },
  { errno: 0, message: 'success', count: 0 },
  { code: '200', msg: 'ok' },
  { failures: [] },
  [],
])('a read that answers %j found nothing', async (body) => {
  const service = await startService(() => ({ body }));
  expect(await testClient(service.url).call('getApps', {})).toEqual({ ok: true, reply: { appList: [] } });
});

test.each([
  { appList: [], failures: [{ code: 5 }] },
  { appList: null, failures: { code: 5 } },
])('a read that answers %j was refused', async (body) => {
  const service = await startService(() => ({ body }));
  expect(await testClient(service.url).call('getApps', {})).toMatchObject({ failure: { problem: 'refused' } });
});

test('control characters of the service do not reach the terminal', async () => {
  const service = await startService(() => ({ body: { failures: ['\u001b[31mred\u0007'] } }));
  const result = await testClient(service.url).call('getApps', {});
  expect(result.ok ? '' : result.failure.message).toBe('Get applications: the service refused:  [31mred .');
});
