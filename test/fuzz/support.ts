import fc from 'fast-check';
import { expect } from 'vitest';
import type { Diagnostic } from '../../src/diagnostics/diagnostic.js';
import { diskFiles } from '../../src/manifest/files/file-system.js';
import { loadManifests } from '../../src/manifest/graph/load-manifests.js';
import type { ResourceGraph } from '../../src/model/index.js';
import { loadProject } from '../../src/project/project.js';
import { folderOf, PROJECT, SECTIONS } from '../manifest/support.js';

/** How long each property is tried: `ADWRIGHT_FUZZ_SECONDS=300 npm run test:fuzz` for a run by hand. */
const SECONDS = Number(process.env['ADWRIGHT_FUZZ_SECONDS'] ?? 0.5);
export const TIMEOUT = (SECONDS + 60) * 1000;

const MOST_SECONDS = 2;
const MOST_BYTES = 300 * 1024 * 1024;

/** No run may take over two seconds of the processor (a busy machine is no hang), nor all of them together 300 MB more than there was. */
export async function tried<T>(gives: fc.Arbitrary<T>, run: (given: T) => Promise<void> | void): Promise<void> {
  // What explains faults, and what else the first run loads: the time for it counts for nothing.
  await Promise.all([
    ...SECTIONS.map(({ check }) => check.load()),
    import('../../src/manifest/check/own.checks.js'),
    import('../../src/project/project.checks.js'),
    import('../../src/project/by-hand.checks.js'),
  ]);
  for (const first of fc.sample(gives, 1)) await run(first);
  const before = process.memoryUsage().rss;
  const property = fc.asyncProperty(gives, async (given) => {
    const start = process.cpuUsage();
    await run(given);
    const { user, system } = process.cpuUsage(start);
    expect((user + system) / 1_000_000).toBeLessThan(MOST_SECONDS);
    expect(process.memoryUsage().rss - before).toBeLessThan(MOST_BYTES);
  });
  // The first failure counts, found early or late; what is cut off by the clock is no failure. On a busy machine that may
  // be the first one of these: one was tried above.
  const found = await fc.check(property, {
    numRuns: 1_000_000,
    interruptAfterTimeLimit: SECONDS * 1000,
    markInterruptAsFailure: false,
  });
  if (found.failed && found.counterexample !== null) throw new Error(await fc.asyncDefaultReportMessage(found));
}

export interface Edit {
  readonly at: number;
  readonly remove: number;
  readonly insert: string;
}

/** Small edits at places of a text of this length, some of them of the given kinds. */
export function edits(length: number, snippets: readonly string[]): fc.Arbitrary<readonly Edit[]> {
  const edit = fc.record({
    at: fc.nat(length),
    remove: fc.oneof(fc.constant(0), fc.nat(12), fc.nat(200)),
    insert: fc.oneof(fc.constant(''), fc.constantFrom(...snippets), fc.string({ maxLength: 4 })),
  });
  return fc.array(edit, { minLength: 1, maxLength: 6 });
}

export function edited(text: string, list: readonly Edit[]): string {
  return list.reduce((now, { at, remove, insert }) => now.slice(0, at) + insert + now.slice(at + remove), text);
}

export interface Reading {
  readonly graph: ResourceGraph;
  readonly diagnostics: readonly Diagnostic[];
}

/** A project of which some files exist in memory only and change from run to run. */
export async function reader(fixed: Readonly<Record<string, string>>) {
  const root = await folderOf({ 'adwright.yaml': PROJECT, ...fixed });
  const { project } = await loadProject(root);
  const [account] = [...(project?.accounts.values() ?? [])];
  if (project === undefined || account === undefined) throw new Error('the project does not load');
  return (changing: Readonly<Record<string, Uint8Array>>): Promise<Reading> => {
    const contents = new Map(Object.entries(changing).map(([file, bytes]) => [`${root}/${file}`, bytes]));
    const files = {
      ...diskFiles,
      stat: async (path: string) => {
        const bytes = contents.get(path);
        return bytes === undefined ? diskFiles.stat(path) : ({ kind: 'file', size: bytes.length } as const);
      },
      list: async (folder: string) => {
        const names = [...contents.keys()].filter((path) => path.startsWith(`${folder}/`));
        const inner = names.map((path) => ({ name: path.slice(folder.length + 1), kind: 'file' as const }));
        return [...((await diskFiles.list(folder)) ?? []), ...inner.filter(({ name }) => !name.includes('/'))];
      },
      realPath: async (path: string) => (contents.has(path) ? path : diskFiles.realPath(path)),
      read: async (at: string, file: string, most: number) =>
        contents.get(`${at}/${file}`) ?? diskFiles.read(at, file, most),
    };
    return loadManifests({ project, account, sections: SECTIONS, files });
  };
}

export function* textsIn(value: unknown): Generator<string> {
  if (typeof value === 'string') yield value;
  else for (const inside of Object.values(Object(value))) yield* textsIn(inside);
}
