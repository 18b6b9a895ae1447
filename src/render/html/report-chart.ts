import { cutToWidth } from '../characters/measure.js';
import { visible } from '../characters/visible.js';
import { heightOf, MEASURES, type Measure } from '../view/measures.js';
import type { ReportBreakdown, ReportLine, ReportPicture } from '../view/report-picture.js';
import { html, type Markup } from './markup.js';

const WIDTH = 880;
const MARGIN = 20;
const PANEL = { width: 400, height: 190, gap: 40, plot: 118, top: 34 } as const;
const LINE_HEIGHT = 24;
/** So many lines of a breakdown are drawn; the tables and the rows have all of them. */
const LINES = 12;
const NAME_COLUMNS = 30;
const NOTE_COLUMNS = 130;

/** The style of a chart. Its colours are those of pages; a chart on its own brings them along. */
export const CHART_STYLE =
  `.chart text{font:12px system-ui,"Noto Sans CJK SC","PingFang SC","Microsoft YaHei",sans-serif;fill:var(--ink)}
.chart .head{font-size:16px;font-weight:600}
.chart .name{font-weight:600}
.chart .quiet{fill:var(--quiet)}
.chart .end{text-anchor:end;font-variant-numeric:tabular-nums}
.chart .mid{text-anchor:middle}
.chart .axis{stroke:var(--line);stroke-width:1}
.chart .bar{fill:var(--accent)}
.chart .course{fill:none;stroke:var(--accent);stroke-width:2;stroke-linejoin:round}
.chart .gap{fill:var(--line);fill-opacity:.45}`.replaceAll('\n', '');

const OWN_COLOURS =
  ':root{--paper:#ffffff;--ink:#1c2128;--quiet:#57606a;--line:#d0d7de;--accent:#0550ae}' +
  '@media (prefers-color-scheme:dark){:root{--paper:#0d1117;--ink:#e6edf3;--quiet:#9aa4af;--line:#3d444d;--accent:#79b8ff}}' +
  '.chart .paper{fill:var(--paper)}';

/** The chart as a file of its own. */
export function renderChart(picture: ReportPicture): string {
  const { height, body } = drawn(picture, { isAlone: true });
  return html`<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}">
<title>${picture.title}</title>
<style>${OWN_COLOURS}${CHART_STYLE.replaceAll('"', "'")}</style>
<rect class="paper" width="${WIDTH}" height="${height}"/>
${body}
</svg>
`.text;
}

/** The chart as a part of a page that has the style. */
export function chartMarkup(picture: ReportPicture): Markup {
  const { height, body } = drawn(picture, { isAlone: false });
  return html`<div class="wide" role="group" tabindex="0" aria-label="Chart"><svg class="chart" role="img" aria-label="${`Chart: ${picture.title}`}" viewBox="0 0 ${WIDTH} ${height}">
${body}
</svg></div>`;
}

interface Drawn {
  readonly height: number;
  readonly body: Markup;
}

/** A page has the title and the notes as text of its own. */
function drawn(picture: ReportPicture, { isAlone }: { readonly isAlone: boolean }): Drawn {
  const parts: Markup[] = [];
  let y = isAlone ? MARGIN + 14 : 0;
  if (isAlone) parts.push(html`<text class="head" x="${MARGIN}" y="${y}">${picture.title}</text>`);
  for (const note of isAlone ? picture.notes : []) {
    y += 20;
    parts.push(html`<text class="quiet" x="${MARGIN}" y="${y}">${cutToWidth(visible(note), NOTE_COLUMNS)}</text>`);
  }
  y += isAlone ? 24 : 8;
  MEASURES.forEach((measure, index) => {
    // The first over the whole width, the others in pairs.
    const isFirst = index === 0;
    const x = MARGIN + (isFirst ? 0 : ((index - 1) % 2) * (PANEL.width + PANEL.gap));
    const width = isFirst ? WIDTH - 2 * MARGIN : PANEL.width;
    parts.push(panel(measure, picture, { x, y: y + Math.ceil(index / 2) * PANEL.height, width }));
  });
  y += Math.ceil((MEASURES.length + 1) / 2) * PANEL.height;
  for (const breakdown of picture.breakdowns) {
    if (breakdown.lines.length === 0) continue;
    const block = breakdownBlock(breakdown, y);
    parts.push(block.body);
    y = block.end;
  }
  return { height: Math.ceil(y + MARGIN), body: html`${parts}` };
}

interface Place {
  readonly x: number;
  readonly y: number;
  readonly width: number;
}

