import { storeNetwork } from '../../../src/app/state/store-network.js';
import type { OwnSettings, Project } from '../../../src/model/index.js';
import type { BackendPorts } from '../../../src/state/backends/backend-definition.js';
import { randomId, realClock } from '../ports.js';

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
    ...{ account, project, lineage: undefined, pid: process.pid, clock: realClock, randomId, environment },
    network: storeNetwork({ env: environment }),
  };
}
