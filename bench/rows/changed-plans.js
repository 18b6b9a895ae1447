import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { keywordProject } from '../data.js';
import { runCommand, startService } from '../process.js';
import { at, SCALES } from './running.js';

/** Plans of keywords that all change. */
export const CHANGED_ROWS = [
  {
    name: 'scale-changed',
    figure: 'plan of 1,000, 10,000, 100,000 and 1,000,000 changed keywords',
    rounds: 1,
    sides: async () => {
      const folders = [];
      for (const count of SCALES) folders.push(await keywordProject(count, 'changed'));
      const service = await startService();
      const plan = (folder) => () => runCommand(['plan', '--quiet', '-C', folder], { env: at(service.url) });
      return { run: folders.map(plan), end: service.stop };
    },
  },
  pageRow('page', 10_000, 400),
  pageRow('page-100000', 100_000, 4_000),
];

/** What writing the page adds to the plan, and how large it is. */
function pageRow(name, count, mostKilobytes) {
  return {
    name,
    figure: `plan --html, ${count.toLocaleString('en')} changed keywords`,
    reference: 'the same plan without',
    goal: 1.1,
    checks: ([page]) => [{ what: 'size of the page, KB', value: page.written, most: mostKilobytes }],
    sides: async () => {
      const folder = await keywordProject(count, 'changed');
      const service = await startService();
      const file = join(folder, 'plan.html');
      const plan = (...options) => runCommand(['plan', '-C', folder, ...options], { env: at(service.url) });
      const withPage = async () => {
        const run = await plan('--html', file);
        return { ...run, written: (await stat(file)).size / 1000 };
      };
      return { run: [withPage, () => plan()], end: service.stop };
    },
  };
}
