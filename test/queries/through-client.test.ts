import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createClient } from '../../src/api/index.js';
import { componentReport } from '../../src/queries/component-report.js';
import { creativeReport } from '../../src/queries/creative-report.js';
import { collect, noon, turnedClock } from './support.js';

let server: Server | undefined;
afterEach(() => void server?.close());

/** The real client over HTTP; the answer is chosen by the form fields. */
async function clientOf(answer: (path: string, fields: URLSearchParams) => unknown) {
  const asked: string[] = [];
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => {
      body += chunk.toString();
    });
    request.on('end', () => {
      asked.push(`${request.url} ${body}`);
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify(answer(request.url ?? '', new URLSearchParams(body))));
    });
  });
  await new Promise<void>((resolve) => server?.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const client = createClient({
    baseUrl: `http://127.0.0.1:${port}`,
    credentials: { apiKey: 'key', accessToken: 'token' },
    limits: { requestsPerSecond: 1000 },
  });
  return { client, asked };
}

test('pages of a day are walked, ids are kept digit for digit, and devices are asked apart', async () => {
  const page = (size: number, from: number) =>
    Array.from({ length: size }, (_, index) => ({
      groupId: '9007199254740993',
      views: from + index,
      clicks: '1',
      totalCost: '0.10',
    }));
  const { client, asked } = await clientOf((_path, fields) => ({
    richcreativeList: fields.get('page') === '1' ? page(1000, 0) : page(1, 1000),
  }));
  const checked = creativeReport.check([], { from: '2024-06-08', to: '2024-06-08' }, noon);
  if (!checked.ok) throw new Error('refused');
  const { rows } = await collect(
    creativeReport.rows(checked.params, client, {
      ...noon,
      clock: turnedClock('2024-06-10T04:00:00Z'),
      wait: false,
      atOnce: 1,
    }),
  );
  expect(rows).toHaveLength(2002);
  expect(rows[0]).toEqual({
    groupId: '9007199254740993',
    views: '0',
    clicks: '1',
    totalCost: '0.10',
    type: 'computer',
  });
  expect(asked.map((one) => /type=(\w+).*page=(\d)/.exec(one)?.slice(1).join(' '))).toEqual([
    'computer 1',
    'computer 2',
    'mobile 1',
    'mobile 2',
  ]);
  await client.close();
});

test('70109 as number or as text is a day that is not ready', async () => {
  let calls = 0;
  const { client } = await clientOf(() => {
    calls++;
    if (calls <= 2) return { failures: [{ code: calls === 1 ? 70109 : '70109', message: 'not ready' }] };
    return { sublinkList: [{ date: '2024-06-09', views: '3' }] };
  });
  const checked = componentReport.check([], {}, noon);
  if (!checked.ok) throw new Error('refused');
  const clock = turnedClock('2024-06-10T04:00:00Z');
  const { rows, end } = await collect(
    componentReport.rows(checked.params, client, { ...noon, clock, wait: true, atOnce: 1 }),
  );
  expect(rows).toEqual([{ date: '2024-06-09', views: '3' }]);
  expect(end?.notReady).toEqual([]);
  expect(clock.slept).toEqual([60, 120]);
  await client.close();
});
