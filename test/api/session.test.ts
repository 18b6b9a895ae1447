import { chmod, mkdtemp, readFile, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LosslessNumber } from 'lossless-json';
import { expect, test } from 'vitest';
import { createLoginMemory, encryptPassword, fileTokenStore } from '../../src/api/index.js';
import type { Answer, Seen } from './support/service.js';
import { CREDENTIALS, startService, TOKEN, testClient, turnedClock } from './support/service.js';

const GROUPS = { groups: [{ campaignId: new LosslessNumber('1'), name: 'g', price: new LosslessNumber('1') }] };
const APPS = { body: { appList: [] } };
const LOGGED_IN = { body: { uid: 'enc', accessToken: 'token-of-a-login' } };
const HOUR = 3_600_000;
const tokenOf = (seen: Seen) => seen.headers['accesstoken'];

const REJECTIONS: readonly (readonly [string, Answer])[] = [
  ['401', { status: 401, body: '' }],
  ['403', { status: 403, body: '<html>no</html>' }],
  ['404', { status: 404, body: '' }],
  ['200 with a failure', { body: { failures: [{ code: 10101, message: 'The access token has expired' }] } }],
  ['200 with a Chinese failure', { body: { failures: [{ code: 1, message: '未登录或登录超时' }] } }],
  ['200 with an error body', { body: { code: 40101, message: 'invalid accessToken' } }],
];

test('a known password, secret and cipher text', () => {
  expect(encryptPassword('Test#2024', '0123456789abcdeffedcba9876543210')).toBe(
    '838b95eea03a1684bffb8120afabed49fccaa4de9ce3919a6d311087d4c42357',
  );
});

test('one login serves calls that start together; it sends apiKey, user name and password, and no token', async () => {
  const service = await startService(() => APPS);
  const client = testClient(service.url);
  await Promise.all([1, 2, 3].map(() => client.call('getApps', {})));
  const [login, ...more] = service.logins();
  expect(more).toEqual([]);
  expect(login?.headers).toMatchObject({ apikey: 'api-key-123' });
  expect(login?.headers).not.toHaveProperty('accesstoken');
  expect(Object.fromEntries(login?.fields ?? [])).toEqual({ username: 'shop', passwd: 'pass+%word' });
  expect(service.calls().map(tokenOf)).toEqual([TOKEN, TOKEN, TOKEN]);
});

test('a plain password is encrypted by the scheme of the account', async () => {
  const service = await startService(() => APPS);
  const credentials = {
    apiKey: 'k-1234',
    username: 'u',
    password: 'Test#2024',
    apiSecret: '0123456789abcdeffedcba9876543210',
  };
  await testClient(service.url, { credentials, passwordScheme: 'aes-128-cbc-md5' }).call('getApps', {});
  expect(service.logins()[0]?.fields.get('passwd')).toBe(
    '838b95eea03a1684bffb8120afabed49fccaa4de9ce3919a6d311087d4c42357',
  );
});

test('a token is renewed before a call once 10 hours less a margin are over, not earlier', async () => {
  const service = await startService(() => APPS);
  const clock = turnedClock();
  const client = testClient(service.url, { clock });
  await client.call('getApps', {});
  clock.turn(9.8 * HOUR);
  await client.call('getApps', {});
  expect(service.logins()).toHaveLength(1);
  clock.turn(0.1 * HOUR);
  await client.call('getApps', {});
  expect(service.calls().map(tokenOf)).toEqual([TOKEN, TOKEN, `${TOKEN}-2`]);
});

test.each(REJECTIONS)('a token rejected by %s costs one login and one repeat', async (_, rejection) => {
  const service = await startService((_seen, _response, log) => (log.length === 5 ? rejection : APPS));
  const client = testClient(service.url);
  for (let i = 0; i < 6; i++) expect((await client.call('getApps', {})).ok).toBe(true);
  expect(service.logins()).toHaveLength(2);
  expect(service.calls()).toHaveLength(7);
});

test.each(REJECTIONS)('a token rejected forever by %s ends the call after one login', async (_, rejection) => {
  const service = await startService(() => rejection);
  const client = testClient(service.url);
  const result = await client.call('getApps', {});
  const problem = rejection.status === 404 ? 'refused' : 'unauthorised';
  expect(result).toMatchObject({ ok: false, failure: { problem } });
  expect(result.ok ? undefined : result.failure.fatal).toBe(rejection.status === 404 ? undefined : true);
  expect(service.logins()).toHaveLength(2);
  expect(service.calls()).toHaveLength(2);
});

