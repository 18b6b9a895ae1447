import { expect, test } from 'vitest';
import type { LogEntry } from '../../src/sandbox/index.js';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';
import { type Json, rows, running } from './support/client.js';

/** What clients of other services of this family send: taken with a remark, and refused by a strict sandbox. */

const FIXTURE = {
  campaigns: [{ campaignId: '1001' }],
  groups: [{ groupId: '7', campaignId: '1001', name: 'g', price: '1.00' }],
  keywords: [{ id: '9007199254740993', groupId: '7', word: 'w', price: '1.00' }],
};
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

type Send = (path: string, init: RequestInit) => Promise<Json>;

interface Form {
  readonly send: (send: Send) => Promise<Json>;
  readonly taken: (reply: Json) => void;
  readonly remarks: readonly string[];
  readonly refused: (reply: Json) => void;
}

const json = (value: unknown) => JSON.stringify(value);
const form = (fields: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: FORM,
  body: String(new URLSearchParams(fields)),
});
const multipart = (fields: Record<string, string>): RequestInit => {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.append(name, value);
  return { method: 'POST', body };
};
const refusedWith = (code: number) => (reply: Json) => expect(rows(reply['failures'])).toMatchObject([{ code }]);
const hasToken = (reply: Json) => expect(reply).toMatchObject({ accessToken: expect.any(String) });
const updated = (reply: Json) => expect(reply).toEqual({ errno: 10000, affectedRecords: 1, failKeywordIds: '' });

const FORMAT = 'the parameter format, which the interface does not name';
const MULTIPART = 'multipart/form-data; the interface expects application/x-www-form-urlencoded';
const NO_TYPE = 'no Content-Type; the interface expects application/x-www-form-urlencoded';
const LOGIN = 'login parameters in the query string, where proxies and logs keep them';
const UPDATE = '/ads/keyword/update';
const BIG = '[{"id":9007199254740993,"price":2}]';

const FORMS: Readonly<Record<string, Form>> = {
  'format=json in a write': {
    send: (send) => send(UPDATE, form({ keywords: BIG, format: 'json' })),
    taken: updated,
    remarks: [FORMAT],
    refused: refusedWith(940004),
  },
  'format=json in the query of a read': {
    send: (send) => send('/uc/account/getInfo?format=json', {}),
    taken: (reply) => expect(reply).toMatchObject({ uid: expect.any(String) }),
    remarks: [FORMAT],
    refused: refusedWith(940004),
  },
  'format=json in a login': {
    send: (send) => send('/account/clientLogin', form({ username: 'sandbox', passwd: 'sandbox', format: 'json' })),
    taken: hasToken,
    remarks: [FORMAT],
    refused: refusedWith(940004),
  },
  'a login in the query': {
    send: (send) => send('/account/clientLogin?username=sandbox&passwd=sandbox', { method: 'POST' }),
    taken: hasToken,
    remarks: [LOGIN, NO_TYPE],
    refused: refusedWith(940003),
  },
  'a keyword id as text': {
    send: (send) => send(UPDATE, form({ keywords: json([{ id: '9007199254740993', price: 2 }]) })),
    taken: updated,
    remarks: ['keywords[].id is text; the interface expects a number'],
    refused: refusedWith(940007),
  },
  'a campaign id as text': {
    send: (send) => send('/ads/group/batchAdd', form({ groups: json([{ campaignId: '1001', name: 'n', price: 1 }]) })),
    taken: (reply) => expect(reply).toEqual({ groupIdList: [910001], failures: [] }),
    remarks: ['campaignId is text; the interface expects a number'],
    refused: refusedWith(940007),
  },
  'a multipart form': {
    send: (send) => send('/ads/keyword/getInfoByIdList', multipart({ idList: '[9007199254740993]' })),
    taken: (reply) => expect(rows(reply['keywordList'])).toMatchObject([{ id: '9007199254740993' }]),
    remarks: [MULTIPART],
    refused: refusedWith(940009),
  },
  'a read by POST with all in the query, and no content type': {
    send: (send) => send('/ads/keyword/getInfoByIdList?idList=%5B9007199254740993%5D', { method: 'POST' }),
    taken: (reply) => expect(rows(reply['keywordList'])).toMatchObject([{ id: '9007199254740993' }]),
    remarks: [NO_TYPE],
    refused: refusedWith(940009),
  },
  'a multipart form of a write': {
    send: (send) => send(UPDATE, multipart({ keywords: BIG })),
    taken: updated,
    remarks: [MULTIPART],
    refused: refusedWith(940003),
  },
};

