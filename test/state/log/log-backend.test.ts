import { openLog } from '../../../src/state/log/log-backend.js';
import { backendSuite, OVER_NETWORK } from '../../suites/backend.js';
import { randomId, realClock } from '../ports.js';
import { folderPlace } from './folder-store.js';
import { MemoryStore } from './memory-store.js';

backendSuite('log in memory', async () => {
  const stores = new Map<string, MemoryStore>();
  return {
    open(account = 'main') {
      const store = stores.get(account) ?? new MemoryStore();
      stores.set(account, store);
      return openLog(store, { account, pid: process.pid, clock: realClock, randomId });
    },
    remove: async () => stores.clear(),
  };
});

/** The log is the same in each store: `npm run test:crash` runs the whole suite in a folder as well. */
const FULL = process.env['ADWRIGHT_CRASH'] === 'full';
backendSuite('log in a folder', folderPlace, FULL ? undefined : { runners: 2, rounds: 1, only: OVER_NETWORK });