test('an operation that answers 403 with a new token too costs no more logins', async () => {
  const service = await startService((seen) => (seen.path.includes('pichouse') ? { status: 403 } : APPS));
  const client = testClient(service.url);
  for (let i = 0; i < 4; i++) {
    await client.call('listPictures', {});
    expect((await client.call('getApps', {})).ok).toBe(true);
  }
  expect(service.logins()).toHaveLength(2);
});

test.each(REJECTIONS)('a creating call with a token rejected by %s is left to the caller', async (_, rejection) => {
  const service = await startService((seen, _response, log) => {
    if (seen.path.includes('getAppList')) return APPS;
    return log.filter((one) => one.path.includes('batchAdd')).length === 1 ? rejection : { body: { groupIdList: [5] } };
  });
  const client = testClient(service.url);
  await client.call('getApps', {});
  const first = await client.call('addGroups', GROUPS);
  expect(first).toMatchObject({ ok: false, failure: { problem: 'unauthorised' } });
  expect(first.ok ? undefined : first.failure.fatal).toBeUndefined();
  expect(service.calls()).toHaveLength(2);
  expect(await client.call('addGroups', GROUPS)).toMatchObject({ ok: true, reply: { groupIdList: ['5'] } });
  expect(service.calls().map(tokenOf)).toEqual([TOKEN, TOKEN, `${TOKEN}-2`]);
});

test('a creating call whose new token is rejected as well must end the run', async () => {
  const service = await startService((seen) => (seen.path.includes('getAppList') ? APPS : { status: 401 }));
  const client = testClient(service.url);
  await client.call('getApps', {});
  await client.call('addGroups', GROUPS);
  const second = await client.call('addGroups', GROUPS);
  expect(second).toMatchObject({ failure: { problem: 'unauthorised', fatal: true } });
  await client.call('addGroups', GROUPS);
  expect(service.logins()).toHaveLength(2);
});

test('a creating call that meets 404 with a new token too is refused: it is not the token', async () => {
  const service = await startService((seen) => (seen.path.includes('getAppList') ? APPS : { status: 404 }));
  const client = testClient(service.url);
  await client.call('getApps', {});
  const problems: unknown[] = [];
  for (let i = 0; i < 3; i++) {
    const result = await client.call('addGroups', GROUPS);
    problems.push(result.ok ? 'ok' : [result.failure.problem, result.failure.fatal]);
  }
  expect(problems).toEqual([
    ['unauthorised', undefined],
    ['refused', undefined],
    ['refused', undefined],
  ]);
  expect(service.logins()).toHaveLength(2);
});

test('a refusal stamped on every item that is about the token is one refusal', async () => {
  const failures = [1, 2].map((index) => ({ index, code: 9, message: 'token expired' }));
  const service = await startService((seen) =>
    seen.path.includes('getAppList') ? APPS : { body: { groupIdList: [0, 0], failures } },
  );
  const client = testClient(service.url);
  await client.call('getApps', {});
  expect(await client.call('addGroups', GROUPS)).toMatchObject({ failure: { problem: 'unauthorised' } });
});

test.each([
  ['200 with failures', { body: { failures: [{ code: 70001, message: 'wrong password' }] } }],
  ['200 with an error body', { body: { code: 80109, message: 'too many requests' } }],
  ['401', { status: 401 }],
  ['403', { status: 403 }],
  ['404', { status: 404 }],
  ['400', { status: 400 }],
  ['200 without a token', { body: { uid: 'x' } }],
  ['200 with XML', { headers: { 'content-type': 'text/xml' }, body: '<error>wrong password</error>' }],
  ['200 with a page', { headers: { 'content-type': 'text/html' }, body: '<html><h1>Wrong password</h1></html>' }],
  ['200 with nothing', { body: '' }],
  ['200 with null', { body: 'null' }],
  ['200 with JSON that was cut short', { body: '{"uid":"7","accessToken":"tok' }],
  ['200 with a list', { body: ['tok'] }],
  ['200 with a list in place of the token', { body: { accessToken: ['tok'] } }],
  ['a redirect', { status: 302, headers: { location: '/elsewhere' } }],
  ['408', { status: 408 }],
  ['429 with another reason', { status: 429, body: { failures: [{ code: 70001, message: 'wrong password' }] } }],
  ['500', { status: 500, body: 'x' }],
  ['503 of the service itself', { status: 503, body: { failures: [{ code: 70001, message: 'wrong password' }] } }],
])('a login answered by %s is never sent again, by no client with the same memory', async (_, answer: Answer) => {
  const service = await startService(() => answer, { answerLogins: false });
  const options = { logins: createLoginMemory() };
  for (const client of [testClient(service.url, options), testClient(`${service.url}/other`, options)]) {
    for (let i = 0; i < 3; i++) {
      const result = await client.call('getApps', {});
      expect(result).toMatchObject({ ok: false, failure: { problem: 'unauthorised', fatal: true } });
      expect(result.ok ? '' : result.failure.message).toContain('not tried again');
    }
    expect(await client.login()).toMatchObject({ ok: false });
  }
  expect(service.log).toHaveLength(1);
  // Corrected credentials are another login.
  const corrected = testClient(service.url, { ...options, credentials: { ...CREDENTIALS, passwd: 'another' } });
  await corrected.call('getApps', {});
  expect(service.log).toHaveLength(2);
});

