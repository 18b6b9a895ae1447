import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freshProject, keywordProject } from '../data.js';
import { runReference, startService } from '../process.js';
import { at, NO_OP, peakBelow, runSmall, withCpu } from './running.js';

const COUNT = 1_000_000;

/** Runs with a million changed keywords. Each takes up to two minutes, so those that several rows need are made once a round. */
const MILLION = {
  sides: async () => {
    const [changed, same] = [await keywordProject(COUNT, 'changed'), await keywordProject(COUNT)];
    const service = await startService({ records: false });
    const saved = join(changed, 'plan.tmp');
    /** Each command begins with the service as it was and without a state: an apply changes both. */
    const runIn = async (folder, ...argv) => {
      await freshProject(folder);
      await service.control('reset');
      return withCpu(await runSmall([...argv, '-C', folder], { env: at(service.url) }));
    };
    return {
      run: {
        same: () => runIn(same, ...NO_OP),
        text: () => runIn(changed, 'plan'),
        json: () => runIn(changed, 'plan', '--json'),
        markdown: () => runIn(changed, 'plan', '--markdown', join(changed, 'plan.md')),
        out: async () => {
          await rm(saved, { force: true });
          return runIn(changed, 'plan', '--out', saved);
        },
        applySaved: () => runIn(changed, 'apply', saved, '--quiet'),
        apply: () => runIn(changed, 'apply', '--auto-approve', '--quiet'),
        script: async () => withCpu(await runReference('write', [String(COUNT), service.url])),
      },
      end: service.stop,
    };
  },
};

export const MILLION_ROWS = [
  {
    name: 'plan-changed',
    figure: 'plan, 1,000,000 changed keywords',
    reference: 'own no-op plan of as many',
    of: ['text', 'same'],
    goal: 2,
    checks: peakBelow(700),
  },
  ...['json', 'out', 'markdown'].map((form) => ({
    name: `plan-changed-${form}`,
    figure: `the same with --${form}`,
    reference: 'own text plan',
    of: [form, 'text'],
    goal: 1.3,
    checks: peakBelow(700),
  })),
  {
    name: 'apply-million',
    figure: 'CPU of apply, 1,000,000 changed bids',
    reference: 'bare script: reads, writes, reads back',
    of: ['apply', 'script'],
    value: 'cpu',
    goal: 3,
    checks: peakBelow(900),
  },
  {
    name: 'apply-saved',
    figure: 'CPU of apply, a saved plan of 1,000,000 changed bids',
    reference: 'the plan that was saved',
    of: ['applySaved', 'out'],
    value: 'cpu',
    checks: peakBelow(900),
  },
].map((row) => ({ ...row, from: MILLION }));
