/** What the rows of a report can be put together by. */
export const SUM_WORDS = ['day', 'device', 'type', 'component', 'campaign', 'group'] as const;
export type Dimension = (typeof SUM_WORDS)[number];

/** What the highest is first of; `price` is the price of a click. */
export const SORT_WORDS = ['cost', 'clicks', 'views', 'rate', 'price'] as const;
export type Amount = (typeof SORT_WORDS)[number];

/** How the rows of a report are shown. */
export interface ReportTable {
  /** The rows are put together by these; none leaves them as they are. */
  readonly sum: readonly Dimension[];
  readonly sort?: Amount | Dimension;
  /** What the rows of this report can be told apart by. */
  readonly dimensions: readonly Dimension[];
}

/** What a report is, besides its rows. */
export interface ReportLayout {
  readonly days: readonly string[];
  readonly table: ReportTable;
}
