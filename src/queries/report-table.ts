import { orderDecimals, quotientInCents } from '../model/text/decimal.js';
import { idColumn, numberColumn, type QueryColumn, type QueryRow, type QueryRows, textColumn } from './define-query.js';
import { Figures } from './figure-sums.js';
import { type ParameterCheck, splitList } from './parameters.js';
import { type Amount, type Dimension, type ReportTable, SORT_WORDS, SUM_WORDS } from './report-layout.js';

/** The columns that say what rows are put together by; the first one tells them apart. */
const DIMENSIONS = {
  day: [textColumn('date')],
  device: [textColumn('type')],
  type: [textColumn('adType')],
  component: [idColumn('sublinkId')],
  campaign: [
    { ...idColumn('campaignId'), goes: 2 },
    { ...textColumn('campaignName'), goes: 1 },
  ],
  group: [
    { ...idColumn('groupId'), goes: 4 },
    { ...textColumn('groupName'), goes: 3 },
  ],
} as const satisfies Record<Dimension, readonly QueryColumn[]>;

const AMOUNTS = {
  cost: 'totalCost',
  clicks: 'clicks',
  views: 'views',
  rate: 'clickRate',
  price: 'costPerClick',
} as const satisfies Record<Amount, string>;

const OF_EVERY_REPORT: readonly Dimension[] = ['day', 'device', 'campaign', 'group'];

/** `own` is what this report has besides. */
export function checkTable(
  options: { readonly sum?: string; readonly sort?: string },
  own: readonly Dimension[],
  check: ParameterCheck,
): ReportTable {
  const dimensions = SUM_WORDS.filter((one) => OF_EVERY_REPORT.includes(one) || own.includes(one));
  const listed = splitList(options.sum ?? '');
  // A list without words is a mistake.
  const given = options.sum !== undefined && listed.length === 0 ? [options.sum] : listed;
  for (const one of given) check.word('--sum', one, dimensions, 'day');
  const sum = dimensions.filter((one) => given.includes(one));
  const { sort } = options;
  if (sort === undefined) return { sum, dimensions };
  const words = [...SORT_WORDS, ...(sum.length > 0 ? sum : dimensions)];
  return { sum, sort: check.word('--sort', sort, words, 'cost'), dimensions };
}

export const columnsOf = (dimension: Dimension): readonly QueryColumn[] => DIMENSIONS[dimension];

/** The columns of rows that are put together. */
export function sumColumns(sum: readonly Dimension[]): readonly QueryColumn[] {
  return [
    ...sum.flatMap((one) => DIMENSIONS[one]),
    numberColumn('views'),
    numberColumn('clicks'),
    numberColumn('totalCost'),
    { ...numberColumn('clickRate'), unit: '%' },
    numberColumn('costPerClick'),
  ];
}

/** Clicks of a hundred views, and the cost of a click, with two digits after the point; undefined where there are none. */
export function ratesOf({ cost, clicks, views }: Pick<Figures, 'cost' | 'clicks' | 'views'>) {
  return {
    clickRate: quotientInCents(`${clicks}00`, String(views)),
    costPerClick: quotientInCents(cost, String(clicks)),
  };
}

/** Figures of rows, put together by some of what they say. */
export class ReportSums {
  readonly #sums = new Map<string, { says: QueryRow; readonly figures: Figures; isRead: boolean }>();

  constructor(readonly dimensions: readonly Dimension[]) {}

  /** False where a number of the row is none: then it is in no sum. */
  add(row: QueryRow): boolean {
    const key = this.dimensions.map((one) => textOf(row[DIMENSIONS[one][0].name])).join('\n');
    let sum = this.#sums.get(key);
    if (sum === undefined) {
      const names = this.dimensions.flatMap((one) => DIMENSIONS[one].map(({ name }) => name));
      sum = {
        says: Object.fromEntries(names.map((name) => [name, textOf(row[name])])),
        figures: new Figures(),
        isRead: false,
      };
      this.#sums.set(key, sum);
    }
    const isRead = sum.figures.add(textOf(row['totalCost']), textOf(row['clicks']), textOf(row['views']));
    if (isRead) sum.isRead = true;
    return isRead;
  }

  *entries(): Iterable<{ readonly says: QueryRow; readonly figures: Figures }> {
    yield* this.#sums.values();
  }

  /** As rows of a table, in the order in which they first came. A sum of rows without numbers has none. */
  rows(): readonly QueryRow[] {
    return [...this.#sums.values()].map(({ says, figures, isRead }) =>
      isRead
        ? {
            ...says,
            views: String(figures.views),
            clicks: String(figures.clicks),
            totalCost: figures.cost,
            ...ratesOf(figures),
          }
        : says,
    );
  }
}

const textOf = (value: QueryRow[string]) => (typeof value === 'string' ? value : '');

/** The rows in the order that was asked for; equals stay as they were. */
export function sorted<Rows extends QueryRows>(rows: Rows, { sort }: ReportTable): Rows | readonly QueryRow[] {
  if (sort === undefined) return rows;
  if (!isAmount(sort)) {
    const names = [...DIMENSIONS[sort]].reverse().map(({ name }) => name);
    const textsOf = (row: QueryRow) => names.map((name) => textOf(row[name])).join('\n');
    const keyed = Array.from(rows, (row) => ({ row, text: textsOf(row) }));
    return keyed
      .sort((one, other) => (one.text < other.text ? -1 : one.text > other.text ? 1 : 0))
      .map(({ row }) => row);
  }
  const name = AMOUNTS[sort];
  const amountOf = (row: QueryRow) => textOf(row[name]) || textOf(ratesOfRow(row)[name as 'clickRate']);
  const keyed = Array.from(rows, (row) => ({ row, value: amountOf(row) }));
  return keyed.sort((one, other) => orderDecimals(other.value, one.value)).map(({ row }) => row);
}

const isAmount = (word: Amount | Dimension): word is Amount => word in AMOUNTS;

/** Rows that are not put together have no rates of their own. */
function ratesOfRow({ totalCost, clicks, views }: QueryRow): Partial<ReturnType<typeof ratesOf>> {
  const figures = new Figures();
  return figures.add(textOf(totalCost), textOf(clicks), textOf(views)) ? ratesOf(figures) : {};
}