test('two clients of one process do not share a refused login unless they share a memory', async () => {
  const service = await startService((_seen, _response, log) => (log.length === 1 ? { status: 401 } : LOGGED_IN), {
    answerLogins: false,
  });
  expect(await testClient(service.url).login()).toMatchObject({ ok: false, failure: { problem: 'unauthorised' } });
  expect(await testClient(service.url).login()).toMatchObject({ ok: true });
  expect(service.log).toHaveLength(2);
});

test('of two clients that start together with one memory, the second hears that the first was refused', async () => {
  const service = await startService(() => ({ status: 401 }), { answerLogins: false });
  const options = { logins: createLoginMemory() };
  const results = await Promise.all([1, 2, 3].map(() => testClient(service.url, options).call('getApps', {})));
  expect(results.map((one) => one.ok)).toEqual([false, false, false]);
  expect(service.log).toHaveLength(1);
});

test('a memory holds up no one whose login is accepted, nor one that failed for another reason', async () => {
  const service = await startService(() => APPS);
  const options = { logins: createLoginMemory() };
  const results = await Promise.all([1, 2].map(() => testClient(service.url, options).call('getApps', {})));
  expect(results.map((one) => one.ok)).toEqual([true, true]);
  expect(service.logins()).toHaveLength(2);
  const flaky = await startService((_seen, _response, log) => (log.length <= 2 ? { status: 504 } : LOGGED_IN), {
    answerLogins: false,
  });
  expect(await testClient(flaky.url, options).login()).toMatchObject({ ok: false, failure: { problem: 'unknown' } });
  expect(await testClient(flaky.url, options).login()).toMatchObject({ ok: true });
  expect(flaky.log).toHaveLength(3);
});

test('a login that is put off for its rate is sent at most three times', async () => {
  const service = await startService(() => ({ status: 429 }), { answerLogins: false });
  const result = await testClient(service.url).call('getApps', {});
  expect(result).toMatchObject({ ok: false, failure: { problem: 'throttled', fatal: true } });
  expect(service.log).toHaveLength(3);
});

test.each([502, 503, 504])('a login that a gateway answers with %i is sent at most twice', async (status) => {
  const service = await startService(() => ({ status, body: 'x' }), { answerLogins: false });
  const result = await testClient(service.url).call('getApps', {});
  expect(result).toMatchObject({ ok: false, failure: { problem: 'unknown', fatal: true } });
  expect(service.log).toHaveLength(2);
});

test('a given token needs no login; when it is rejected, the credentials are used once, if there are any', async () => {
  const service = await startService((seen) => (tokenOf(seen) === 'given-token' ? { status: 401 } : APPS));
  const credentials = { apiKey: 'k-1234', accessToken: 'given-token' };
  const bare = await testClient(service.url, { credentials }).call('getApps', {});
  expect(bare).toMatchObject({ failure: { problem: 'unauthorised', fatal: true } });
  expect(bare.ok ? '' : bare.failure.message).toContain('the given access token is not accepted');
  expect(service.logins()).toHaveLength(0);
  const full = testClient(service.url, { credentials: { ...CREDENTIALS, ...credentials } });
  expect((await full.call('getApps', {})).ok).toBe(true);
  expect(service.logins()).toHaveLength(1);
});

test.each([
  [{ apiKey: 'k' }, 'no user name'],
  [{ apiKey: 'k', username: 'u' }, 'no password'],
  [{ apiKey: 'k', username: 'u', password: 'secret-word' }, 'encrypted already'],
  [{ apiKey: '', username: 'u', passwd: 'p' }, 'the API key is empty'],
  [{ apiKey: 'k\n', username: 'u', passwd: 'p' }, 'the API key has white space or a line break at an end'],
  [{ apiKey: 'k', username: '\u3000u', passwd: 'p' }, 'the user name has white space or a line break at an end'],
  [{ apiKey: 'k', username: 'u', passwd: 'secret-word\r' }, 'the passwd has white space or a line break at an end'],
  [{ apiKey: 'k', username: 'u', passwd: 'secret-\u0000word' }, 'the passwd has a line break or another control'],
  [{ apiKey: '键', username: 'u', passwd: 'p' }, 'a header cannot carry'],
])('credentials that cannot work send nothing: %j', async (credentials, words) => {
  const service = await startService(() => APPS);
  const result = await testClient(service.url, { credentials }).call('getApps', {});
  expect(result).toMatchObject({ failure: { problem: 'unauthorised', fatal: true } });
  expect(result.ok ? '' : result.failure.message).toContain(words);
  expect(JSON.stringify(result)).not.toContain('secret-word');
  expect(service.log).toHaveLength(0);
});

