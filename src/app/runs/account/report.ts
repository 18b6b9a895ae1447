import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.js';
import { PackedList, plural } from '../../../model/index.js';
import type { QueryColumn, QueryOptions, QueryRow, QueryRows } from '../../../queries/define-query.js';
import { Figures } from '../../../queries/figure-sums.js';
import { dayOfRow } from '../../../queries/report-days.js';
import type { ReportLayout } from '../../../queries/report-layout.js';
import { columnsOf, ReportSums, ratesOf, sorted, sumColumns } from '../../../queries/report-table.js';
import type { ReportCourse, ReportFigures } from '../../../render/index.js';
import type { ReportPicture } from '../../../render/view/report-picture.js';
import { CsvText } from '../../workspace/csv-text.js';

/** So many rows are in a page, and in a table where a file has all of them. */
const MOST_SHOWN = 2000;

/** A report while its rows come in: its sums, its rows as CSV, and those that are to be shown. */
export class GatheredReport {
  readonly #sums: ReportSums;
  readonly #parts: readonly ReportSums[];
  readonly #days = new ReportSums(['day']);
  readonly #rows = new PackedList<QueryRow>([]);
  readonly #mostRows: number;
  readonly #csv: CsvText | undefined;
  #count = 0;
  #unsummed = 0;

  constructor(
    readonly form: ReportLayout,
    private readonly columns: readonly QueryColumn[],
    { csv, bom, chart, html }: QueryOptions,
    wantsText: boolean,
  ) {
    const { sum, dimensions } = form.table;
    this.#sums = new ReportSums(sum);
    const isDrawn = chart !== undefined || html !== undefined;
    this.#parts = isDrawn ? dimensions.filter((one) => one !== 'day').map((one) => new ReportSums([one])) : [];
    if (csv !== undefined) this.#csv = new CsvText(this.#isSummed ? sumColumns(sum) : columns, bom === true);
    const isInFile = this.#isAsItCame && this.#csv !== undefined && wantsText;
    const shown = this.#isSummed ? 0 : isInFile ? MOST_SHOWN : Number.POSITIVE_INFINITY;
    this.#mostRows = Math.max(shown, html === undefined ? 0 : MOST_SHOWN);
  }

  add(rows: readonly QueryRow[]): void {
    this.#count += rows.length;
    for (const row of rows) {
      if (!this.#days.add(row)) this.#unsummed++;
      for (const part of this.#parts) part.add(row);
      if (this.#isSummed) this.#sums.add(row);
      if (this.#rows.length < this.#mostRows) this.#rows.push(row);
    }
    if (this.#isAsItCame) this.#csv?.add(rows);
  }

  get #isSummed(): boolean {
    return this.form.table.sum.length > 0;
  }

  /** The rows are shown as they came, and may be written as they come. */
  get #isAsItCame(): boolean {
    return !this.#isSummed && this.form.table.sort === undefined;
  }

  /** What is shown: the rows, or what they come to, in the order that was asked for. */
  shown(): { readonly rows: QueryRows; readonly columns: readonly QueryColumn[]; readonly count: number } {
    const { table } = this.form;
    if (!this.#isSummed) return { rows: sorted(this.#rows, table), columns: this.columns, count: this.#count };
    const rows = sorted(this.#sums.rows(), table);
    return { rows, columns: sumColumns(table.sum), count: rows.length };
  }

  /** The rows as CSV, where that was asked for. */
  csv(): Iterable<Uint8Array> | undefined {
    if (!this.#isAsItCame) this.#csv?.add(this.shown().rows);
    return this.#csv?.pieces();
  }

  /** What there is to say of rows that are in no sum. */
  diagnostics(): readonly Diagnostic[] {
    if (this.#unsummed === 0) return [];
    const detail = `${plural(this.#unsummed, 'row')}: cost, clicks or views is not a number.`;
    return [diagnostic('report-rows-unsummed', { detail })];
  }

  course(notReady: readonly string[]): ReportCourse {
    const byDay = new Map<string, Figures>();
    const missing = new Set(notReady);
    const total = new Figures();
    for (const { says, figures } of this.#days.entries()) {
      total.addFigures(figures);
      const day = dayOfRow(textOf(says['date']));
      if (day === undefined) continue;
      const ofDay = byDay.get(day) ?? new Figures();
      ofDay.addFigures(figures);
      byDay.set(day, ofDay);
    }
    const figuresOf = (day: string) => {
      const figures = byDay.get(day);
      return figures === undefined ? NOTHING : withRates(figures);
    };
    return {
      total: withRates(total),
      days: this.form.days.map((day) => (missing.has(day) ? { day } : { day, figures: figuresOf(day) })),
    };
  }

  picture(title: string, notReady: readonly string[]): ReportPicture {
    const breakdowns = this.#parts.map((part) => {
      const [dimension = 'day'] = part.dimensions;
      const [idColumn, nameColumn] = columnsOf(dimension);
      const lines = [...part.entries()].map(({ says, figures }) => {
        const id = textOf(says[idColumn?.name ?? '']);
        const name = nameColumn === undefined ? id : textOf(says[nameColumn.name]);
        return { name, ...(nameColumn !== undefined && { id }), figures: withRates(figures) };
      });
      const dearest = lines.sort((one, other) => Number(other.figures.cost) - Number(one.figures.cost));
      return {
        title: `By ${dimension}`,
        heading: dimension.charAt(0).toUpperCase() + dimension.slice(1),
        lines: dearest,
      };
    });
    const named = breakdowns.filter(({ lines }) => lines.some(({ name, id = '' }) => name !== '' || id !== ''));
    return { title, ...this.course(notReady), breakdowns: named, notes: notesOf(notReady) };
  }

  /** The first rows, as a page shows them. */
  pageTable() {
    const filled = new Set<string>();
    const shown: QueryRow[] = [];
    for (const row of this.#rows) {
      for (const name in row) if (textOf(row[name]) !== '') filled.add(name);
      if (shown.length < MOST_SHOWN) shown.push(row);
    }
    const used = this.columns.filter(({ name }) => filled.has(name));
    return {
      columns: used.map(({ name, form }) => ({ name, isNumber: form === 'number' })),
      rows: shown.map((row) => used.map(({ name }) => textOf(row[name]))),
      hidden: this.#count - shown.length,
    };
  }
}

const NOTHING: ReportFigures = { cost: '0.00', clicks: 0, views: 0 };

function withRates({ cost, clicks, views }: Pick<ReportFigures, 'cost' | 'clicks' | 'views'>): ReportFigures {
  return { cost, clicks, views, ...ratesOf({ cost, clicks, views }) };
}

function notesOf(notReady: readonly string[]): readonly string[] {
  if (notReady.length === 0) return [];
  return [
    `No report yet, a gap in the charts: ${[...notReady].sort().join(', ')}. What was read of such a day is in the sums.`,
  ];
}

const textOf = (value: QueryRow[string]) => (typeof value === 'string' ? value : '');
