import type { KindPorts } from '../../model/index.js';
import type { AppPorts } from '../ports.js';
import { projectFiles } from '../workspace/project-files.js';
import type { Workspace } from '../workspace/workspace.js';
import type { OpenService } from './service.js';

/** What the kinds may use in this run to read the service. */
export function kindPorts(app: AppPorts, { account, project }: Workspace, service: OpenService): KindPorts {
  return {
    service: service.client,
    files: projectFiles(project),
    limits: account.limits,
    timeZone: account.timeZone,
    now: () => app.clock.now().toISOString(),
    signal: app.signal,
  };
}
