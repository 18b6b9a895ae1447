import { createRandomId } from '../../../src/app/random-id.js';
import { storeNetwork } from '../../../src/app/state/store-network.js';
import type { OwnSettings, Project } from '../../../src/model/index.js';
import type { BackendPorts } from '../../../src/state/backends/backend-definition.js';
import type { LogStore } from '../../../src/state/log/store.js';
import { realClock } from '../ports.js';

/** What a backend gets of a project with these settings below `state:`. */
export function storePorts(
  backend: string,
  own: OwnSettings,
  environment: BackendPorts['environment'],
  account = 'main',
): BackendPorts {
  const project: Project = {
    root: '/nowhere',
    accounts: new Map(),
    state: { backend, own: { key: '_root', ...own }, lockTimeoutSeconds: 0 },
  };
  return {
    ...{
      account,
      project,
      lineage: undefined,
      pid: process.pid,
      clock: realClock,
      randomId: createRandomId(),
      environment,
    },
    network: storeNetwork({ env: environment }),
  };
}

/** A store that is being opened. */
export function soon(opening: Promise<LogStore>): LogStore {
  return {
    where: 'a store that is being opened',
    create: async (number, bytes) => (await opening).create(number, bytes),
    read: async (number) => (await opening).read(number),
    newest: async () => (await opening).newest(),
    empty: async (first, last) => (await opening).empty(first, last),
    putBlob: async (digest, bytes) => (await opening).putBlob(digest, bytes),
    readBlob: async (digest) => (await opening).readBlob(digest),
    dropBlobs: async (digests) => (await opening).dropBlobs(digests),
    showHolder: async (holder) => (await opening).showHolder?.(holder),
    close: async () => (await opening).close?.(),
  };
}
