import type { Diagnostic } from '../../../diagnostics/diagnostic.js';
import { hasErrors, sortDiagnostics } from '../../../diagnostics/diagnostic.js';
import { kinds } from '../../../kinds/registry.js';
import { allFaults, loadManifests } from '../../../manifest/graph/load-manifests.js';
import type { WebPort } from '../../../model/index.js';
import { plural } from '../../../model/index.js';
import type { Meaning } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { VERSION } from '../../version.js';
import { openWorkspace } from '../../workspace/workspace.js';

export interface ValidateChoices {
  /** Looks at the videos on the web as well: size and type. */
  readonly checkUrls?: boolean;
}

export interface Validation {
  /** `error` where a diagnostic is an error. */
  readonly meaning: Meaning;
  readonly diagnostics: readonly Diagnostic[];
  /** What to say where there is nothing to report. */
  readonly sound: string;
}

/** Everything that can be checked without the service. A project file that cannot be read is a `Failure`. */
export async function validate(app: AppPorts, { checkUrls = false }: ValidateChoices): Promise<Validation> {
  const workspace = await openWorkspace(app);
  const { project, account } = workspace;
  const sections = kinds.all.map((kind) => kind.section);
  const web = checkUrls ? { web: await openWebOf(app) } : {};
  const loaded = await loadManifests({ project, account, sections, ...web });
  const faults = await allFaults(loaded);
  const { resources, files } = loaded.graph;
  const diagnostics = sortDiagnostics([...workspace.diagnostics, ...faults]);
  return {
    meaning: hasErrors(diagnostics) ? 'error' : 'done',
    diagnostics,
    sound: `Valid: ${plural(resources.size, 'resource')} in ${plural(files.length, 'file')}.`,
  };
}

async function openWebOf({ env }: AppPorts): Promise<WebPort> {
  const { openWeb } = await import('../../service/web.js');
  return openWeb({ env, userAgent: `adwright/${VERSION}` });
}
