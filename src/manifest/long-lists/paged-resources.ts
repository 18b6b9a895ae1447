import { type Diagnostic, diagnostic, hasErrors } from '../../diagnostics/diagnostic.js';
import { DiagnosticList } from '../../diagnostics/diagnostic-list.js';
import type { Finished, Resource, SectionSettings } from '../../model/index.js';
import { checkTexts } from '../check/check-texts.js';
import { acceptValue, type SectionPart } from '../check/entries.js';
import { type MeaningHash, meaningHash } from '../check/meaning-digest.js';
import { sectionResources } from '../check/section-resources.js';
import { checkEntries } from '../check/validate.js';
import type { LocatedDocument } from '../source/located-document.js';
import type { Report } from '../source/report.js';
import type { ListPlace, ResourceTable } from '../table/resource-table.js';
import { type Statements, TableResources } from '../table/table-resources.js';
import { reportTwo } from '../table/two-claims.js';
import type { ListPage, RowList } from './row-list.js';

/** A long list and its place among the resources. */
export interface PlacedList {
  readonly list: RowList;
  readonly place: ListPlace;
}

/** Walks through the long lists of a project: the first time with every check, later only to have the resources. */
export class PagedResources extends TableResources {
  readonly #lists: ReadonlyMap<ListPlace, RowList>;
  readonly #kinds: ReadonlySet<string>;
  readonly #settings: SectionSettings;
  readonly #found = new DiagnosticList();
  #late: readonly Diagnostic[] = [];
  /** Over all rows in manifest order, and those of their kinds that are in no long list. */
  readonly #hash: MeaningHash | undefined;
  #walk: AsyncGenerator<readonly Resource[]> | undefined;
  #whole = false;
  #faulty = false;
  #rows = 0;
  /** The part of the lists that the rows so far were found in. */
  #share = 0;

  /** `withDigest`: the first walk takes the digest along, so that the rows need not be read again for it. */
  constructor(
    table: ResourceTable,
    statements: Statements,
    placed: readonly PlacedList[],
    settings: SectionSettings,
    withDigest: boolean,
  ) {
    super(table, statements);
    this.#lists = new Map(placed.map(({ list, place }) => [place, list]));
    this.#kinds = new Set(placed.map(({ list }) => list.section.kind));
    this.#settings = settings;
    this.#hash = withDigest ? meaningHash() : undefined;
  }

