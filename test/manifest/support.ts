import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { appSection } from '../../src/kinds/app/schema.js';
import { groupSection } from '../../src/kinds/group/schema.js';
import { keywordSection } from '../../src/kinds/keyword/schema.js';
import { pictureSection } from '../../src/kinds/picture/schema.js';
import { richCreativeSection } from '../../src/kinds/rich-creative/schema.js';
import { allFaults, loadManifests } from '../../src/manifest/graph/load-manifests.js';
import type { ManifestSection, Resource, ResourceGraph, WebPort } from '../../src/model/index.js';
import { loadProject } from '../../src/project/project.js';

export const SECTIONS: readonly ManifestSection[] = [
  groupSection,
  keywordSection,
  richCreativeSection,
  appSection,
  pictureSection,
];

export const PROJECT = 'version: 1\naccounts:\n  main:\n    baseUrl: sandbox\n';

export type Files = Readonly<Record<string, string | Uint8Array>>;

/** A folder with these files, gone when the test ends. */
export async function folderOf(files: Files): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'adwright-manifest-'));
  onTestFinished(() => rm(root, { recursive: true, force: true }));
  for (const [file, content] of Object.entries(files)) {
    await mkdir(dirname(join(root, file)), { recursive: true });
    await writeFile(join(root, file), content);
  }
  return root;
}

export interface Loaded {
  readonly graph: ResourceGraph;
  readonly diagnostics: readonly Diagnostic[];
  /** `ads/a.yaml:3:5 code`, errors and warnings and notes, in order. */
  readonly found: readonly string[];
  readonly errors: readonly string[];
  resource(address: string): Resource;
  detail(code: string): string;
}

/** Loads a project of one account; the project file is there unless the test brings its own. */
export async function load(files: Files): Promise<Loaded> {
  return loadFolder(await folderOf({ 'adwright.yaml': PROJECT, ...files }));
}

export async function loadFolder(root: string, web?: WebPort): Promise<Loaded> {
  const { project, diagnostics: projectFaults } = await loadProject(root);
  if (project === undefined) throw new Error(`the project does not load: ${projectFaults.map(({ detail }) => detail)}`);
  const [account] = [...project.accounts.values()];
  if (account === undefined) throw new Error('no account');
  const loaded = await loadManifests({
    project,
    account,
    sections: SECTIONS,
    ...(web !== undefined && { web }),
  });
  const { graph } = loaded;
  const diagnostics = await allFaults(loaded);
  return {
    graph,
    diagnostics,
    found: diagnostics.map(short),
    errors: diagnostics.filter(({ severity }) => severity === 'error').map(short),
    resource(address) {
      const found = graph.resources.get(address);
      if (found === undefined) throw new Error(`no ${address}; there are ${[...graph.resources.keys()].join(', ')}`);
      return found;
    },
    detail(code) {
      return diagnostics
        .filter((one) => one.code === code)
        .map((one) => one.detail ?? '')
        .join('\n');
    },
  };
}

/** Of all that the manifests mean. */
export async function digestOf({ resources }: ResourceGraph): Promise<string> {
  return (await resources.finish()).digest();
}

export function short({ code, source }: Diagnostic): string {
  return source === undefined ? code : `${source.file}:${source.line}:${source.column} ${code}`;
}

/** A manifest `ads/a.yaml` alone; `version: 1` is its first line. */
export function loadText(text: string): Promise<Loaded> {
  return load({ 'ads/a.yaml': `version: 1\n${text}` });
}

/** A group with these lines added, at line 3 and on. */
export function group(...lines: string[]): string {
  return [
    'groups:',
    '  g:',
    '    campaignId: 1',
    '    name: n',
    '    price: 1',
    ...lines.map((line) => `    ${line}`),
    '',
  ].join('\n');
}
