import { freshProject, newGroups } from '../data.js';
import { runCommand, runReference, startService } from '../process.js';
import { at } from './running.js';

const COUNT = 10_000;

/** Groups that are not there yet. */
export const GROUP_ROWS = [
  {
    name: 'plan-groups',
    figure: 'plan, 10,000 new groups in YAML',
    reference: 'validate of the same',
    goal: 2,
    sides: async () => {
      const folder = await newGroups(COUNT);
      const service = await startService();
      const command = (name) => () => runCommand([name, '-C', folder], { env: at(service.url) });
      return { run: [command('plan'), command('validate')], end: service.stop };
    },
  },
  {
    name: 'apply-groups',
    figure: 'calls of the first apply of 10,000 new groups',
    reference: 'bare script: 100 calls, three flushes each',
    goal: 1.3,
    value: 'phase',
    sides: async () => {
      const folder = await newGroups(COUNT);
      const service = await startService();
      const timed = (run) => async () => {
        await freshProject(folder);
        await service.control('reset');
        const done = await run();
        const { first, last } = await service.control('phase');
        return { ...done, phase: last - first };
      };
      const apply = () => runCommand(['apply', '--auto-approve', '--quiet', '-C', folder], { env: at(service.url) });
      const bare = () => runReference('add-groups', [String(COUNT), service.url, folder]);
      return { run: [timed(apply), timed(bare)], end: service.stop };
    },
  },
];
