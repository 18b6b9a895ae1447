import { resolve } from 'node:path';
import { optional, text } from '../../../model/kind/schema-types.js';
import type { BackendDefinition, SettingFault } from '../backend-definition.js';

const DEFAULT_PATH = '.adwright/state';

export const file: BackendDefinition = {
  title: 'a folder',
  settings: {
    path: optional(text({ title: 'folder', description: 'Of the file backend.', default: DEFAULT_PATH })),
  },
  check: ({ path = DEFAULT_PATH }) => {
    const outside = (fault: string): SettingFault => ({ setting: 'path', code: 'outside-project', fault });
    if (/^(?:\/|[A-Za-z]:)|(?:^|[/\\])\.\.(?:[/\\]|$)/.test(path)) return [outside('leaves the project')];
    return path.toLowerCase().split(/[/\\]/).includes('.git') ? [outside('leads into .git')] : [];
  },
  placeSetting: 'path',
  findsByFolder: false,
  goesWithMachine: true,
  async open({ account, project: { root, state }, pid, clock, randomId }) {
    const { fileBackend } = await import('./file-backend.js');
    const { path } = state.own;
    const folder = resolve(root, path ?? DEFAULT_PATH);
    // A folder that is named, also where it is the default one, may be a link to another disk.
    return fileBackend({ account, pid, clock, randomId, folder, project: { root, mayLeave: path !== undefined } });
  },
};
