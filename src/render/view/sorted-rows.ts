import { NumberColumn, SharedColumn, TextColumn } from './columns.js';

/** A change that is nothing but one bid edit. */
export interface BidEdit {
  readonly path: string;
  readonly from: string;
  readonly to: string;
}

/** Changes of one kind that a person would be shown in the same way but for their names and places. */
export interface Alike {
  readonly edit: BidEdit | undefined;
  /** Long enough to be said once for several of them. */
  readonly long: boolean;
  count: number;
}

/** What sorting and folding need of one change. */
export interface SortedChange {
  /** Its index among the changes of the plan. */
  readonly index: number;
  readonly alike: Alike;
  /** `80001234 女鞋`. */
  readonly name: string;
  readonly owner: string | undefined;
  /** What the service's review said of it, if it rejected what is live. */
  readonly review: string | undefined;
  readonly waits: string | undefined;
  readonly file: string | undefined;
  readonly line: number;
  /** Columns that its address takes. */
  readonly columns: number;
}

/**
 * The changes of one section and kind, by their row: there may be a million, so they are kept in columns. A change itself
 * is made again when it is shown.
 */
export class SortedRows {
  readonly #index = new NumberColumn();
  readonly #alike = new SharedColumn<Alike>();
  readonly #name = new TextColumn();
  readonly #owner = new SharedColumn<string | undefined>();
  readonly #review = new SharedColumn<string | undefined>();
  readonly #waits = new SharedColumn<string | undefined>();
  readonly #file = new SharedColumn<string | undefined>();
  readonly #line = new NumberColumn();
  readonly #columns = new NumberColumn();
  #length = 0;

  get length(): number {
    return this.#length;
  }

  push({ index, alike, name, owner, review, waits, file, line, columns }: SortedChange): void {
    this.#index.push(index);
    this.#alike.push(alike);
    this.#name.push(name);
    this.#owner.push(owner);
    this.#review.push(review);
    this.#waits.push(waits);
    this.#file.push(file);
    this.#line.push(line);
    this.#columns.push(columns);
    this.#length++;
  }

  /** The row of every change. */
  all(): readonly number[] {
    return Array.from({ length: this.#length }, (_, row) => row);
  }

  readonly index = (row: number) => this.#index.at(row);
  readonly alike = (row: number) => this.#alike.at(row);
  readonly name = (row: number) => this.#name.at(row);
  readonly owner = (row: number) => this.#owner.at(row);
  readonly review = (row: number) => this.#review.at(row);
  readonly waits = (row: number) => this.#waits.at(row);
  readonly file = (row: number) => this.#file.at(row);
  readonly line = (row: number) => this.#line.at(row);
  readonly columns = (row: number) => this.#columns.at(row);
}
