import { fleetProject } from '../data.js';
import { runCommand, runReference, startService } from '../process.js';
import { ofAgency, peakBelow } from './running.js';

/** Plans of many accounts. */
export const FLEET_ROWS = [
  {
    name: 'fleet',
    figure: 'no-op plan of 300 accounts with 1,000 keywords each, --jobs 4, service of 50 ms',
    reference: 'the reads alone, four at once',
    goal: 1.3,
    rounds: 3,
    checks: peakBelow(400),
    sides: async () => {
      const folder = await fleetProject(300, 1_000);
      const service = await startService({ delay: 50 });
      const plan = () =>
        runCommand(['plan', '--all-accounts', '--quiet', '-C', folder], { env: ofAgency(service.url) });
      return { run: [plan, () => runReference('fleet-reads', ['300', '1000', service.url])], end: service.stop };
    },
  },
  {
    name: 'fleet-changed',
    figure: 'plan --changed-since of 300 accounts, one of which changed',
    reference: 'plan of that account alone',
    goal: 1.3,
    sides: async () => {
      const folder = await fleetProject(300, 1_000);
      const service = await startService();
      const plan =
        (...which) =>
        () =>
          runCommand(['plan', ...which, '--quiet', '-C', folder], { env: ofAgency(service.url) });
      return { run: [plan('--changed-since', 'HEAD'), plan('--account', 'brand-7')], end: service.stop };
    },
  },
];
