import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { openS3 } from '../../../src/state/backends/s3/open-s3.js';
import { openLog } from '../../../src/state/log/log-backend.js';
import { failureOf } from '../../suites/backend.js';
import { randomId, realClock } from '../ports.js';
import { KEYS, startS3 } from './s3-server.js';
import { storePorts } from './store-ports.js';

/** A server from npm that takes no notice of conditions. */
async function startS3rver(): Promise<string> {
  const { default: S3rver } = (await import('s3rver' as string)) as { default: new (options: object) => Served };
  const directory = await mkdtemp(join(tmpdir(), 'adwright-s3rver-'));
  const served = new S3rver({
    ...{ directory, silent: true, address: '127.0.0.1', port: 0 },
    configureBuckets: [{ name: 'state', configs: [] }],
  });
  const { port } = await served.run();
  onTestFinished(async () => {
    await served.close();
    await rm(directory, { recursive: true, force: true });
  });
  return `http://127.0.0.1:${port}`;
}

interface Served {
  run(): Promise<{ readonly port: number }>;
  close(): Promise<void>;
}

async function lockAt(
  endpoint: string,
  keys: { accessKeyId: string; secretAccessKey: string },
  region: string,
  create: string,
) {
  const environment = {
    ADWRIGHT_STATE_ACCESS_KEY_ID: keys.accessKeyId,
    ADWRIGHT_STATE_SECRET_ACCESS_KEY: keys.secretAccessKey,
  };
  const store = await openS3(storePorts('s3', { bucket: 'state', region, endpoint, create }, environment));
  const backend = openLog(store, { account: 'main', pid: process.pid, clock: realClock, randomId });
  try {
    return await failureOf(backend.lock('apply', { seconds: 0 }));
  } finally {
    await store.close();
  }
}

it.each(['if-none-match', 'forbid-overwrite'])('s3rver, which ignores conditions, is refused (%s)', async (create) => {
  const keys = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const { codes, text } = await lockAt(await startS3rver(), keys, 'us-east-1', create);
  expect({ codes, text }).toEqual({ codes: ['state-store-unsafe'], text: expect.stringContaining('Nothing was sent') });
});

it('a service that knows another condition than the one that is set is refused', async () => {
  const server = await startS3({ condition: 'forbid-overwrite' });
  onTestFinished(() => server.stop());
  expect((await lockAt(server.endpoint, KEYS, 'eu-test-1', 'if-none-match')).codes).toEqual(['state-store-unsafe']);
});