/** One measure over the days: bars for what has a sum, a line for a rate; a gap where the report is not ready. */
function panel(measure: Measure, { days, total }: ReportPicture, { x, y, width }: Place): Markup {
  const { plot, top } = PANEL;
  const floor = y + top + plot;
  const values = days.map(({ figures }) => heightOf(measure, figures));
  const highest = Math.max(0, ...values.map((value) => value ?? 0));
  const ceiling = niceCeiling(highest);
  const slot = width / Math.max(1, days.length);
  const rise = (value: number) => (ceiling === 0 ? 0 : round((Math.max(0, value) / ceiling) * plot));
  const middle = (index: number) => round(x + (index + 0.5) * slot);
  const marks = days.map(({ day, figures }, index) => {
    const left = round(x + index * slot);
    if (figures === undefined)
      return html`<rect class="gap" x="${left}" y="${y + top}" width="${round(slot)}" height="${plot}"><title>${day}: no report</title></rect>`;
    const said = html`<title>${day}: ${measure.text(figures) || 'none'}</title>`;
    const value = values[index];
    if (value === undefined) return undefined;
    if (measure.isRate)
      return html`<circle class="bar" cx="${middle(index)}" cy="${floor - rise(value)}" r="${round(Math.min(3.5, slot / 3))}">${said}</circle>`;
    const wide = Math.min(26, Math.max(1, slot * 0.72));
    return html`<rect class="bar" x="${round(middle(index) - wide / 2)}" y="${floor - rise(value)}" width="${round(wide)}" height="${rise(value)}">${said}</rect>`;
  });
  const courses = measure.isRate
    ? runsOf(values).map(
        (run) =>
          html`<polyline class="course" points="${run.map((index) => `${middle(index)},${floor - rise(values[index] ?? 0)}`).join(' ')}"/>`,
      )
    : [];
  return html`<text class="name" x="${x}" y="${y + 12}">${measure.title}</text>
<text class="name end" x="${x + width}" y="${y + 12}">${measure.text(total) || '–'}</text>
<text class="quiet end" x="${x + width}" y="${y + top - 4}">${ceiling === 0 ? '' : `${ceilingText(ceiling)}${measure.text(total).endsWith('%') ? '%' : ''}`}</text>
<path class="axis" d="M${x} ${y + top}H${x + width}M${x} ${floor}H${x + width}"/>
${marks}${courses}
${dayLabels(days, slot).map(({ index, text, anchor }) => html`<text class="quiet ${anchor}" x="${anchor === 'mid' ? middle(index) : anchor === 'end' ? x + width : x}" y="${floor + 16}">${text}</text>`)}
`;
}

/** Neighbouring days that have a value, at least two of them: what a line may connect. */
function runsOf(values: readonly (number | undefined)[]): readonly (readonly number[])[] {
  const runs: number[][] = [[]];
  values.forEach((value, index) => {
    if (value === undefined) runs.push([]);
    else runs.at(-1)?.push(index);
  });
  return runs.filter((run) => run.length > 1);
}

const LABEL_WIDTH = 56;

interface DayLabel {
  readonly index: number;
  readonly text: string;
  /** Narrow days at the edge have their names inside of it. */
  readonly anchor: 'start' | 'mid' | 'end';
}

/** Days that have room for their name, the first and the last among them. */
function dayLabels(days: ReportPicture['days'], slot: number): readonly DayLabel[] {
  const step = Math.max(1, Math.ceil(LABEL_WIDTH / slot));
  const last = days.length - 1;
  return days.flatMap(({ day }, index) => {
    const isCrowded = slot < LABEL_WIDTH && index === step && slot * step < 1.4 * LABEL_WIDTH;
    const isShown = index === last || (index % step === 0 && last - index >= step && !isCrowded);
    const anchor = slot >= LABEL_WIDTH || (index > 0 && index < last) ? 'mid' : index === 0 ? 'start' : 'end';
    return isShown ? [{ index, text: day.slice(5), anchor } as const] : [];
  });
}

/** The next round number: where the axis ends. */
function niceCeiling(highest: number): number {
  if (!(highest > 0)) return 0;
  const power = 10 ** Math.floor(Math.log10(highest));
  const step = [1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10].find((one) => one * power >= highest) ?? 10;
  return step * power;
}

const ceilingText = (ceiling: number) => String(Number(ceiling.toPrecision(3)));
const round = (value: number) => Math.round(value * 10) / 10;

/** Where the columns of a breakdown end. */
const ENDS = { totalCost: 520, clicks: 600, views: 690, clickRate: 765, costPerClick: WIDTH - MARGIN } as const;
const SHORT_TITLES = {
  totalCost: 'Cost',
  clicks: 'Clicks',
  views: 'Views',
  clickRate: 'Rate',
  costPerClick: 'Per click',
} as const;
const BAR = { from: 250, width: 190 } as const;

function breakdownBlock(
  { title, lines }: ReportBreakdown,
  from: number,
): { readonly body: Markup; readonly end: number } {
  const shown = lines.slice(0, LINES);
  const top = from + 18;
  const highest = Math.max(0, ...shown.map(({ figures }) => Number(figures.cost)));
  const head = Object.entries(ENDS).map(
    ([name, x]) => html`<text class="quiet end" x="${x}" y="${top}">${SHORT_TITLES[name as keyof typeof ENDS]}</text>`,
  );
  const rows = shown.map((line, index) => breakdownLine(line, top + 22 + index * LINE_HEIGHT, highest));
  const hidden = lines.length - shown.length;
  const end = top + 22 + shown.length * LINE_HEIGHT;
  return {
    body: html`<text class="name" x="${MARGIN}" y="${top}">${title}</text>
<path class="axis" d="M${MARGIN} ${top + 6}H${WIDTH - MARGIN}"/>
${head}${rows}${hidden > 0 && html`<text class="quiet" x="${MARGIN}" y="${end}">and ${hidden} more</text>`}
`,
    end: end + (hidden > 0 ? LINE_HEIGHT : 8),
  };
}

function breakdownLine({ name, id, figures }: ReportLine, y: number, highest: number): Markup {
  const label = cutToWidth(visible(name === '' ? (id ?? '(none)') : name), NAME_COLUMNS);
  const wide = highest > 0 ? round((Math.max(0, Number(figures.cost)) / highest) * BAR.width) : 0;
  const cells = MEASURES.map(
    ({ name: measure, text }) =>
      html`<text class="end" x="${ENDS[measure as keyof typeof ENDS]}" y="${y}">${text(figures) || '–'}</text>`,
  );
  return html`<text x="${MARGIN}" y="${y}">${label}${titled(name, id)}</text>
<rect class="bar" x="${BAR.from}" y="${y - 10}" width="${wide}" height="12"/>
${cells}
`;
}

/** The whole name, and the id, where the pointer rests. */
function titled(name: string, id: string | undefined): Markup | undefined {
  return id === undefined ? undefined : html`<title>${`${name} ${id}`.trim()}</title>`;
}
