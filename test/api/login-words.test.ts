import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import type { ClientEvent } from '../../src/api/index.js';
import type { Answer } from './support/service.js';
import { startRaw, startService, testClient } from './support/service.js';

/** Nothing that could be told from its form: only that it is never quoted keeps it in. */
const TOKEN = 'brown fox';

const JSON_TYPE = { 'content-type': 'application/json' };
const of = (type: string, body: string | Buffer, status = 200): Answer => ({
  status,
  headers: { 'content-type': type },
  body,
});

/** Login replies that hold a token where none is looked for, with all that may be said of them. */
const UNREADABLE: readonly (readonly [string, Answer, string])[] = [
  ['XML', of('text/xml; charset=utf-8', `<accessToken>${TOKEN}</accessToken>`), 'HTTP 200, text/xml, 36 bytes'],
  ['HTML', of('text/html', `<p>${TOKEN}</p>`), 'HTTP 200, text/html, 16 bytes'],
  ['JSON cut short', of('application/json', `{"accessToken":"${TOKEN}`), 'HTTP 200, application/json, 25 bytes'],
  ['a list', of('application/json', `["${TOKEN}"]`), 'HTTP 200, application/json, 13 bytes'],
  ['a text', of('application/json', `"${TOKEN}"`), 'HTTP 200, application/json, 11 bytes'],
  [
    'a notice in front',
    of('text/html', `<br />Notice: Undefined index {"accessToken":"${TOKEN}"}`),
    'HTTP 200, text/html, 57 bytes',
  ],
  ['another key', of('application/json', `{"session":"${TOKEN}"}`), 'HTTP 200, application/json, 23 bytes'],
  ['the token as a key', of('application/json', `{"${TOKEN}":1}`), 'HTTP 200, application/json, 15 bytes'],
  ['a message alone', of('application/json', `{"message":"${TOKEN}"}`), 'HTTP 200, application/json, 23 bytes'],
  ['a failure as text', of('application/json', `{"failures":"${TOKEN}"}`), 'a failure that is not shown'],
  ['a failure of other keys', of('application/json', `{"failures":[{"t":"${TOKEN}"}]}`), 'a failure that is not shown'],
  ['a token as the code', of('application/json', `{"failures":[{"code":"${TOKEN}"}]}`), 'a failure that is not shown'],
  ['a redirect', { status: 302, headers: { location: `/?t=${TOKEN}` } }, 'HTTP 302, application/json, 0 bytes'],
  ['a type of its own', of(`x/${TOKEN}`, ''), 'HTTP 200, 0 bytes'],
  ['500', of('text/plain', TOKEN, 500), 'HTTP 500, text/plain, 9 bytes'],
  ['502', of('text/plain', TOKEN, 502), 'HTTP 502, text/plain, 9 bytes'],
  ['401', of('text/plain', TOKEN, 401), 'HTTP 401, text/plain, 9 bytes'],
  ['429', of('text/plain', TOKEN, 429), 'HTTP 429, text/plain, 9 bytes'],
];

async function logIn(url: string) {
  const events: ClientEvent[] = [];
  const client = testClient(url, { onEvent: (event) => events.push(event) });
  const login = await client.login();
  const call = await client.call('getApps', {});
  const message = login.ok ? '' : login.failure.message;
  return { all: JSON.stringify([login, call, events]), message };
}

test.each(UNREADABLE)(
  'a login reply of %s: its status, type and length are told, and nothing of it',
  async (_, answer, said) => {
    const service = await startService(() => answer, { answerLogins: false });
    const { all, message } = await logIn(service.url);
    expect(message).toContain(said);
    expect(all).not.toMatch(/brown|fox/);
  },
);

test('the same of a reply that came compressed', async () => {
  const text = `{"accessToken":"${TOKEN}"`;
  const service = await startService(() => ({ headers: JSON_TYPE, body: gzipSync(text) }), { answerLogins: false });
  const { message } = await logIn(service.url);
  expect(message).toContain(`HTTP 200, application/json, ${text.length} bytes`);
  expect(message).toMatch(/^[\x20-\x7e]+$/);
});

test('the same of a reply that broke off, which is sent once', async () => {
  let count = 0;
  const { url } = await startRaw((socket) => {
    socket.once('data', () => {
      count++;
      socket.write(
        `HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 90\r\n\r\n{"accessToken":"${TOKEN}`,
      );
      setTimeout(() => socket.destroy(), 20);
    });
  });
  const { all, message } = await logIn(url);
  expect(message).toContain('HTTP 200, application/json, 25 bytes, incomplete');
  expect(all).not.toMatch(/brown|fox/);
  expect(count).toBe(1);
});

test.each([
  [
    'a failure',
    { failures: [{ code: 70001, message: 'wrong password', description: 'two tries left' }] },
    '70001: wrong password, two tries left',
  ],
  ['one failure', { failures: { code: '80109', message: '账号已锁定' } }, '80109: 账号已锁定'],
  ['a code at the top', { code: 80109, message: 'locked' }, '80109: locked'],
  ['a word for a code', { failures: [{ code: 'LOGIN_REFUSED' }] }, 'LOGIN_REFUSED'],
  [
    'a failure that repeats what stands beside it',
    { session: 'quick-brown', failures: [{ code: 1, message: 'session quick-brown is over' }] },
    '1: session *** is over',
  ],
  [
    'a failure that names a token',
    { failures: [{ code: 1, message: 'accessToken=quick-brown is over' }] },
    '1: accessToken=*** is over',
  ],
])('of a refusal with %s the codes and words are shown', async (_, body, said) => {
  const service = await startService(() => ({ body }), { answerLogins: false });
  const { all, message } = await logIn(service.url);
  expect(message).toBe(
    `Login: the service refused (HTTP 200): ${said}. It is not tried again: repeated wrong logins lock an account. Check the credentials.`,
  );
  expect(all).not.toContain('quick-brown');
});
