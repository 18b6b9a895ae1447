/** Figures of rows of a report, put together. */
export interface ReportFigures {
  /** Yuan, decimal text. */
  readonly cost: string;
  readonly clicks: number;
  readonly views: number;
  /** Clicks of a hundred views; absent without views. */
  readonly clickRate?: string | undefined;
  /** Yuan; absent without clicks. */
  readonly costPerClick?: string | undefined;
}

export interface DayOfReport {
  readonly day: string;
  /** Absent where the report is not ready: a gap, and no 0. */
  readonly figures?: ReportFigures;
}

/** What is measured, in every table and chart of a report. */
export interface Measure {
  /** As in the rows. */
  readonly name: string;
  readonly title: string;
  /** A rate has no sum, and no value where there is nothing to divide by. */
  readonly isRate: boolean;
  readonly text: (figures: ReportFigures) => string;
}

const percent = (text: string | undefined) => (text === undefined ? '' : `${text}%`);

export const MEASURES: readonly Measure[] = [
  { name: 'totalCost', title: 'Cost, yuan', isRate: false, text: ({ cost }) => cost },
  { name: 'clicks', title: 'Clicks', isRate: false, text: ({ clicks }) => String(clicks) },
  { name: 'views', title: 'Views', isRate: false, text: ({ views }) => String(views) },
  { name: 'clickRate', title: 'Click rate', isRate: true, text: ({ clickRate }) => percent(clickRate) },
  { name: 'costPerClick', title: 'Cost per click, yuan', isRate: true, text: ({ costPerClick }) => costPerClick ?? '' },
];

/** A value for drawing alone; what is printed is the text. */
export function heightOf({ text }: Measure, figures: ReportFigures | undefined): number | undefined {
  const shown = figures === undefined ? '' : text(figures).replace('%', '');
  return shown === '' ? undefined : Number(shown);
}
