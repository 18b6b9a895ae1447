import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Address, Finished, Forgotten, ManifestSection, Moved, Resource, Resources } from '../../model/index.js';
import { type MeaningHash, meaningDigest, meaningHash } from '../check/meaning-digest.js';
import type { ResourceTable } from './resource-table.js';

/** What the digest of the manifests is about besides their resources. */
export interface Statements {
  readonly sections: readonly ManifestSection[];
  readonly moved: readonly Moved[];
  readonly forgotten: readonly Forgotten[];
}

/** Resources in a table: what those of small and of large manifests have in common. */
export abstract class TableResources implements Resources {
  #digest: string | undefined;

  constructor(
    protected readonly table: ResourceTable,
    protected readonly statements: Statements,
  ) {}

  abstract batches(): AsyncIterable<readonly Resource[]>;
  abstract readonly expected: number;
  abstract finish(): Promise<Finished>;
  /** Reads everything while the manifests are being loaded: what is found is reported then, and not again by `finish`. */
  abstract readNow(): Promise<readonly Diagnostic[]>;

  held(): Iterable<Resource> {
    return this.table.others();
  }

  get(address: Address): Resource | undefined {
    return this.table.get(address);
  }

  has(address: Address): boolean {
    return this.table.has(address);
  }

  position(address: Address): number | undefined {
    return this.table.position(address);
  }

  get size(): number {
    return this.table.size;
  }

  keys(): Iterable<Address> {
    return this.table.keys();
  }

  values(): Iterable<Resource> {
    return this.table.values();
  }

  /**
   * Of everything, when someone asks. Kinds whose lists may be read page by page are hashed by themselves, since their
   * rows come last; `rows` is what the reading has taken along of them.
   */
  protected digest(rows: MeaningHash | undefined): string {
    this.#digest ??= this.#digestOf(rows);
    return this.#digest;
  }

  #digestOf(taken: MeaningHash | undefined): string {
    const { sections, moved, forgotten } = this.statements;
    const rowKinds = new Set(sections.flatMap(({ kind, rowByRow }) => (rowByRow === true ? [kind] : [])));
    const others = meaningHash();
    for (const resource of this.held()) if (!rowKinds.has(resource.kind)) others.add(resource);
    let rows = taken;
    if (rows === undefined) {
      rows = meaningHash();
      for (const resource of this.values()) if (rowKinds.has(resource.kind)) rows.add(resource);
    }
    return meaningDigest(others, rows, moved, forgotten);
  }
}

/** Resources that are all held. */
export class HeldResources extends TableResources {
  readonly expected = 0;

  async *batches(): AsyncGenerator<readonly Resource[]> {
    yield* [];
  }

  async finish(): Promise<Finished> {
    return { diagnostics: [], digest: () => this.digest(undefined) };
  }

  async readNow(): Promise<readonly Diagnostic[]> {
    return [];
  }
}
