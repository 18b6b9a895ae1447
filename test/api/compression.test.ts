import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { decompress } from '../../src/api/transport/decompress.js';
import { startRaw, testClient } from './support/service.js';

const given = { credentials: { apiKey: 'k-1234', accessToken: 'token-1' } };
const APPS = Buffer.from('{"appList":[{"appId":7,"title":"鞋城"}]}');

async function appsFrom(body: Buffer, encoding: string | undefined) {
  const { url } = await startRaw((socket) => {
    socket.on('data', () => {
      const head = encoding === undefined ? '' : `content-encoding: ${encoding}\r\n`;
      socket.write(
        `HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n${head}content-length: ${body.length}\r\n\r\n`,
      );
      socket.write(body);
    });
  });
  return testClient(url, given).call('getApps', {});
}

describe('a compressed reply that no one asked for', () => {
  test.each([
    ['gzip', 'gzip', gzipSync(APPS)],
    ['gzip in capitals', 'GZIP', gzipSync(APPS)],
    ['gzip that is not said', undefined, gzipSync(APPS)],
    ['deflate', 'deflate', deflateSync(APPS)],
    ['deflate without its head', 'deflate', deflateRawSync(APPS)],
    ['brotli', 'br', brotliCompressSync(APPS)],
    ['two codings', 'gzip, br', brotliCompressSync(gzipSync(APPS))],
    ['a coding that a proxy has undone', 'gzip', APPS],
    ['identity', 'identity', APPS],
  ])('is read: %s', async (_, encoding, body) => {
    expect(await appsFrom(body, encoding)).toEqual({ ok: true, reply: { appList: [{ appId: '7', title: '鞋城' }] } });
  });

  test.each([
    ['is cut short', 'gzip', gzipSync(APPS).subarray(0, 30), /its compression \(gzip\) is damaged/],
    ['has an unknown name', 'zstd', gzipSync(APPS), /its compression "zstd" is not supported/],
  ])('is told where it %s', async (_, encoding, body, words) => {
    const result = await appsFrom(body, encoding);
    expect(result).toMatchObject({ ok: false, failure: { problem: 'unknown' } });
    expect(result.ok ? '' : result.failure.message).toMatch(words);
  });

  test('is not unpacked beyond the bound', async () => {
    const bomb = gzipSync(Buffer.alloc(3_000_000));
    await expect(decompress(bomb, 'gzip', 1_000_000)).rejects.toThrow('larger than 1000000 bytes');
    expect(await decompress(bomb, 'gzip', 3_000_000)).toHaveLength(3_000_000);
  });
});

describe('a reply that is nested without end', () => {
  const deep = (open: string, close: string) => open.repeat(100_000) + close.repeat(100_000);
  test.each([
    ['in its list', `{"appList":[{"appId":${deep('[', ']')}}]}`],
    ['in its failures', `{"failures":${deep('[', ']')}}`],
    [
      'beside a long number',
      `{"a":1234567890123456789,"appList":[{"appId":${deep('{"a":', '}').replace('{"a":}', '{}')}}]}`,
    ],
  ])('%s, is a reply that cannot be read', async (_, text) => {
    const result = await appsFrom(Buffer.from(text), undefined);
    expect(result).toMatchObject({ ok: false, failure: { problem: 'unknown' } });
    expect(result.ok ? '' : result.failure.message).toMatch(/nested too deeply|not a JSON object/);
  });
});
