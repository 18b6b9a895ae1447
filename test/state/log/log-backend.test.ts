import { openLog } from '../../../src/state/log/log-backend.js';
import { backendSuite } from '../../suites/backend.js';
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

backendSuite('log in a folder', folderPlace);
