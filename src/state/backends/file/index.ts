import { resolve } from 'node:path';
import type { BackendDefinition } from '../backend-definition.js';

export const file: BackendDefinition = {
  title: 'a folder',
  placeSetting: 'path',
  findsByFolder: false,
  goesWithMachine: true,
  async open({ account, project: { root, state }, pid, clock, randomId }) {
    const { fileBackend } = await import('./file-backend.js');
    const folder = resolve(root, state.path);
    return fileBackend({ account, pid, clock, randomId, folder, project: { root, mayLeave: state.pathNamed } });
  },
};
