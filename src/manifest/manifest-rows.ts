import { type Diagnostic, diagnostic, sortDiagnostics } from '../diagnostics/diagnostic.js';
import type { NameLengths, Resource, ResourceRows } from '../model/index.js';
import { plural } from '../model/index.js';
import { checkTexts } from './check-texts.js';
import { decodeUtf8 } from './decode.js';
import { acceptValue, type SectionPart } from './entries.js';
import { reportTwo } from './graph.js';
import type { LocatedDocument } from './located-document.js';
import { type MeaningHash, meaningHash } from './meaning-digest.js';
import type { ListPage, PagedList } from './paged-file.js';
import { isPlainMap } from './plain-map.js';
import { readSource } from './read-source.js';
import { inFile, type Report } from './report.js';
import type { ListPlace, ResourceTable } from './resource-table.js';
import type { SchemaNode } from './schema-node.js';
import { sectionContext } from './section-context.js';
import { checkEntries } from './validate.js';

/** A long list and its place among the resources. */
export interface PlacedList {
  readonly list: PagedList;
  readonly place: ListPlace;
}

/** Above this size `yaml` cannot read a file as a whole. */
const MOST_FOR_YAML = 64_000_000;
/** More faults than these in one list are counted, not listed. */
const MOST_FAULTS = 1000;

/** Walks through the long lists of a project: the first time with every check, later only to have the resources. */
export class ManifestRows implements ResourceRows {
  readonly #table: ResourceTable;
  readonly #lists: ReadonlyMap<ListPlace, PagedList>;
  readonly #kinds: ReadonlySet<string>;
  readonly #groupNames: NameLengths;
  readonly #diagnostics: Diagnostic[] = [];
  /** Over all rows in manifest order, and what of their kinds stands in no long list. */
  readonly #hash: MeaningHash | undefined;
  #walk: AsyncGenerator<readonly Resource[]> | undefined;
  #whole = false;
  /** Rows so far, and the part of the lists that they were found in. */
  #share = 0;

  /** `hashed`: the first walk takes the digest along, which a plan will ask for. */
  constructor(table: ResourceTable, placed: readonly PlacedList[], groupNames: NameLengths, hashed: boolean) {
    this.#table = table;
    this.#lists = new Map(placed.map(({ list, place }) => [place, list]));
    this.#kinds = new Set(placed.map(({ list }) => list.section.kind));
    this.#groupNames = groupNames;
    this.#hash = hashed ? meaningHash() : undefined;
  }

  get whole(): boolean {
    return this.#whole;
  }

  get diagnostics(): readonly Diagnostic[] {
    return this.#diagnostics;
  }

  get expected(): number {
    const rows = this.#table.size;
    return this.#whole || this.#share === 0 ? rows : Math.round(rows / this.#share);
  }

  /** Of the rows, if the first walk took it along. */
  get hash(): MeaningHash | undefined {
    return this.#whole ? this.#hash : undefined;
  }

  others(): Iterable<Resource> {
    return this.#table.others();
  }

