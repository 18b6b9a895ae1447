import { afterAll, beforeAll, describe } from 'vitest';
import { openS3 } from '../../../src/state/backends/s3/open-s3.js';
import { openLog } from '../../../src/state/log/log-backend.js';
import type { LogStore } from '../../../src/state/log/store.js';
import { backendSuite } from '../../suites/backend.js';
import { logStoreSuite } from '../../suites/log-store.js';
import { randomId, realClock } from '../ports.js';
import {
  RADOSGW_BUCKET,
  RADOSGW_KEYS,
  type RadosGateway,
  startRadosGateway,
  whyNoRadosGateway,
} from './radosgw-server.js';
import { soon, storePorts } from './store-ports.js';

const missing = process.env['ADWRIGHT_STORES'] === 'full' ? whyNoRadosGateway() : 'only in npm run test:stores';

/** A real service besides our stand-in: it knows `If-None-Match`, and nothing of it was written by us. */
describe.skipIf(missing !== undefined)(`radosgw${missing === undefined ? '' : ` (skipped: ${missing})`}`, () => {
  let gateway: RadosGateway;
  let prefixes = 0;
  const open = (prefix: string, { key = '_root', account = 'main' } = {}) => {
    const place = { bucket: RADOSGW_BUCKET, region: 'default', endpoint: gateway.endpoint, prefix, key };
    const environment = {
      ADWRIGHT_STATE_ACCESS_KEY_ID: RADOSGW_KEYS.accessKeyId,
      ADWRIGHT_STATE_SECRET_ACCESS_KEY: RADOSGW_KEYS.secretAccessKey,
    };
    return openS3(storePorts('s3', place, environment, account));
  };

  beforeAll(async () => {
    gateway = await startRadosGateway();
  });
  afterAll(() => gateway?.stop());

  logStoreSuite(
    's3 at radosgw',
    async () => {
      const prefix = `p${++prefixes}`;
      return { open: (owner) => open(prefix, owner), remove: async () => undefined };
    },
    { pairs: 50 },
  );

  backendSuite('s3 at radosgw', async () => {
    const prefix = `p${++prefixes}`;
    const stores: LogStore[] = [];
    return {
      open(account = 'main') {
        const store = soon(open(prefix, { account }));
        stores.push(store);
        return openLog(store, { account, pid: process.pid, clock: realClock, randomId });
      },
      async remove() {
        for (const store of stores) await store.close?.();
      },
    };
  });
});
