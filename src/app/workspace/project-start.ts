import { stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { hasErrors } from '../../diagnostics/diagnostic.js';
import { usageFailure } from '../../diagnostics/failure.js';
import { diskFiles } from '../../manifest/files/file-system.js';
import { loadSources } from '../../manifest/files/load.js';
import { loadProject } from '../../project/project.js';

export const EXAMPLE = 'ads/example.yaml';

/** The default of an account: only with it is the example certain to be read. */
const PATTERN = 'ads/**/*.{yaml,yml}';

export interface ProjectStart {
  readonly takesExample: boolean;
  /** It exists already, and is kept. */
  readonly hasExample: boolean;
  /** What comes next. */
  readonly lines: readonly string[];
}

/**
 * A project file in a folder above, up to the top of the git repository, is probably the one that was meant. For a
 * separate project here, a person creates its project file by hand.
 */
export async function refuseBelowProject(root: string): Promise<void> {
  if (await exists(join(root, 'adwright.yaml'))) return;
  for (let folder = root; !(await exists(join(folder, '.git'))); ) {
    const above = dirname(folder);
    if (above === folder) return;
    folder = above;
    const file = join(folder, 'adwright.yaml');
    if (!(await exists(file))) continue;
    const detail = `There is a project above this folder already: ${file}. Work there (\`adwright -C ${folder} plan\`), or, for a separate project here, create an adwright.yaml in this folder and run \`adwright init\` again. Nothing was written.`;
    throw usageFailure(detail);
  }
}

/** What the project holds at its start, read after its project file was written. */
export async function projectStart(root: string): Promise<ProjectStart> {
  const { project, diagnostics } = await loadProject(root, diskFiles, { allowHttp: true });
  if (project === undefined || hasErrors(diagnostics)) {
    return {
      takesExample: false,
      hasExample: false,
      lines: ['Next: fix adwright.yaml, `adwright validate` says where. No example was written.'],
    };
  }
  const accounts = [...project.accounts.values()];
  let manifests = 0;
  let isOpen = accounts.length === 1;
  for (const account of accounts) {
    const { sources, diagnostics: found } = await loadSources(project, account, diskFiles);
    manifests += sources.length;
    // What matches and cannot be read is a manifest, too.
    if (sources.length > 0 || found.some(({ code }) => code !== 'no-manifests')) isOpen = false;
    if (account.baseUrl !== 'sandbox' || !account.manifests.includes(PATTERN)) isOpen = false;
  }
  const hasExample = await exists(join(root, EXAMPLE));
  const isSandbox = accounts.every(({ baseUrl }) => baseUrl === 'sandbox');
  return {
    takesExample: isOpen,
    hasExample,
    lines: [
      ...(isOpen || hasExample ? [] : [`No example was written: ${whyNone(manifests, isSandbox)}.`]),
      isSandbox
        ? 'Next: `adwright plan`. It runs on an embedded sandbox until adwright.yaml names a `baseUrl`.'
        : 'Next: `adwright plan`. It reads the account at the `baseUrl` of adwright.yaml and writes nothing.',
    ],
  };
}

function whyNone(manifests: number, isSandbox: boolean): string {
  if (manifests > 0) return 'the project has manifests already';
  return isSandbox ? 'the project keeps its manifests elsewhere' : 'it would plan a new group in the real account';
}

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}
