import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { LosslessNumber } from 'lossless-json';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/api/index.js';
import type { ProxyEnvironment } from '../../src/api/transport/proxy.js';
import { proxyFor } from '../../src/api/transport/proxy.js';
import { AUTHORITY, OTHER_CERTIFICATE, OTHER_KEY, SERVER_CERTIFICATE, SERVER_KEY } from './support/certificates.js';
import { runWithClient } from './support/child.js';
import { CREDENTIALS, closedPort, startService, testClient } from './support/service.js';

const GROUPS = { groups: [{ campaignId: new LosslessNumber('1'), name: 'g', price: new LosslessNumber('1') }] };
const given = { credentials: { apiKey: 'k-1234', accessToken: 'token-1' } };

interface Proxied {
  readonly url: string;
  readonly log: { readonly line: string; readonly authorization: string | undefined }[];
}

/** A forward proxy that sends everything to `port` on loopback, whatever host was asked for. */
async function startProxy(port: number, refuse?: number): Promise<Proxied> {
  const log: Proxied['log'] = [];
  const server = createServer((request, response) => {
    log.push({ line: `${request.method} ${request.url}`, authorization: request.headers['proxy-authorization'] });
    if (refuse !== undefined) {
      response.writeHead(refuse).end();
      return;
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"appList":[],"groupIdList":[4]}');
  });
  server.on('connect', (request, socket) => {
    log.push({ line: `CONNECT ${request.url}`, authorization: request.headers['proxy-authorization'] });
    if (refuse !== undefined) {
      socket.end(`HTTP/1.1 ${refuse} No\r\n\r\n`);
      return;
    }
    const onward = connect(port, '127.0.0.1', () => {
      socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
      onward.pipe(socket).pipe(onward);
    });
    onward.on('error', () => socket.destroy());
    socket.on('error', () => onward.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, log };
}

async function startTls(cert = SERVER_CERTIFICATE, key = SERVER_KEY): Promise<number> {
  const server = createTlsServer({ cert, key }, (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' }).end('{"appList":[],"groupIdList":[4]}');
  });
  server.on('tlsClientError', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const P = 'http://proxy:3128';
const CASES: readonly (readonly [string, ProxyEnvironment, string | undefined])[] = [
  ['https://ads.test', {}, undefined],
  ['https://ads.test', { HTTPS_PROXY: P }, 'HTTPS_PROXY'],
  ['https://ads.test', { https_proxy: P }, 'https_proxy'],
  ['https://ads.test', { https_proxy: '', HTTPS_PROXY: P }, 'HTTPS_PROXY'],
  ['https://ads.test', { https_proxy: P, HTTPS_PROXY: 'http://other:1' }, 'https_proxy'],
  ['https://ads.test', { HTTP_PROXY: P }, undefined],
  ['http://ads.test', { HTTP_PROXY: P }, 'HTTP_PROXY'],
  ['http://ads.test', { HTTPS_PROXY: P }, undefined],
  ['http://ads.test', { ALL_PROXY: P }, 'ALL_PROXY'],
  ['https://ads.test', { HTTPS_PROXY: 'proxy:3128' }, 'HTTPS_PROXY'],
  ['https://ads.test', { HTTPS_PROXY: P, NO_PROXY: '*' }, undefined],
  ['https://ads.test', { HTTPS_PROXY: P, NO_PROXY: 'ads.test' }, undefined],
  ['https://ADS.test', { HTTPS_PROXY: P, NO_PROXY: 'x, Ads.Test' }, undefined],
  ['https://eu.ads.test', { HTTPS_PROXY: P, NO_PROXY: 'ads.test' }, undefined],
  ['https://eu.ads.test', { HTTPS_PROXY: P, NO_PROXY: '.ads.test' }, undefined],
  ['https://eu.ads.test', { HTTPS_PROXY: P, NO_PROXY: '*.ads.test' }, undefined],
  ['https://badads.test', { HTTPS_PROXY: P, NO_PROXY: 'ads.test' }, 'HTTPS_PROXY'],
  ['https://ads.test:8443', { HTTPS_PROXY: P, NO_PROXY: 'ads.test:8443' }, undefined],
  ['https://ads.test', { HTTPS_PROXY: P, NO_PROXY: 'ads.test:8443' }, 'HTTPS_PROXY'],
  ['https://ads.test', { HTTPS_PROXY: P, NO_PROXY: 'ads.test:443' }, undefined],
  ['https://ads.test', { HTTPS_PROXY: P, no_proxy: '', NO_PROXY: 'ads.test' }, undefined],
  ['http://[::1]:80', { HTTP_PROXY: P, NO_PROXY: '::1' }, undefined],
  ['http://[::1]:80', { HTTP_PROXY: P, NO_PROXY: '[::1]:80' }, undefined],
];

test.each(CASES)('%s with %j goes through %j', (target, env, variable) => {
  expect(proxyFor(new URL(target), env)?.variable).toBe(variable);
});

test('plain http goes to the proxy in absolute form, with the credentials of its address', async () => {
  const proxy = await startProxy(0);
  const env = { http_proxy: '', HTTP_PROXY: proxy.url.replace('//', '//me:p%40ss@') };
  const client = testClient('http://ads.test/base', { ...given, env });
  expect((await client.call('getApps', {})).ok).toBe(true);
  expect((await client.call('addGroups', GROUPS)).ok).toBe(true);
  const authorization = `Basic ${Buffer.from('me:p@ss').toString('base64')}`;
  expect(proxy.log).toEqual([
    { line: 'POST http://ads.test/base/ads/app/getAppList', authorization },
    { line: 'POST http://ads.test/base/ads/group/batchAdd', authorization },
  ]);
});

test('NO_PROXY goes directly', async () => {
  const proxy = await startProxy(0);
  const service = await startService(() => ({ body: { appList: [] } }));
  const env = { HTTP_PROXY: proxy.url, NO_PROXY: `127.0.0.1:${service.port}` };
  expect((await testClient(service.url, { ...given, env }).call('getApps', {})).ok).toBe(true);
  expect([proxy.log.length, service.log.length]).toEqual([0, 1]);
});

test.each([
  [407, /wants other credentials \(407\)/],
  [403, /it answered 403/],
])('a tunnel that the proxy refuses with %i is not-sent, and the password is masked', async (status, words) => {
  const proxy = await startProxy(0, status);
  const env = { HTTPS_PROXY: proxy.url.replace('//', '//me:hidden-word@') };
  const result = await testClient('https://ads.test', { ...given, env }).call('addGroups', GROUPS);
  expect(result).toMatchObject({ ok: false, failure: { problem: 'not-sent' } });
  const message = result.ok ? '' : result.failure.message;
  expect(message).toMatch(words);
  expect(message).toContain(`${proxy.url.replace('//', '//me:***@')} (HTTPS_PROXY)`);
  expect(message).not.toContain('hidden-word');
});

test('a proxy that is not there is named with its password masked', async () => {
  const port = await closedPort();
  for (const [target, variable] of [
    ['https://ads.test', 'HTTPS_PROXY'],
    ['http://ads.test', 'HTTP_PROXY'],
  ] as const) {
    const env = { [variable]: `http://me:hidden-word@127.0.0.1:${port}` };
    const result = await testClient(target, { ...given, env }).call('addGroups', GROUPS);
    expect(result).toMatchObject({ ok: false, failure: { problem: 'not-sent' } });
    expect(result.ok ? '' : result.failure.message).toContain(`http://me:***@127.0.0.1:${port} (${variable})`);
    expect(JSON.stringify(result)).not.toContain('hidden-word');
  }
});

test('a variable that is not a proxy address is refused by name, without its value', () => {
  const make = () =>
    createClient({ baseUrl: 'https://x', credentials: CREDENTIALS, env: { HTTPS_PROXY: 'socks5://u:hidden-word@x' } });
  expect(make).toThrow(/^HTTPS_PROXY is not the address of an HTTP proxy/);
  expect(make).not.toThrow(/hidden-word/);
});

test('a certificate of an unknown authority is named with NODE_EXTRA_CA_CERTS, directly and through a proxy', async () => {
  const port = await startTls();
  const proxy = await startProxy(port);
  for (const env of [{}, { HTTPS_PROXY: proxy.url }]) {
    const result = await testClient(`https://localhost:${port}`, { ...given, env }).call('addGroups', GROUPS);
    expect(result).toMatchObject({ ok: false, failure: { problem: 'not-sent' } });
    const message = result.ok ? '' : result.failure.message;
    expect(message).toMatch(/The certificate of https:\/\/localhost:\d+.* was not accepted: .*authority/);
    expect(message).toContain('NODE_EXTRA_CA_CERTS');
  }
  expect(proxy.log.map((one) => one.line)).toEqual([`CONNECT localhost:${port}`]);
});

test('with NODE_EXTRA_CA_CERTS it works, also through a proxy; a wrong host name still fails', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const ca = join(folder, 'ca.pem');
  await writeFile(ca, AUTHORITY);
  const port = await startTls();
  const otherPort = await startTls(OTHER_CERTIFICATE, OTHER_KEY);
  const proxy = await startProxy(port);
  const results = await runWithClient(
    [
      { baseUrl: `https://localhost:${port}`, env: {} },
      { baseUrl: 'https://ads.test', env: { HTTPS_PROXY: proxy.url } },
      { baseUrl: `https://localhost:${otherPort}`, env: {} },
    ],
    { NODE_EXTRA_CA_CERTS: ca },
  );
  expect(results).toMatchObject([{ ok: true }, { ok: true }, { ok: false, failure: { problem: 'not-sent' } }]);
  expect(results[2]?.failure?.message).toContain('it belongs to another host name');
  expect(proxy.log.map((one) => one.line)).toEqual(['CONNECT ads.test:443']);
}, 120_000);
