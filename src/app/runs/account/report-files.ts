import { usageFailure } from '../../../diagnostics/failure.js';
import type { QueryOptions } from '../../../queries/define-query.js';
import type { AppPorts } from '../../ports.js';
import { checkOutputFile, saveText } from '../../workspace/user-files.js';
import type { GatheredReport } from './report.js';

const CHART_ENDINGS = ['.svg', '.html'] as const;

/** Before anything is fetched: it would be in vain if a file could not be written. */
export async function checkReportFiles(app: AppPorts, { chart, csv, bom, html }: QueryOptions): Promise<void> {
  if (typeof csv === 'string') await checkOutputFile(app, '--csv', csv);
  else if (bom === true) throw usageFailure('--bom needs --csv FILE.');
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

/** Writes the files that the options name. The code that draws is loaded only then. */
export async function writeReportFiles(
  app: AppPorts,
  report: GatheredReport,
  { csv, chart, html }: QueryOptions,
  title: string,
  notReady: readonly string[],
): Promise<void> {
  const table = report.csv();
  if (typeof csv === 'string' && table !== undefined) await saveText(app, '--csv', csv, table);
  if (chart === undefined && html === undefined) return;
  const picture = report.picture(title, notReady);
  const { renderChart } = await import('../../../render/html/report-chart.js');
  if (typeof chart === 'string' && chart.endsWith('.svg')) await saveText(app, '--chart', chart, renderChart(picture));
  const { pageAssets } = await import('../../../render/html/assets.js');
  const { renderChartPage, renderReportPage } = await import('../../../render/html/report-page.js');
  if (typeof chart === 'string' && !chart.endsWith('.svg'))
    await saveText(app, '--chart', chart, renderChartPage(picture, await pageAssets()));
  if (typeof html === 'string')
    await saveText(app, '--html', html, renderReportPage(picture, report.pageTable(), await pageAssets()));
}
