import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import type { Git } from './git-command.js';
import { type TreeFiles, writeBlob, writeCommit } from './git-objects.js';

/** The numbers of the types in a pack. */
const TYPES = { tree: 2, blob: 3 } as const;
const PACK_VERSION = 2;
/** A longer text is not held in memory as a whole. */
const LONG = 1_000_000;

/**
 * Blobs and trees that one process writes together: each process costs more than what it writes. Their ids are known before
 * that, and a commit of them is written after them.
 */
export class ObjectBatch {
  readonly #git: Git;
  readonly #hash: string;
  /** Ids of what was written before. */
  readonly #known: Set<string>;
  /** What is to be written, as a pack holds it. */
  readonly #packed = new Map<string, Buffer>();

  private constructor(git: Git, hash: string, known: Set<string>) {
    this.#git = git;
    this.#hash = hash;
    this.#known = known;
  }

  /** `known` is that of the batches before, in the same repository. */
  static async begin(git: Git, known: Set<string>): Promise<ObjectBatch> {
    return new ObjectBatch(git, (await git.settings()).get('extensions.objectformat') || 'sha1', known);
  }

  blob(text: string): string {
    return this.#add('blob', Buffer.from(text));
  }

  /** A blob of a text that may be long: such a one goes to git piece by piece, and at once. */
  async blobOf(pieces: Iterable<string>): Promise<string> {
    const rest = pieces[Symbol.iterator]();
    const begun: string[] = [];
    let length = 0;
    for (let next = rest.next(); next.done !== true; next = rest.next()) {
      begun.push(next.value);
      length += next.value.length;
      if (length > LONG) return writeBlob(this.#git, joined(begun, rest));
    }
    return this.blob(begun.join(''));
  }

  /** The tree of these files, whose folders are one level deep. */
  tree(files: TreeFiles): string {
    const root: Entry[] = [];
    const folders = new Map<string, Entry[]>();
    for (const [path, id] of files) {
      const slash = path.indexOf('/');
      const list = slash < 0 ? root : (folders.get(path.slice(0, slash)) ?? []);
      list.push({ mode: '100644', name: path.slice(slash + 1), id });
      if (slash >= 0) folders.set(path.slice(0, slash), list);
    }
    for (const [name, list] of folders) root.push({ mode: '40000', name, id: this.#add('tree', treeBytes(list)) });
    return this.#add('tree', treeBytes(root));
  }

  /** A commit of these files, with everything that is to be written. */
  async commit(files: TreeFiles, parents: readonly (string | undefined)[], message: string): Promise<string> {
    const tree = this.tree(files);
    await this.#write();
    return writeCommit(this.#git, tree, parents, message);
  }

  #add(type: keyof typeof TYPES, bytes: Buffer): string {
    const id = createHash(this.#hash).update(`${type} ${bytes.length}\0`).update(bytes).digest('hex');
    if (!this.#known.has(id) && !this.#packed.has(id))
      this.#packed.set(id, Buffer.concat([packHeader(TYPES[type], bytes.length), deflateSync(bytes)]));
    return id;
  }

  async #write(): Promise<void> {
    if (this.#packed.size === 0) return;
    const head = Buffer.alloc(12, 'PACK');
    head.writeUInt32BE(PACK_VERSION, 4);
    head.writeUInt32BE(this.#packed.size, 8);
    const pack = Buffer.concat([head, ...this.#packed.values()]);
    await this.#git.bytes(['unpack-objects', '-q'], [pack, createHash(this.#hash).update(pack).digest()]);
    for (const id of this.#packed.keys()) this.#known.add(id);
    this.#packed.clear();
  }
}

function* joined(begun: readonly string[], rest: Iterator<string>): Generator<string> {
  yield* begun;
  for (let next = rest.next(); next.done !== true; next = rest.next()) yield next.value;
}

interface Entry {
  readonly mode: '100644' | '40000';
  readonly name: string;
  readonly id: string;
}

/** In the order of git: by bytes, a folder as if its name ended with a slash. */
function treeBytes(entries: readonly Entry[]): Buffer {
  const sorted = entries.map((entry) => ({
    ...entry,
    key: Buffer.from(entry.mode === '40000' ? `${entry.name}/` : entry.name),
  }));
  sorted.sort((left, right) => left.key.compare(right.key));
  return Buffer.concat(
    sorted.flatMap(({ mode, name, id }) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(id, 'hex')]),
  );
}

/** Type and size: four bits of the size in the first byte, seven in each one after it. */
function packHeader(type: number, size: number): Buffer {
  const bytes = [(type << 4) | (size & 15)];
  for (let rest = Math.floor(size / 16); rest > 0; rest = Math.floor(rest / 128)) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 128;
    bytes.push(rest & 127);
  }
  return Buffer.from(bytes);
}