  async *pages(): AsyncGenerator<readonly Resource[]> {
    if (this.#whole) {
      for (const run of this.#table.runs()) {
        if (this.#lists.has(run as ListPlace))
          for (const page of run as ListPlace) yield this.#table.pageResources(page);
      }
      return;
    }
    this.#walk ??= this.#firstWalk();
    yield* this.#walk;
  }

  async complete(): Promise<void> {
    if (this.#whole) return;
    for await (const _page of this.pages()) {
      // Reading it is what is wanted.
    }
  }

  async *#firstWalk(): AsyncGenerator<readonly Resource[]> {
    let done = 0;
    for (const run of [...this.#table.runs()]) {
      const list = this.#lists.get(run as ListPlace);
      if (list === undefined) {
        for (const resource of run as readonly Resource[]) {
          if (this.#kinds.has(resource.kind)) this.#hash?.add(resource);
        }
        continue;
      }
      for await (const [resources, share] of this.#firstReading(list, run as ListPlace)) {
        this.#share = (done + share) / this.#lists.size;
        for (const resource of resources) this.#hash?.add(resource);
        yield resources;
      }
      done++;
    }
    this.#diagnostics.splice(0, this.#diagnostics.length, ...sortDiagnostics(this.#diagnostics));
    this.#whole = true;
  }

  async *#firstReading(
    list: PagedList,
    place: ListPlace,
  ): AsyncGenerator<readonly [resources: readonly Resource[], share: number]> {
    const faults = this.#limited(list);
    let items = 0;
    for (let page = 0; page < list.pageCount; page++) {
      const read = await list.read(page);
      if ('items' in read) {
        const resources = this.#take(list, place, page, read, faults.report);
        items += read.items.length;
        yield [resources, list.share(page + 1)];
      } else if (list.bytes.length > MOST_FOR_YAML) {
        for (const one of read) faults.report(one);
        if (read.length === 0) faults.report(unreadable(list));
      } else {
        // Something reaches over the cut, or is at fault: the file is read as one that has no pages.
        yield [await this.#takeRest(list, items, faults.report), 1];
        break;
      }
    }
    faults.end();
  }

  #take(list: PagedList, place: ListPlace, page: number, read: ListPage, report: Report): readonly Resource[] {
    const { section } = list;
    const accepted = checkEntries(section, read.items, read.document, report);
    if (accepted === undefined) return [];
    const document = list.documentOf(page);
    const resources = this.#expand(list, document, accepted, report);
    const { indexes } = accepted;
    const again = () => {
      const { items } = list.again(page);
      const value = indexes === undefined ? items : indexes.map((index) => items[index]);
      return this.#expand(list, document, { value, indexes, rejected: [] }, () => {});
    };
    this.#table.addPage(place, { kind: section.kind, read: again }, resources, (first, second) =>
      reportTaken(first, second, report),
    );
    return resources;
  }

  /** The items from `from` on as the whole file has them. */
  async #takeRest(list: PagedList, from: number, report: Report): Promise<readonly Resource[]> {
    const { section, file } = list;
    const decoded = decodeUtf8(file, list.bytes);
    if ('fault' in decoded) {
      report(decoded.fault);
      return [];
    }
    const { documents, diagnostics } = await readSource(file, decoded.text);
    for (const one of diagnostics) report(one);
    const [document] = documents;
    const value = isPlainMap(document?.value) ? document.value[section.key] : undefined;
    if (document === undefined || !Array.isArray(value)) {
      if (diagnostics.length === 0) report(unreadable(list));
      return [];
    }
    const entry = (section.schema as SchemaNode).items ?? {};
    const kept: unknown[] = [];
    const indexes: number[] = [];
    for (let index = from; index < value.length; index++) {
      const path = [section.key, index];
      checkTexts(entry, value[index], path, document, report);
      if (!acceptValue(entry, value[index], path, document, report)) continue;
      kept.push(value[index]);
      indexes.push(index);
    }
    const resources = this.#expand(list, document, { value: kept, indexes, rejected: [] }, report);
    for (const resource of resources) {
      const first = this.#table.add(resource);
      if (first !== undefined) reportTaken(first, resource, report);
    }
    return resources;
  }

  #expand(
    { section }: PagedList,
    document: LocatedDocument,
    accepted: Pick<SectionPart, 'value' | 'indexes' | 'rejected'>,
    report: Report,
  ): readonly Resource[] {
    const part: SectionPart = { section, document, base: [section.key], images: new Map(), ...accepted };
    return section.expand(accepted.value, sectionContext(part, this.#groupNames, report));
  }

  #limited({ file }: PagedList): { readonly report: Report; end(): void } {
    let count = 0;
    return {
      report: (one) => {
        if (one.severity === 'error' && ++count > MOST_FAULTS) return;
        this.#diagnostics.push(one);
      },
      end: () => {
        if (count <= MOST_FAULTS) return;
        const detail = `${plural(count - MOST_FAULTS, 'further fault')} in this file.`;
        this.#diagnostics.push(inFile(file, 'too-many-faults', { detail }));
      },
    };
  }
}

function reportTaken(first: Resource, second: Resource, report: Report): void {
  reportTwo('duplicate-address', first, second, `${second.address} is claimed here and there.`, report);
}

function unreadable({ file }: PagedList): Diagnostic {
  return diagnostic('unreadable-file', {
    detail: `${file}: a part of its list cannot be read.`,
    source: { file, line: 1, column: 1 },
  });
}
