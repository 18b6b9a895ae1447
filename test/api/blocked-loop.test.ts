import { Worker } from 'node:worker_threads';
import { expect, onTestFinished, test } from 'vitest';
import { testClient } from './support/service.js';

/** A service in a thread of its own: says when a request has come, and answers it a little later. */
const SERVICE = `
  const { parentPort } = require('node:worker_threads');
  const server = require('node:http').createServer((request, response) => {
    request.resume();
    request.on('end', () => {
      parentPort.postMessage('asked');
      setTimeout(() => response.end('{"groupIdList":["7"]}'), 100);
    });
  });
  server.listen(0, '127.0.0.1', () => parentPort.postMessage(server.address().port));
`;

test('a reply that came while the process could do nothing counts, although its time is up', async () => {
  const worker = new Worker(SERVICE, { eval: true });
  onTestFinished(async () => {
    await worker.terminate();
  });
  const port = await new Promise<number>((resolve) => worker.once('message', resolve));
  // The process waits for its disk, or was stopped, until long after the time-out.
  worker.once('message', () => Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_000));
  const client = testClient(`http://127.0.0.1:${port}`, {
    credentials: { apiKey: 'k-1234', accessToken: 'token-1' },
    limits: { requestTimeoutSeconds: 1 },
  });
  const result = await client.call('addGroups', { groups: [] });
  expect(result).toMatchObject({ ok: true, reply: { groupIdList: ['7'] } });
});
