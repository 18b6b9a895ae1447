import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished, test } from 'vitest';
import { isPublicAddress, isPublicName } from '../../src/app/service/public-addresses.js';
import { openWeb } from '../../src/app/service/web.js';
import { jpeg } from '../manifest/image-files.js';
import { folderOf, type Loaded, loadFolder, PROJECT } from '../manifest/support.js';
import { adwright, projectFolder } from '../support/cli.js';

interface Server {
  readonly url: string;
  /** `HEAD /a`, in order. */
  readonly asked: string[];
}

async function serve(answer: RequestListener): Promise<Server> {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const { range } = request.headers;
    asked.push(`${request.method} ${request.url}${range === undefined ? '' : ` ${range}`}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}

const project = async (...addresses: string[]) => ({
  'adwright.yaml': PROJECT,
  'ads/cover.jpg': await jpeg(225, 126),
  'ads/a.yaml': `version: 1\nrichCreatives:\n${addresses
    .map(
      (address, index) =>
        `  - groupIds: [${index + 1}]\n    creative: video-computer\n    content: { url: https://www.example.com/, cover_img: cover.jpg, video_url: "${address}" }\n`,
    )
    .join('')}`,
});

async function check(...addresses: string[]): Promise<Loaded> {
  return loadFolder(
    await folderOf(await project(...addresses)),
    openWeb({ env: {}, userAgent: 'adwright/test', anyAddress: true }),
  );
}

const MP4 = { 'content-type': 'video/mp4' };
const LIMIT = 20 * 1024 * 1024;

describe('asking a server for a file’s size', () => {
  it('takes the answer to HEAD', async () => {
    const server = await serve((_, response) => response.writeHead(200, { ...MP4, 'content-length': LIMIT }).end());
    expect((await check(`${server.url}/a.mp4`)).found).toEqual([]);
    expect(server.asked).toEqual(['HEAD /a.mp4']);
  });

  it('asks for one byte where HEAD is refused', async () => {
    const server = await serve((request, response) => {
      if (request.method === 'HEAD') response.writeHead(403).end();
      else response.writeHead(206, { ...MP4, 'content-range': `bytes 0-0/${LIMIT + 1}` }).end('x');
    });
    const { found, detail } = await check(`${server.url}/a.mp4?sign=%2F`);
    expect(found).toEqual(['ads/a.yaml:5:80 remote-bytes']);
    expect(detail('remote-bytes')).toContain(`it has ${LIMIT + 1} bytes; at most ${LIMIT}`);
    expect(server.asked).toEqual(['HEAD /a.mp4?sign=%2F', 'GET /a.mp4?sign=%2F bytes=0-0']);
  });

  it('warns where no size is given, and reads nothing of a body that never ends', async () => {
    const server = await serve((request, response) => {
      response.writeHead(200, MP4);
      if (request.method === 'HEAD') {
        response.end();
        return;
      }
      const timer = setInterval(() => response.write(Buffer.alloc(65_536)), 1);
      response.on('close', () => clearInterval(timer));
    });
    const before = performance.now();
    const { found, detail } = await check(`${server.url}/a.mp4`);
    expect(performance.now() - before).toBeLessThan(5000);
    expect(found).toEqual(['ads/a.yaml:5:80 remote-not-checked']);
    expect(detail('remote-not-checked')).toContain('does not say how large');
  });

  it('follows redirects, not forever, and only over http', async () => {
    const server = await serve((request, response) => {
      const target = { '/a.mp4': 'b.mp4', '/b.mp4': '/c.mp4', '/c.mp4': '/d.mp4', '/f.mp4': 'file:///etc/hostname' }[
        request.url ?? ''
      ];
      if (request.url === '/loop.mp4') response.writeHead(302, { location: '/loop.mp4' }).end();
      else if (target !== undefined) response.writeHead(302, { location: target }).end();
      else response.writeHead(200, { ...MP4, 'content-length': 9 }).end();
    });
    const { found, detail } = await check(`${server.url}/a.mp4`, `${server.url}/f.mp4`, `${server.url}/loop.mp4`);
    expect(found).toEqual(['ads/a.yaml:8:80 remote-not-checked', 'ads/a.yaml:11:80 remote-not-checked']);
    expect(detail('remote-not-checked')).toMatch(/redirects to a file: address\.[\s\S]*redirects more than 5 times/);
  });

  it('refuses what says it is something else', async () => {
    const server = await serve((_, response) =>
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': 10 }).end(),
    );
    const { errors, detail } = await check(`${server.url}/a.mp4`);
    expect(errors).toEqual(['ads/a.yaml:5:80 remote-type']);
    expect(detail('remote-type')).toContain('"text/html", not video/mp4');
  });

  it('asks each address once, no matter how often it is named', async () => {
    const server = await serve((_, response) => response.writeHead(200, { ...MP4, 'content-length': 9 }).end());
    await check(`${server.url}/a.mp4`, `${server.url}/a.mp4`);
    expect(server.asked).toHaveLength(1);
  });

  it('only warns of what is not there or does not answer', async () => {
    const server = await serve((_, response) => response.writeHead(404).end());
    const silent = await serve((_, response) => response.destroy());
    const { errors, found, detail } = await check(`${server.url}/a.mp4`, `${silent.url}/a.mp4`, 'http://127.0.0.1:1/a');
    expect([errors, found.length]).toEqual([[], 3]);
    expect(detail('remote-not-checked')).toMatch(/answers 404[\s\S]*no usable answer[\s\S]*connection refused/);
  });
});

test('no private address is asked, whether named, resolved or redirected to', async () => {
  const server = await serve((_, response) => response.writeHead(200, { ...MP4, 'content-length': 9 }).end());
  const port = server.url.split(':').at(-1);
  const addresses = ['127.0.0.1', 'localhost', '[::1]', '[::ffff:127.0.0.1]', '0x7f.1', 'host.localhost'];
  const folder = await projectFolder(await project(...addresses.map((host) => `http://${host}:${port}/a.mp4`)));
  const { code, stdout } = await adwright(folder, ['validate', '--check-urls']);
  expect(code).toBe(0);
  expect(stdout.match(/not an address on the public internet/g)).toHaveLength(addresses.length);
  expect(server.asked).toEqual([]);
});

test('a name is judged by what it resolves to, at the moment of connecting', async () => {
  const web = openWeb({ env: {}, userAgent: 'adwright/test' });
  const ask = web.ask('HEAD', new URL('http://localhost.example.invalid/'), { signal: AbortSignal.timeout(5000) });
  await expect(ask).rejects.toThrow(/host name|not an address/);
});

test.each([
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.31.0.1',
  '192.168.0.1',
  '0.0.0.0',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:10.0.0.1',
  'fe80::1%eth0',
  'fd00::1',
  '64:ff9b::a00:1',
  '2002:7f00:1::',
])('%s is no public address', (address) => {
  expect(isPublicAddress(address)).toBe(false);
});

test.each(['1.1.1.1', '172.32.0.1', '198.20.0.1', '2400:3200::1', '::ffff:1.1.1.1'])('%s is public', (address) => {
  expect(isPublicAddress(address)).toBe(true);
});

test('names of this machine and this network are not public', () => {
  expect(['localhost', 'nas', 'a.local', 'b.internal.', 'x.LAN'].map(isPublicName)).not.toContain(true);
  expect(['a.cn', 'video.example.com'].map(isPublicName)).toEqual([true, true]);
});
