import { MEASURES, type ReportFigures } from '../view/measures.js';
import type { ReportPicture } from '../view/report-picture.js';
import type { PageAssets } from './assets.js';
import { html, type Markup } from './markup.js';
import { renderPage } from './page-frame.js';
import { CHART_STYLE, chartMarkup } from './report-chart.js';

/** A row under the names that the columns have. */
export interface PageTable {
  readonly columns: readonly { readonly name: string; readonly isNumber: boolean }[];
  readonly rows: readonly (readonly string[])[];
  /** Rows that are not in it. */
  readonly hidden: number;
}

const PAGE_STYLE = `.chart{display:block;width:100%;height:auto;min-width:44rem;max-width:60rem}.wide{overflow-x:auto;overflow-wrap:normal}th button{font:inherit;font-weight:600;color:inherit;background:none;border:0;padding:0;cursor:pointer;white-space:nowrap}th button::after{content:" ↕";color:var(--quiet)}th[aria-sort=ascending] button::after{content:" ↑"}th[aria-sort=descending] button::after{content:" ↓"}tfoot td{font-weight:600;border-bottom:0}.wide td{white-space:nowrap}@media print{th button::after{content:none}.wide{overflow:visible}}`;

/** So many lines of a breakdown are in the page. */
const LINES = 1000;

/** The chart alone, as a page. */
export function renderChartPage(picture: ReportPicture, assets: PageAssets): string {
  return renderPage(
    {
      title: picture.title,
      body: html`<main><h1>${picture.title}</h1>${notes(picture)}${chartMarkup(picture)}</main>`,
    },
    styled(assets),
  );
}

/** The chart with its figures as tables, which a script sorts; without scripts they are there all the same. */
export function renderReportPage(picture: ReportPicture, rows: PageTable, assets: PageAssets): string {
  const days = picture.days.map(({ day, figures }) => [
    day,
    ...(figures === undefined ? ['no report', '', '', '', ''] : texts(figures)),
  ]);
  const foot = ['in all', ...texts(picture.total)];
  const breakdowns = picture.breakdowns.map(({ title, heading, lines }) => {
    const withIds = lines.some(({ id }) => id !== undefined);
    const shown = lines.slice(0, LINES);
    const cells = shown.map(({ name, id, figures }) => [name, ...(withIds ? [id ?? ''] : []), ...texts(figures)]);
    const heads = [heading, ...(withIds ? ['id'] : [])];
    return section(title, { columns: figureColumns(heads), rows: cells, hidden: lines.length - shown.length });
  });
  const body = html`<main>
<h1>${picture.title}</h1>
${notes(picture)}
${chartMarkup(picture)}
${section('By day', { columns: figureColumns(['Day']), rows: days, hidden: 0 }, foot)}
${breakdowns}
${section('Rows', rows)}
</main>`;
  return renderPage({ title: picture.title, body, script: 'report-page' }, styled(assets));
}

const notes = ({ notes: said }: ReportPicture) => said.map((note) => html`<p class="quiet">${note}</p>\n`);

const styled = (assets: PageAssets): PageAssets => ({ ...assets, style: `${assets.style}${CHART_STYLE}${PAGE_STYLE}` });

const texts = (figures: ReportFigures) => MEASURES.map(({ text }) => text(figures));

const figureColumns = (heads: readonly string[]): PageTable['columns'] => [
  ...heads.map((name) => ({ name, isNumber: false })),
  ...MEASURES.map(({ title }) => ({ name: title, isNumber: true })),
];

function section(title: string, { columns, rows, hidden }: PageTable, foot?: readonly string[]): Markup {
  const cells = (row: readonly string[]) =>
    row.map((cell, index) =>
      columns[index]?.isNumber === true ? html`<td class="number">${cell}</td>` : html`<td>${cell}</td>`,
    );
  return html`<section>
<h2>${title}</h2>
<div class="wide" role="group" tabindex="0" aria-label="${title}"><table class="sorted">
<thead><tr>${columns.map(({ name, isNumber }) => (isNumber ? html`<th scope="col" class="number">${name}</th>` : html`<th scope="col">${name}</th>`))}</tr></thead>
<tbody>
${rows.map((row) => html`<tr>${cells(row)}</tr>\n`)}</tbody>
${foot !== undefined && html`<tfoot><tr>${cells(foot)}</tr></tfoot>\n`}</table></div>
${hidden > 0 && html`<p class="quiet">${hidden} more are not in this page; --csv and --json have all of them.</p>\n`}</section>
`;
}
