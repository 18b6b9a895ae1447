import { join } from 'node:path';
import { keywordProject } from '../data.js';
import { runCommand, runReference, startService } from '../process.js';
import { at, NO_OP, peakBelow, SCALES } from './running.js';

const json = (folder) => join(folder, 'keywords.json');

/** Plans of keywords that are all as the service has them. */
export const PLAN_ROWS = [
  planRow(
    'plan',
    'no-op plan, 100,000 keywords',
    'bare script: JSON, same reads, compare',
    { goal: 1.2, rounds: 9 },
    (folder, url) => runReference('compare', [json(folder), url]),
  ),
  planRow(
    'plan-50ms',
    'no-op plan, 100,000 keywords, service of 50 ms',
    'the reads alone',
    { delay: 50 },
    (_folder, url) => runReference('reads', ['100000', url]),
  ),
  {
    name: 'plan-million',
    figure: 'no-op plan, 1,000,000 keywords',
    reference: 'own run with 100,000',
    goal: 10,
    rounds: 3,
    checks: peakBelow(500),
    sides: async () => {
      const [large, small] = [await keywordProject(1_000_000), await keywordProject(100_000)];
      const service = await startService();
      const plan = (folder) => () => runCommand([...NO_OP, '-C', folder], { env: at(service.url) });
      return { run: [plan(large), plan(small)], end: service.stop };
    },
  },
  {
    name: 'scale',
    figure: 'no-op plan of 1,000, 10,000, 100,000 and 1,000,000 keywords',
    rounds: 1,
    sides: async () => {
      const folders = [];
      for (const count of SCALES) folders.push(await keywordProject(count));
      const service = await startService();
      const plan = (folder) => () => runCommand([...NO_OP, '--quiet', '-C', folder], { env: at(service.url) });
      return { run: folders.map(plan), end: service.stop };
    },
  },
];

function planRow(name, figure, reference, { delay = 0, goal = 1.3, rounds }, other) {
  return {
    name,
    figure,
    reference,
    goal,
    ...(rounds !== undefined && { rounds }),
    sides: async () => {
      const folder = await keywordProject(100_000);
      const service = await startService({ delay });
      const plan = () => runCommand([...NO_OP, '-C', folder], { env: at(service.url) });
      return { run: [plan, () => other(folder, service.url)], end: service.stop };
    },
  };
}