test.each([
  [undefined, 'no API secret'],
  ['too-short', 'at least 32 characters'],
])('a plain password with the API secret %j cannot be encrypted', async (apiSecret, words) => {
  const credentials = { apiKey: 'k', username: 'u', password: 'p', ...(apiSecret !== undefined && { apiSecret }) };
  const service = await startService(() => APPS);
  const result = await testClient(service.url, { credentials, passwordScheme: 'aes-128-cbc-md5' }).call('getApps', {});
  expect(result.ok ? '' : result.failure.message).toContain(words);
});

test('a remembered token serves the next process, is kept with mode 0600 and shows no key or user name', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'adwright-')), 'deep', 'tokens.json');
  const service = await startService(() => APPS);
  const tokenStore = fileTokenStore(path);
  const options = { tokenStore };
  expect(await testClient(service.url, options).login({ remember: true })).toMatchObject({
    ok: true,
    reply: { uid: 'enc', expiresAt: '2026-03-02T11:00:00.000Z', kept: true },
  });
  expect((await stat(path)).mode & 0o777).toBe(0o600);
  const content = await readFile(path, 'utf8');
  for (const secret of [CREDENTIALS.apiKey, CREDENTIALS.username, CREDENTIALS.passwd]) {
    expect(content).not.toContain(secret);
  }
  expect((await testClient(service.url, options).call('getApps', {})).ok).toBe(true);
  expect(service.logins()).toHaveLength(1);

  // Another user, another key, or an expired token: a login of their own, and nothing is remembered unasked.
  for (const other of [{ username: 'other' }, { apiKey: 'other-key' }]) {
    await testClient(service.url, { ...options, credentials: { ...CREDENTIALS, ...other } }).call('getApps', {});
  }
  expect(service.logins()).toHaveLength(3);
  expect(await readFile(path, 'utf8')).toBe(content);
  const late = turnedClock('2026-03-02T11:00:00.000Z');
  await testClient(service.url, { ...options, clock: late }).call('getApps', {});
  expect(service.logins()).toHaveLength(4);
  expect(await readFile(path, 'utf8')).toContain(`${TOKEN}-4`);

  await chmod(path, 0o644);
  expect(Object.keys(JSON.parse(await readFile(path, 'utf8')).tokens)).toHaveLength(1);
  await testClient(service.url, { ...options, clock: late }).call('getApps', {});
  expect(service.logins()).toHaveLength(5);
});

test('a remembered token that the service rejects is replaced in the store', async () => {
  const path = join(await mkdtemp(join(tmpdir(), 'adwright-')), 'tokens.json');
  const service = await startService((seen) => (tokenOf(seen) === TOKEN ? { status: 401 } : APPS));
  const options = { tokenStore: fileTokenStore(path) };
  await testClient(service.url, options).login({ remember: true });
  expect((await testClient(service.url, options).call('getApps', {})).ok).toBe(true);
  expect(await readFile(path, 'utf8')).toContain(`"${TOKEN}-2"`);
  const client = testClient(service.url, options);
  await client.logout();
  await expect(stat(path)).rejects.toThrow('ENOENT');
});

test.each(['', '{', '[]', '{"tokens":{"x":1}}', '\u0000\u0000'])(
  'a broken token file %j counts as empty',
  async (text) => {
    const path = join(await mkdtemp(join(tmpdir(), 'adwright-')), 'tokens.json');
    await writeFile(path, text, { mode: 0o600 });
    const store = fileTokenStore(path);
    expect(await store.read('x')).toBeUndefined();
    await store.write('k', { accessToken: 't', expiresAt: '2026-01-01T00:00:00Z' });
    expect(await store.read('k')).toEqual({ accessToken: 't', expiresAt: '2026-01-01T00:00:00Z' });
  },
);

test('a token store that does not work costs a warning and a login, not the run', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-'));
  await writeFile(join(folder, 'file'), '');
  const service = await startService(() => APPS);
  const warnings: string[] = [];
  const client = testClient(service.url, {
    tokenStore: fileTokenStore(join(folder, 'file', 'tokens.json')),
    onDiagnostic: (one) => warnings.push(one.code),
  });
  expect((await client.call('getApps', {})).ok).toBe(true);
  expect(await client.login({ remember: true })).toMatchObject({ ok: true, reply: { kept: false } });
  expect(warnings).toEqual(['token-store', 'token-store']);
});