async function sent(one: Form, strict: boolean): Promise<{ reply: Json; entry: LogEntry | undefined }> {
  const { client, control, close } = await running({ fixture: { ...FIXTURE, options: { strict } } });
  await client.login();
  control.clearLog();
  const reply = await one.send(async (path, init) => {
    const headers = { ...init.headers, apiKey: 'sandbox', accessToken: client.token };
    const response = await fetch(client.url + path, { ...init, headers });
    return (await response.json()) as Json;
  });
  const [entry] = control.log();
  await close();
  return { reply, entry };
}

test.each(Object.keys(FORMS))('takes %s, with a remark', async (title) => {
  const one = FORMS[title] as Form;
  const { reply, entry } = await sent(one, false);
  one.taken(reply);
  expect(entry?.remarks).toEqual(one.remarks);
});

test.each(Object.keys(FORMS))('refuses %s when it is strict', async (title) => {
  const one = FORMS[title] as Form;
  const { reply, entry } = await sent(one, true);
  one.refused(reply);
  expect(entry?.remarks).toBeUndefined();
});

test('another format than JSON is refused, strict or not', async () => {
  const one = { ...(FORMS['format=json in a write'] as Form) };
  const xml: Form = { ...one, send: (send) => send(UPDATE, form({ keywords: BIG, format: 'xml' })) };
  for (const strict of [true, false])
    expect((await sent(xml, strict)).reply).toMatchObject({ failures: [{ code: 940004 }] });
});

test('a multipart body that is none is a 400, and the log shows no password of a query', async () => {
  const { client, control, close } = await running({ fixture: FIXTURE });
  const type = { 'content-type': 'multipart/form-data; boundary=x' };
  expect((await client.send('POST', UPDATE, 'no parts', type)).status).toBe(400);
  await fetch(`${client.url}/uc/account/clientLogin?username=sandbox&passwd=sandbox`, {
    method: 'POST',
    headers: { apiKey: 'sandbox' },
  });
  expect(control.log().at(-1)).toMatchObject({ path: '/uc/account/clientLogin', fields: { passwd: '***' } });
  await close();
});

test('offers both login paths', async () => {
  const { client, close } = await running({ fixture: FIXTURE });
  for (const path of ['/account/clientLogin', '/uc/account/clientLogin']) {
    hasToken((await client.post(path, { username: 'sandbox', passwd: 'sandbox' })).json);
  }
  await close();
});

test('the setting format: json adds the field to every call that Adwright makes', async () => {
  const world = await World.start({
    files: {
      'adwright.yaml': projectFile('    service: { format: json }\n'),
      'ads/all.yaml':
        'version: 1\ngroups:\n  a: { campaignId: 1001, name: A, price: 1 }\nkeywords:\n  - { id: 5, price: 2 }\n',
    },
    fixture: JSON.stringify({
      options: { service: { format: 'json' } },
      keywords: [{ id: '5', groupId: '7', word: 'w', price: '1.00' }],
      groups: [{ groupId: '7', campaignId: '1001', name: 'g', price: '1.00' }],
    }),
  });
  await world.must('apply', '--auto-approve');
  await world.must('account');
  const calls = world.requests();
  expect(new Set(calls.map(({ operation }) => operation))).toEqual(
    new Set(['login', 'getKeywords', 'addGroups', 'updateKeywords', 'accountInfo']),
  );
  for (const { operation, fields } of calls) expect([operation, fields['format']]).toEqual([operation, 'json']);
});
