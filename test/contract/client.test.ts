import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createClient } from '../../src/api/index.js';
import { ENDPOINT_NAMES } from '../../src/contract/index.js';
import { TABLE } from './table.js';

interface Recorded {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
}

/** A bare server that writes down what comes over the wire and answers with the same text always. */
async function record(reply: string): Promise<{ url: string; seen: Recorded[] }> {
  const seen: Recorded[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { rawHeaders: raw, method, url: path } = request;
      const headers = raw.flatMap((name, at) => (at % 2 === 0 ? [[name, raw[at + 1] ?? ''] as const] : []));
      seen.push({ method, path, headers, body: Buffer.concat(chunks).toString('latin1') });
      response.end(reply);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, seen };
}

test.each(TABLE.map((entry) => [entry.title, entry] as const))('%s', async (_, entry) => {
  const { url, seen } = await record(entry.reply);
  const client = createClient({
    baseUrl: url,
    credentials: { apiKey: 'api-key-0001', accessToken: 'token-0001' },
    ...(entry.settings !== undefined && { service: entry.settings }),
  });
  onTestFinished(() => client.close());

  const result = await client.call(entry.endpoint, entry.request);
  expect(result).toEqual({ ok: true, reply: entry.read });

  expect(seen).toHaveLength(1);
  const [request] = seen;
  expect({ method: request?.method, path: request?.path, body: request?.body }).toEqual({
    method: entry.bytes.method,
    path: entry.bytes.path,
    body: entry.bytes.body,
  });
  const named = (name: string) => request?.headers.filter(([given]) => given.toLowerCase() === name.toLowerCase());
  expect(named('apiKey')).toEqual([['apiKey', 'api-key-0001']]);
  expect(named('accessToken')).toEqual(entry.bytes.token ? [['accessToken', 'token-0001']] : []);
  const post = entry.bytes.method === 'POST';
  expect(named('content-type')).toEqual(post ? [['content-type', 'application/x-www-form-urlencoded']] : []);
  expect(named('content-length')).toEqual(post ? [['content-length', String(entry.bytes.body.length)]] : []);
});

test('the table holds every operation of the interface', () => {
  expect(new Set(TABLE.map((entry) => entry.endpoint))).toEqual(new Set(ENDPOINT_NAMES));
  expect(ENDPOINT_NAMES).toHaveLength(15);
});
