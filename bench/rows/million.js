import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { freshProject, keywordProject } from '../data.js';
import { runReference, startService } from '../process.js';
import { at, peakBelow, runSmall, withCpu } from './running.js';

const COUNT = 1_000_000;

/** Runs with a million changed keywords. Each takes up to two minutes, so those that several rows need are made once a round. */
const MILLION = {
  sides: async () => {
    const [changed, same] = [await keywordProject(COUNT, 'changed'), await keywordProject(COUNT)];
    const service = await startService({ records: false });
    const saved = join(changed, 'plan.tmp');
    const run = async (...argv) => withCpu(await runSmall(argv, { env: at(service.url) }));
    const before = async (...argv) => {
      await freshProject(changed);
      await service.control('reset');
      return run(...argv, '-C', changed);
    };
    return {
      run: {
        same: () => run('plan', '-C', same),
        text: () => before('plan'),
        json: () => before('plan', '--json'),
        markdown: () => before('plan', '--markdown', join(changed, 'plan.md')),
        out: async () => {
          await rm(saved, { force: true });
          return before('plan', '--out', saved);
        },
        applySaved: () => before('apply', saved, '--quiet'),
        apply: () => before('apply', '--auto-approve', '--quiet'),
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
  {
    name: 'plan-changed-json',
    figure: 'the same with --json',
    reference: 'own text plan',
    of: ['json', 'text'],
    goal: 1.3,
    checks: peakBelow(700),
  },
  {
    name: 'plan-changed-out',
    figure: 'the same with --out',
    reference: 'own text plan',
    of: ['out', 'text'],
    goal: 1.3,
    checks: peakBelow(700),
  },
  {
    name: 'plan-changed-markdown',
    figure: 'the same with --markdown',
    reference: 'own text plan',
    of: ['markdown', 'text'],
    goal: 1.3,
    checks: peakBelow(700),
  },
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
