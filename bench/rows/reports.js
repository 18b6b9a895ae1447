import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { keywordProject } from '../data.js';
import { runCommand, runReference, startService } from '../process.js';
import { at, peakBelow } from './running.js';

/** What reads the reports of many days. */
export const REPORT_ROWS = [
  {
    name: 'report',
    figure: 'report creatives --csv, 90 days of 10,000 rows',
    reference: 'the reads alone, parsed',
    goal: 1.5,
    rounds: 3,
    checks: peakBelow(200),
    sides: async () => {
      const folder = await keywordProject(1_000);
      const service = await startService();
      const file = join(folder, 'report.csv');
      const argv = ['report', 'creatives', '--last', '90d', '--type', 'mobile', '--csv', file, '-C', folder];
      const report = () => runCommand(argv, { env: at(service.url) });
      return { run: [report, () => runReference('report-reads', ['90', service.url, 'mobile'])], end: service.stop };
    },
  },
  {
    name: 'impact',
    figure: 'plan --impact 90, 10,000 groups in the reports, service of 50 ms',
    reference: 'the reads alone, four days at once',
    goal: 1.2,
    rounds: 3,
    checks: peakBelow(300),
    sides: async () => {
      const folder = await keywordProject(1_000, 'changed');
      const service = await startService({ delay: 50 });
      // Each round on a machine that has kept no day yet.
      let round = 0;
      const plan = async () => {
        const data = join(folder, `.data-${++round}`);
        await rm(data, { recursive: true, force: true });
        const env = { ...at(service.url), XDG_DATA_HOME: data, XDG_CONFIG_HOME: data };
        const result = await runCommand(['plan', '--impact', '90', '--quiet', '-C', folder], { env });
        await rm(data, { recursive: true, force: true });
        return result;
      };
      return { run: [plan, () => runReference('report-reads', ['90', service.url])], end: service.stop };
    },
  },
];
