import type { Socket } from 'node:net';
import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import { createClient } from '../../src/api/index.js';
import { connectProblem } from '../../src/api/transport/connect-problem.js';
import { Failure } from '../../src/diagnostics/failure.js';
import { CREDENTIALS, closedPort, startRaw, startService, testClient } from './support/service.js';

const GROUPS = { groups: [{ campaignId: new LosslessNumber('1'), name: 'g', price: new LosslessNumber('1') }] };
const given = { credentials: { apiKey: 'k-1234', accessToken: 'token-1' } };
const head = (length: number) =>
  `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`;

/** Calls `then` once the head of a request has come. */
function onRequest(socket: Socket, then: () => void): void {
  socket.once('data', then);
}

const FAULTS: readonly (readonly [string, (socket: Socket) => void, RegExp])[] = [
  ['closes the connection at once', (socket) => socket.destroy(), /connection was closed before/],
  ['resets it after the request', (socket) => onRequest(socket, () => socket.resetAndDestroy()), /was closed before/],
  ['closes it after the request', (socket) => onRequest(socket, () => socket.end()), /was closed before/],
  [
    'breaks off inside the reply',
    (socket) => onRequest(socket, () => socket.end(`${head(500)}{"groupIdList":[1,2`)),
    /is incomplete.*it begins: \{"groupIdList":\[1,2/,
  ],
  ['does not speak HTTP', (socket) => onRequest(socket, () => socket.end('220 ready\r\n\r\n')), /is not HTTP/],
  ['never answers', () => undefined, /No reply within 0.3 s/],
  [
    'stops inside the reply',
    (socket) => onRequest(socket, () => socket.write(`${head(500)}{"groupIdList":[1,2`)),
    /is incomplete: No reply within 0.3 s/,
  ],
];

describe.each(FAULTS)('a service that %s', (what, fault, words) => {
  // Only silence is waited for; whatever else happens may take its time on a busy machine.
  const limits = { requestTimeoutSeconds: /never|stops/.test(what) ? 0.3 : 20 };

  test('leaves the outcome of a creating call unknown, which is sent once on one connection', async () => {
    let connections = 0;
    const { url } = await startRaw((socket) => {
      connections++;
      fault(socket);
    });
    const client = testClient(url, { ...given, limits });
    const result = await client.call('addGroups', GROUPS);
    expect(result).toMatchObject({ ok: false, failure: { problem: 'unknown' } });
    expect(result.ok ? '' : result.failure.message).toMatch(words);
    expect(connections).toBe(1);
  });

  test('is asked again by a read, which succeeds when it recovers', async () => {
    const { url } = await startRaw((socket, count) => {
      if (count <= 2) return fault(socket);
      const body = '{"appList":[{"appId":7}]}';
      onRequest(socket, () => socket.end(head(body.length) + body));
    });
    const client = testClient(url, { ...given, limits });
    expect(await client.call('getApps', {})).toEqual({ ok: true, reply: { appList: [{ appId: '7' }] } });
  });
});

test('a reply of 400 whose body breaks off is a refusal all the same', async () => {
  const { url } = await startRaw((socket) =>
    onRequest(socket, () => socket.end('HTTP/1.1 400 Bad Request\r\ncontent-length: 500\r\n\r\noops')),
  );
  const result = await testClient(url, given).call('addGroups', GROUPS);
  expect(result).toMatchObject({ failure: { problem: 'refused', status: 400 } });
});

test('a port without a listener is not-sent, for a creating call without a repeat', async () => {
  const url = `http://127.0.0.1:${await closedPort()}`;
  const sendings = { addGroups: 0, getApps: 0 };
  for (const name of ['addGroups', 'getApps'] as const) {
    const client = testClient(url, { ...given, onEvent: (event) => event.type === 'call' && sendings[name]++ });
    const result = await client.call(name, { addGroups: GROUPS, getApps: {} }[name]);
    expect(result).toMatchObject({ ok: false, failure: { problem: 'not-sent' } });
    expect(result.ok ? '' : result.failure.message).toContain(`Cannot connect to ${url}: nothing listens there`);
  }
  expect(sendings).toEqual({ addGroups: 1, getApps: 3 });
});

test('a host name that does not exist is not-sent', async () => {
  const result = await testClient('http://no-such-host.invalid', given).call('addGroups', GROUPS);
  expect(result).toMatchObject({ ok: false, failure: { problem: 'not-sent' } });
  expect(result.ok ? '' : result.failure.message).toMatch(/http:\/\/no-such-host.invalid: the host name/);
});

test('https against a service without TLS is not-sent and says what may be wrong', async () => {
  const service = await startService(() => ({ body: {} }));
  const result = await testClient(`https://127.0.0.1:${service.port}`, given).call('addGroups', GROUPS);
  expect(result).toMatchObject({ ok: false, failure: { problem: 'not-sent' } });
  expect(result.ok ? '' : result.failure.message).toContain('is it http instead of https?');
});

test('reads keep their connections, each creating call has a new one and closes it', async () => {
  const service = await startService((seen) => ({
    body: seen.path.includes('group') ? { groupIdList: [1] } : { appList: [] },
  }));
  const client = testClient(service.url, given);
  for (let i = 0; i < 10; i++) {
    expect((await client.call('getApps', {})).ok).toBe(true);
    expect((await client.call('addGroups', GROUPS)).ok).toBe(true);
  }
  const of = (part: string) => service.calls().filter((seen) => seen.path.includes(part));
  const kept = new Set(of('getAppList').map((seen) => seen.connection));
  const single = of('batchAdd').map((seen) => seen.connection);
  expect(kept.size).toBeLessThanOrEqual(4);
  expect(new Set(single).size).toBe(10);
  expect(single.some((connection) => kept.has(connection))).toBe(false);
  expect(of('batchAdd').every((seen) => seen.headers.connection === 'close')).toBe(true);
});

test('a path in the base URL stays in front, with and without a slash at its end', async () => {
  const service = await startService(() => ({ body: { appList: [] } }));
  for (const path of ['/gate/way', '/gate/way/']) await testClient(service.url + path, given).call('getApps', {});
  expect(service.log.map((seen) => seen.path)).toEqual(Array(2).fill('/gate/way/ads/app/getAppList'));
});

test('a body of several megabytes arrives whole', async () => {
  const image = Buffer.alloc(3_000_000, 0xfb).toString('base64');
  const service = await startService(() => ({ body: { appTaskId: 5 } }));
  const apps = [{ title: '鞋城', type: 'iOS', imageEncode: image, appUrl: 'https://x/?a=1&b=%20+' }];
  const client = testClient(service.url, given);
  expect(await client.call('addAppTask', { apps })).toMatchObject({ ok: true });
  const [seen] = service.calls();
  expect(JSON.parse(seen?.fields.get('apps') ?? '')).toEqual(apps);
  expect(client.bodyBytes('addAppTask', { apps })).toBe(seen?.body.length);
});

test.each(['ads.example.com', 'ftp://x', 'https://user:secret-word@x', 'https://x/?a=1', 'https://x/#a', ''])(
  'the base URL %j cannot be used, and a password in it is not shown',
  (baseUrl) => {
    let thrown: unknown;
    try {
      createClient({ baseUrl, credentials: CREDENTIALS });
    } catch (error) {
      thrown = error;
    }
    expect(thrown).toBeInstanceOf(Failure);
    expect((thrown as Failure).diagnostics).toMatchObject([{ code: 'service-address' }]);
    expect((thrown as Failure).message).not.toContain('secret-word');
  },
);

test('a connection for which no file can be opened says what to raise', () => {
  const error = Object.assign(new Error('connect EMFILE 127.0.0.1:80'), { code: 'EMFILE' });
  expect(connectProblem(error, 'http://127.0.0.1', undefined)).toMatchObject({
    message: 'Cannot connect to http://127.0.0.1: too many files are open: raise the limit (`ulimit -n`) (EMFILE).',
    passing: false,
  });
});
