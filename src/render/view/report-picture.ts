import type { DayOfReport, ReportFigures } from './measures.js';

/** Some of a report's rows put together: a device, a type, a group. */
export interface ReportLine {
  readonly name: string;
  /** Where it is not the name. */
  readonly id?: string;
  readonly figures: ReportFigures;
}

/** The lines of one kind, the dearest first. */
export interface ReportBreakdown {
  /** `By device`. */
  readonly title: string;
  /** The heading of their names: `Device`. */
  readonly heading: string;
  readonly lines: readonly ReportLine[];
}

/** A report as a chart and a page show it. */
export interface ReportPicture {
  readonly title: string;
  readonly days: readonly DayOfReport[];
  readonly total: ReportFigures;
  readonly breakdowns: readonly ReportBreakdown[];
  /** What a reader must know of the figures: days that are not ready. */
  readonly notes: readonly string[];
}
