import { access, constants, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { diagnostic, hasErrors, type SourcePlace } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { readInProject } from '../../files/project-file.js';
import { MOST_TEXT } from '../../files/regular-file.js';
import { systemWords } from '../../files/system-error.js';
import { kinds } from '../../kinds/registry.js';
import { diskFiles } from '../../manifest/files/file-system.js';
import { allFaults, loadManifests } from '../../manifest/graph/load-manifests.js';
import {
  type EditRequest,
  type Edits,
  type NotWritten,
  type PlacedEdit,
  planEdits,
} from '../../manifest/write/edit-manifests.js';
import { editedBytes, type FileText, fileText, NotInEncoding } from '../../manifest/write/edited-bytes.js';
import { unifiedDiff } from '../../manifest/write/unified-diff.js';
import { plural, type Resource, type ResourceGraph, type Value } from '../../model/index.js';
import type { Outcome } from '../outcome.js';
import type { AppPorts } from '../ports.js';
import { replaceManifest } from '../workspace/replace-manifest.js';
import type { Workspace } from '../workspace/workspace.js';

const SECTIONS = kinds.all.map((kind) => kind.section);

/** Values to be written into manifests, and what can be told already of those that cannot. */
export interface WantedEdits {
  readonly requests: readonly EditRequest[];
  readonly notWritten: readonly NotWritten[];
}

/** One value that a manifest gets. */
interface ManifestChange {
  readonly address: string;
  readonly path: string;
  /** Null where the manifest has no such field yet. */
  readonly from: Value | null;
  readonly to: Value;
  readonly source: SourcePlace;
}

/**
 * Writes values into the manifests where they are written, or shows what would change: `pull`, `undo` and `set` end here. The
 * manifests are read again with the edits before anything is written: if more than the wanted values changed, nothing is.
 */
export async function editFiles(
  app: AppPorts,
  workspace: Workspace,
  graph: ResourceGraph,
  wanted: WantedEdits,
  write: boolean,
): Promise<Outcome> {
  const edits = planEdits(graph.resources, wanted.requests, SECTIONS);
  const notWritten = [...wanted.notWritten, ...edits.notWritten];
  const { root } = workspace.project;
  const before = new Map<string, FileText>();
  const after = new Map<string, Buffer>();
  for (const [file, list] of edits.files) {
    const text = fileText(await readFile(root, file), list);
    before.set(file, text);
    after.set(file, await edited(file, text, list));
  }
  if (after.size > 0) await checkEdits(workspace, graph, edits, after);
  if (write) await checkWritable(root, after.keys());
  const done: string[] = [];
  for (const [file, bytes] of write ? after : []) {
    await replace(app, root, file, bytes, before.get(file)?.bytes, done);
    done.push(file);
  }
  const count = plural(edits.written.length, 'value');
  const files = plural(after.size, 'file');
  for (const { address, path, reason } of notWritten)
    await app.say(`not written: ${[address, path.join('.')].join(' ').trimEnd()}: ${reason}`);
  if (edits.written.length === 0) await app.say('Nothing to write.');
  else if (write) await app.say(`Wrote ${count} in ${files}.`);
  else await app.say(`${count} in ${files} would change. Write them with --write.`);
  return {
    meaning: notWritten.length > 0 ? 'incomplete' : 'done',
    lines: { [Symbol.iterator]: () => diffs(edits, before) },
    document: {
      formatVersion: '1.0',
      changes: { [Symbol.iterator]: () => changesOf(edits, graph) },
      notWritten: notWritten.map(({ address, path, reason }) => ({ address, path: path.join('.'), reason })),
      written: write && edits.written.length > 0,
    },
  };
}

function* diffs({ files }: Edits, before: ReadonlyMap<string, FileText>): Generator<string> {
  for (const [file, text] of before) yield* unifiedDiff(file, text, files.get(file) ?? []);
}

/** One by one while they are written: the places of a hundred thousand values need not be kept. */
function* changesOf({ written }: Edits, { resources }: ResourceGraph): Generator<ManifestChange> {
  for (const { address, path, value } of written) {
    const resource = resources.get(address) as Resource;
    const from = valueAt(resource, path) ?? null;
    yield { address, path: path.join('.'), from, to: value, source: resource.origin.place(path) };
  }
}

function valueAt({ desired }: Resource, path: EditRequest['path']): Value | undefined {
  let value: unknown = desired;
  for (const step of path) value = (value as Readonly<Record<string | number, unknown>> | undefined)?.[step];
  return value as Value | undefined;
}

async function readFile(root: string, file: string): Promise<Buffer> {
  try {
    return await readInProject(root, file, MOST_TEXT);
  } catch (error) {
    throw unusable(file, systemWords(error));
  }
}

async function edited(file: string, text: FileText, edits: readonly PlacedEdit[]): Promise<Buffer> {
  try {
    return await editedBytes(text, edits);
  } catch (error) {
    throw error instanceof NotInEncoding ? unusable(file, error.message) : error;
  }
}

/** What the manifests say with the edits must be what was wanted, and nothing else. */
async function checkEdits(
  { project, account }: Workspace,
  before: ResourceGraph,
  { written }: Edits,
  overlay: ReadonlyMap<string, Buffer>,
): Promise<void> {
  const files: typeof diskFiles = {
    ...diskFiles,
    read: async (root, file, most) => overlay.get(file) ?? diskFiles.read(root, file, most),
  };
  const loaded = await loadManifests({ project, account, sections: SECTIONS, files });
  const faults = await allFaults(loaded);
  if (hasErrors(faults)) {
    const detail = 'With the new values, the manifests would have the other errors named here. Nothing was written.';
    throw new Failure([...faults, diagnostic('manifest-not-edited', { detail })]);
  }
  const after = loaded.graph;
  const wanted = new Map<string, Record<string, Value>>();
  for (const { address, path, value } of written) {
    const fields = wanted.get(address);
    if (fields === undefined) wanted.set(address, { [path.join('.')]: value });
    else fields[path.join('.')] = value;
  }
  for (const resource of before.resources.values()) {
    const { address, desired } = resource;
    const now = after.resources.get(address);
    const expected = wanted.get(address);
    if (now === undefined || !says(now, expected === undefined ? desired : { ...desired, ...expected }, resource)) {
      const why = `${address} would get other values than requested, or the file was changed meanwhile`;
      throw unusable(resource.origin.place().file, why);
    }
  }
  if (after.resources.size !== before.resources.size)
    throw unusable([...overlay.keys()].join(', '), 'entries would be added or removed');
}

/** The values, and what is only expected of the live ones, such as a word. */
function says(now: Resource, values: Fields, { expected = {} }: Resource): boolean {
  return same(values, now.desired) && same(expected, now.expected ?? {});
}

type Fields = Readonly<Record<string, unknown>>;

function same(left: Fields, right: Fields): boolean {
  const names = Object.keys(left);
  if (names.length !== Object.keys(right).length) return false;
  return names.every((name) => {
    const [one, other] = [left[name], right[name]];
    return one === other || (typeof one !== 'string' && JSON.stringify(one) === JSON.stringify(other));
  });
}

/** Before the first is written. A file is replaced and not written into, so that the system would not refuse it. */
async function checkWritable(root: string, files: Iterable<string>): Promise<void> {
  for (const file of files) {
    const path = join(root, file);
    const { mode } = await stat(path);
    const denied = await access(path, constants.W_OK).then(
      () => false,
      () => true,
    );
    if (denied || (mode & ANY_WRITE) === 0) throw unusable(file, 'it is read-only');
  }
}

const ANY_WRITE = 0o222;

/** `done`: the files that were replaced before it. */
async function replace(
  app: AppPorts,
  root: string,
  file: string,
  bytes: Buffer,
  before: Buffer | undefined,
  done: readonly string[],
) {
  try {
    await replaceManifest(app, join(root, file), bytes, async () => {
      const now = await readInProject(root, file, MOST_TEXT);
      if (before?.equals(now) !== true) throw unusable(file, 'it was changed meanwhile', done);
    });
  } catch (error) {
    throw error instanceof Failure ? error : unusable(file, systemWords(error), done);
  }
}

function unusable(file: string, why: string, done: readonly string[] = []): Failure {
  const rest =
    done.length === 0
      ? 'Nothing was written.'
      : `Before it, ${plural(done.length, 'file')} got the new values; look with \`git diff\`.`;
  return new Failure([diagnostic('manifest-not-edited', { detail: `${file}: ${why}. ${rest}` })]);
}
