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

/** What sorting and folding need of a change. The change is made again when it is shown: there may be a million. */
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
