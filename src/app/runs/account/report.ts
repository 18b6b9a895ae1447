import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.js';
import { usageFailure } from '../../../diagnostics/failure.js';
import { PackedList, plural } from '../../../model/index.js';
import type { QueryColumn, QueryOptions, QueryRow, QueryRows } from '../../../queries/define-query.js';
import type { ReportLayout } from '../../../queries/report-layout.js';
import { columnsOf, ReportSums, ratesOf, sorted, sumColumns } from '../../../queries/report-table.js';
import type { ReportCourse, ReportFigures } from '../../../render/index.js';
import type { ReportPicture } from '../../../render/view/report-picture.js';
import type { AppPorts } from '../../ports.js';
import { checkOutputFile, saveText } from '../../workspace/user-files.js';

const CHART_ENDINGS = ['.svg', '.html'] as const;

/** Before anything is fetched: it would be in vain if a file could not be written. */
export async function checkReportFiles(app: AppPorts, { chart, html }: QueryOptions): Promise<void> {
  if (typeof chart === 'string') {
    if (!CHART_ENDINGS.some((ending) => chart.endsWith(ending))) {
      const detail = `--chart ${chart}: a chart is a file that ends with ${CHART_ENDINGS.join(' or ')}.`;
      throw usageFailure(detail);
    }
    await checkOutputFile(app, '--chart', chart);
  }
  if (typeof html === 'string') await checkOutputFile(app, '--html', html);
}

/** `Report creatives of account main, 2026-02-23 to 2026-03-01`. */
export function reportTitle(name: string, account: string, days: readonly string[]): string {
  const [first = '', last = first] = [days[0], days.at(-1)];
  return `Report ${name} of account ${account}, ${first === last ? first : `${first} to ${last}`}`;
}

/** So many rows are in a page. */
const ROWS_IN_PAGE = 2000;

/** A report while its rows come in: its sums, and the rows that are to be shown. */
export class GatheredReport {
  readonly #sums: ReportSums;
  readonly #parts: readonly ReportSums[];
  readonly #days = new ReportSums(['day']);
  readonly #all = new ReportSums([]);
  readonly #rows = new PackedList<QueryRow>([]);
  #count = 0;
  #unsummed = 0;

  constructor(
    readonly form: ReportLayout,
    private readonly columns: readonly QueryColumn[],
    private readonly options: QueryOptions,
  ) {
    const { sum, dimensions } = form.table;
    this.#sums = new ReportSums(sum);
    this.#parts = this.#isDrawn ? dimensions.filter((one) => one !== 'day').map((one) => new ReportSums([one])) : [];
  }

  add(row: QueryRow): void {
    this.#count++;
    if (!this.#all.add(row)) this.#unsummed++;
    this.#days.add(row);
    for (const part of this.#parts) part.add(row);
    if (this.#isSummed) this.#sums.add(row);
    if (!this.#isSummed || (this.options['html'] !== undefined && this.#rows.length <= ROWS_IN_PAGE))
      this.#rows.push(row);
  }

  /** A chart or a page is wanted, and so is what they are made of. */
  get #isDrawn(): boolean {
    return this.options['chart'] !== undefined || this.options['html'] !== undefined;
  }

  get #isSummed(): boolean {
    return this.form.table.sum.length > 0;
  }

  /** What is shown: the rows, or what they come to, in the order that was asked for. */
  shown(): { readonly rows: QueryRows; readonly columns: readonly QueryColumn[] } {
    const { table } = this.form;
    return this.#isSummed
      ? { rows: sorted(this.#sums.rows(), table), columns: sumColumns(table.sum) }
      : { rows: sorted(this.#rows, table), columns: this.columns };
  }

  /** What there is to say of rows that are in no sum. */
  diagnostics(): readonly Diagnostic[] {
    if (this.#unsummed === 0) return [];
    const detail = `${plural(this.#unsummed, 'row')}: cost, clicks or views is not a number.`;
    return [diagnostic('report-rows-unsummed', { detail })];
  }

  course(notReady: readonly string[]): ReportCourse {
    const byDay = new Map([...this.#days.entries()].map(({ says, figures }) => [says['date'], withRates(figures)]));
    const missing = new Set(notReady);
    return {
      total: [...this.#all.entries()].map(({ figures }) => withRates(figures))[0] ?? NOTHING,
      days: this.form.days.map((day) => (missing.has(day) ? { day } : { day, figures: byDay.get(day) ?? NOTHING })),
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

  /** Writes the files that the options name. The code that draws is loaded only then. */
  async write(app: AppPorts, title: string, notReady: readonly string[]): Promise<void> {
    const { chart, html } = this.options;
    if (!this.#isDrawn) return;
    const picture = this.picture(title, notReady);
    const { renderChart } = await import('../../../render/html/report-chart.js');
    if (typeof chart === 'string' && chart.endsWith('.svg'))
      await saveText(app, '--chart', chart, renderChart(picture));
    const { pageAssets } = await import('../../../render/html/assets.js');
    const { renderChartPage, renderReportPage } = await import('../../../render/html/report-page.js');
    if (typeof chart === 'string' && !chart.endsWith('.svg'))
      await saveText(app, '--chart', chart, renderChartPage(picture, await pageAssets()));
    if (typeof html === 'string')
      await saveText(app, '--html', html, renderReportPage(picture, this.#pageTable(), await pageAssets()));
  }

  #pageTable() {
    const filled = new Set<string>();
    const shown: QueryRow[] = [];
    for (const row of this.#rows) {
      for (const name in row) if (textOf(row[name]) !== '') filled.add(name);
      if (shown.length < ROWS_IN_PAGE) shown.push(row);
    }
    const used = this.columns.filter(({ name }) => filled.has(name));
    return {
      columns: used.map(({ name, form }) => ({ name, isNumber: form === 'amount' || form === 'number' })),
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
