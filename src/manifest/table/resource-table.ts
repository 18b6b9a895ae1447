import type { Address, Resource } from '../../model/index.js';
import { addressOf, kindOf } from '../../model/index.js';
import { RowNames } from './row-names.js';

/** A page of a long list, to be read again when someone asks for what is in it. */
export interface RowPage {
  readonly kind: string;
  /** Its resources, in order. */
  read(): readonly Resource[];
}

/** So many pages are kept as they were read last: going through changes in order needs the same page again and again. */
const KEPT_PAGES = 2;

interface HeldPage extends RowPage {
  /** The position of its first resource. */
  readonly position: number;
  readonly first: number;
  readonly count: number;
  resources: readonly Resource[] | undefined;
}

/** The rows of one kind. */
interface KindRows {
  readonly prefix: string;
  readonly names: RowNames;
  /** In the order of their rows. */
  readonly pages: HeldPage[];
}

/** A place in the order of the manifests that the pages of one long list fill. */
export type ListPlace = HeldPage[];

/** Each run and each list has so many positions of its own: more than it can have resources. */
const POSITIONS = 2 ** 32;

/**
 * Everything that the manifests describe, by address and in manifest order. Resources of long lists are not held: of
 * each only its name is, and its page is read again.
 */
export class ResourceTable implements ReadonlyMap<Address, Resource> {
  readonly #held = new Map<Address, Resource>();
  /** Runs of held resources, and places of lists between them. */
  readonly #order: (Resource[] | { readonly list: ListPlace; readonly rows: KindRows })[] = [];
  readonly #rows = new Map<string, KindRows>();
  readonly #kept: HeldPage[] = [];
  readonly #places = new Map<ListPlace, number>();
  /** Of those that are held; made when it is first asked for. */
  #positions: Map<Address, number> | undefined;

  /** Adds one that is held. Returns the one that has its address already. */
  add(resource: Resource): Resource | undefined {
    const first = this.get(resource.address);
    if (first !== undefined) return first;
    this.#held.set(resource.address, resource);
    this.#positions = undefined;
    const last = this.#order.at(-1);
    if (Array.isArray(last)) last.push(resource);
    else this.#order.push([resource]);
    return undefined;
  }

  /** Keeps the place of a list whose pages are added later. */
  addList(kind: string): ListPlace {
    let rows = this.#rows.get(kind);
    if (rows === undefined) {
      rows = { prefix: addressOf(kind, ''), names: new RowNames(), pages: [] };
      this.#rows.set(kind, rows);
    }
    const list: ListPlace = [];
    this.#places.set(list, this.#order.length * POSITIONS);
    this.#order.push({ list, rows });
    return list;
  }

  /** Adds a page that was just read; `twice` is called for each whose address is taken. */
  addPage(
    list: ListPlace,
    page: RowPage,
    resources: readonly Resource[],
    twice: (first: Resource, second: Resource) => void,
  ): void {
    const rows = this.#rows.get(page.kind);
    if (rows === undefined) throw new Error(`no list of ${page.kind}s`);
    const { names, pages } = rows;
    const before = list.at(-1);
    const position = before === undefined ? (this.#places.get(list) ?? 0) : before.position + before.count;
    const held: HeldPage = {
      kind: page.kind,
      position,
      read: page.read,
      first: names.size,
      count: resources.length,
      resources: undefined,
    };
    pages.push(held);
    list.push(held);
    this.#keep(held, resources);
    for (const resource of resources) {
      // Rows are known by their ids, which are at hand; the text of an address would have to be put together first.
      if (resource.id === undefined) throw new Error(`${resource.address} is in a long list and has no id`);
      const row = names.add(resource.id);
      const first = row < 0 ? this.#held.get(resource.address) : this.#at(rows, row);
      if (first !== undefined) twice(first, resource);
    }
  }

  get size(): number {
    let size = this.#held.size;
    for (const { names } of this.#rows.values()) size += names.size;
    return size;
  }

  get(address: Address): Resource | undefined {
    const rows = this.#rowsOf(address);
    const row = rows === undefined ? -1 : rows.names.find(address, rows.prefix);
    return rows === undefined || row < 0 ? this.#held.get(address) : this.#at(rows, row);
  }

  has(address: Address): boolean {
    const rows = this.#rowsOf(address);
    return (rows !== undefined && rows.names.find(address, rows.prefix) >= 0) || this.#held.has(address);
  }

  /** A number that grows along the order of the manifests; undefined where there is no such address. */
  position(address: Address): number | undefined {
    const rows = this.#rowsOf(address);
    const row = rows === undefined ? -1 : rows.names.find(address, rows.prefix);
    if (rows !== undefined && row >= 0) {
      const page = pageOf(rows, row);
      return page === undefined ? undefined : page.position + row - page.first;
    }
    this.#positions ??= this.#heldPositions();
    return this.#positions.get(address);
  }

  #heldPositions(): Map<Address, number> {
    const positions = new Map<Address, number>();
    for (const [at, run] of this.#order.entries()) {
      if (!Array.isArray(run)) continue;
      for (const [index, { address }] of run.entries()) positions.set(address, at * POSITIONS + index);
    }
    return positions;
  }

  /** Those that are held. */
  others(): Iterable<Resource> {
    return this.#held.values();
  }

  /** Runs of held resources and the lists between them, in manifest order. */
  *runs(): Generator<readonly Resource[] | ListPlace> {
    for (const run of this.#order) yield Array.isArray(run) ? run : run.list;
  }

  pageResources(page: HeldPage): readonly Resource[] {
    if (page.resources === undefined) this.#keep(page, page.read());
    return page.resources ?? [];
  }

  *keys(): MapIterator<Address> {
    for (const run of this.#order) {
      if (Array.isArray(run)) for (const { address } of run) yield address;
      else {
        const { names, prefix } = run.rows;
        for (const { first, count } of run.list) {
          for (let row = first; row < first + count; row++) yield prefix + names.name(row);
        }
      }
    }
  }

  *values(): MapIterator<Resource> {
    for (const run of this.#order) {
      if (Array.isArray(run)) yield* run;
      else for (const page of run.list) yield* this.pageResources(page);
    }
  }

  *entries(): MapIterator<[Address, Resource]> {
    for (const resource of this.values()) yield [resource.address, resource];
  }

  [Symbol.iterator](): MapIterator<[Address, Resource]> {
    return this.entries();
  }

  forEach(visit: (resource: Resource, address: Address, table: ReadonlyMap<Address, Resource>) => void): void {
    for (const resource of this.values()) visit(resource, resource.address, this);
  }

  #rowsOf(address: Address): KindRows | undefined {
    return this.#rows.size === 0 ? undefined : this.#rows.get(kindOf(address));
  }

  #at(rows: KindRows, row: number): Resource | undefined {
    const page = pageOf(rows, row);
    return page === undefined ? undefined : this.pageResources(page)[row - page.first];
  }

  #keep(page: HeldPage, resources: readonly Resource[]): void {
    page.resources = resources;
    this.#kept.push(page);
    if (this.#kept.length > KEPT_PAGES) {
      const oldest = this.#kept.shift();
      if (oldest !== undefined) oldest.resources = undefined;
    }
  }
}

function pageOf({ pages }: KindRows, row: number): HeldPage | undefined {
  let low = 0;
  let high = pages.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((pages[middle]?.first ?? 0) <= row) low = middle;
    else high = middle - 1;
  }
  return pages[low];
}
