import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { keywordProject } from '../data.js';
import { runCommand, startService } from '../process.js';
import { at, peakBelow, runSmall, SCALES } from './running.js';

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
  {
    name: 'plan-changed',
    figure: 'plan, 1,000,000 changed keywords',
    reference: 'own no-op plan of as many',
    goal: 2,
    rounds: 3,
    checks: peakBelow(700),
    sides: async () => {
      const [changed, same] = [await keywordProject(1_000_000, 'changed'), await keywordProject(1_000_000)];
      const service = await startService();
      const plan = (folder) => () => runSmall(['plan', '-C', folder], { env: at(service.url) });
      return { run: [plan(changed), plan(same)], end: service.stop };
    },
  },
  ...[
    ['--json', (_folder) => ['--json']],
    ['--out', (folder) => ['--out', join(folder, 'plan.tmp')]],
    ['--markdown', (folder) => ['--markdown', join(folder, 'plan.md')]],
  ].map(([form, options]) => ({
    name: `plan-changed${form.slice(1)}`,
    figure: `the same with ${form}`,
    reference: 'own text plan',
    goal: 1.3,
    rounds: 3,
    checks: peakBelow(700),
    sides: async () => {
      const folder = await keywordProject(1_000_000, 'changed');
      const service = await startService();
      const plan =
        (...more) =>
        () =>
          runSmall(['plan', '-C', folder, ...more], { env: at(service.url) });
      return { run: [plan(...options(folder)), plan()], end: service.stop };
    },
  })),
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