  get expected(): number {
    if (this.#whole) return this.#rows;
    // Before anything was read, all that is known is that each list has an entry.
    return this.#share === 0 ? this.#lists.size : Math.round(this.#rows / this.#share);
  }

  async *batches(): AsyncGenerator<readonly Resource[]> {
    if (this.#whole) {
      for (const run of this.table.runs()) {
        if (this.#lists.has(run as ListPlace))
          for (const page of run as ListPlace) yield this.table.pageResources(page);
      }
      return;
    }
    this.#walk ??= this.#firstWalk();
    yield* this.#walk;
  }

  async finish(): Promise<Finished> {
    await this.#complete();
    return { diagnostics: this.#late, digest: () => this.digest(this.#hash) };
  }

  async readNow(): Promise<readonly Diagnostic[]> {
    await this.#complete();
    const found = this.#late;
    this.#late = [];
    return found;
  }

  async #complete(): Promise<void> {
    if (this.#whole) return;
    for await (const _page of this.batches()) {
      // Reading it is what is wanted.
    }
    // A walk that someone left cannot be taken up again; no one must take its part for the whole.
    if (!this.#whole) throw new Error('the walk through the long lists was broken off');
  }

  async *#firstWalk(): AsyncGenerator<readonly Resource[]> {
    let done = 0;
    for (const run of [...this.table.runs()]) {
      const list = this.#lists.get(run as ListPlace);
      if (list === undefined) {
        for (const resource of run as readonly Resource[]) {
          if (this.#kinds.has(resource.kind)) this.#hash?.add(resource);
        }
        continue;
      }
      for await (const [resources, share] of this.#firstReading(list, run as ListPlace)) {
        this.#rows += resources.length;
        this.#share = (done + share) / this.#lists.size;
        for (const resource of resources) this.#hash?.add(resource);
        // With a fault nothing will be planned: nothing more need be asked for.
        yield this.#faulty ? [] : resources;
      }
      done++;
    }
    this.#late = this.#found.sorted();
    this.#whole = true;
  }

  async *#firstReading(
    list: RowList,
    place: ListPlace,
  ): AsyncGenerator<readonly [resources: readonly Resource[], share: number]> {
    const report: Report = (one) => {
      if (one.severity === 'error') this.#faulty = true;
      this.#found.add(one);
    };
    let items = 0;
    for (let page = 0; page < list.pageCount; page++) {
      const read = await list.read(page);
      if ('items' in read) {
        const resources = await this.#take(list, place, page, read, report);
        items += read.items.length;
        yield [resources, list.share(page + 1)];
        continue;
      }
      // Something reaches over the cut, or is at fault: the file is read as one that has no pages.
      const whole = await list.whole(page);
      if (whole !== undefined) {
        yield [await this.#takeRest(list, place, items, whole, report), 1];
        break;
      }
      for (const one of read) report(one);
      if (!hasErrors(read)) report(unreadable(list));
    }
  }

  async #take(
    list: RowList,
    place: ListPlace,
    page: number,
    read: ListPage,
    report: Report,
  ): Promise<readonly Resource[]> {
    const { section, entries, base } = list;
    for (const one of read.diagnostics ?? []) report(one);
    const accepted = await checkEntries(entries, read.items, base, read.document, report);
    if (accepted === undefined) return [];
    const document = list.documentOf(page);
    const resources = this.#expand(list, document, accepted, report);
    const { indexes } = accepted;
    const again = () => {
      const items = list.itemsAgain(page);
      const value = indexes === undefined ? items : indexes.map((index) => items[index]);
      return this.#expand(list, document, { value, indexes, rejected: [] }, () => {});
    };
    this.table.addPage(place, { kind: section.kind, read: again }, resources, (first, second) =>
      reportTaken(first, second, report),
    );
    return resources;
  }

  /** The items from `from` on as the whole file has them. */
  async #takeRest(
    list: RowList,
    place: ListPlace,
    from: number,
    whole: ListPage | readonly Diagnostic[],
    report: Report,
  ): Promise<readonly Resource[]> {
    const diagnostics = 'items' in whole ? (whole.diagnostics ?? []) : whole;
    for (const one of diagnostics) report(one);
    if (!('items' in whole)) {
      if (!hasErrors(diagnostics)) report(unreadable(list));
      return [];
    }
    const { document, items } = whole;
    const { check } = list.entries;
    const kept: unknown[] = [];
    const indexes: number[] = [];
    for (let index = from; index < items.length; index++) {
      const path = [...list.base, index];
      checkTexts(check.schema, items[index], path, document, report);
      if (!(await acceptValue(check, items[index], path, document, report))) continue;
      kept.push(items[index]);
      indexes.push(index);
    }
    const resources = this.#expand(list, document, { value: kept, indexes, rejected: [] }, report);
    // One more page, which is held: it takes its list's place among the others.
    this.table.addPage(place, { kind: list.section.kind, read: () => resources }, resources, (first, second) =>
      reportTaken(first, second, report),
    );
    return resources;
  }

  #expand(
    { section, base }: RowList,
    document: LocatedDocument,
    accepted: Pick<SectionPart, 'value' | 'indexes' | 'rejected'>,
    report: Report,
  ): readonly Resource[] {
    const part: SectionPart = { section, document, base, images: new Map(), ...accepted };
    return sectionResources(part, this.#settings, report);
  }
}

function reportTaken(first: Resource, second: Resource, report: Report): void {
  reportTwo('duplicate-address', first, second, `${second.address} is declared twice.`, report);
}

function unreadable({ file }: RowList): Diagnostic {
  return diagnostic('source-unreadable', {
    detail: `${file}: a part of its list cannot be read.`,
    source: { file, line: 1, column: 1 },
  });
}
