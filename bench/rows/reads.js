import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { driftedProject } from '../data.js';
import { runCommand, startService } from '../process.js';
import { at, peakBelow } from './running.js';

const yaml = (folder) => join(folder, 'ads/keywords.yaml');

/** What reads the account and writes manifests or tables. */
export const READ_ROWS = [
  {
    name: 'pull',
    figure: 'pull --write, 100,000 drifted keywords',
    reference: 'the plan that found them',
    goal: 2,
    checks: peakBelow(400),
    sides: async () => {
      const folder = await driftedProject(100_000);
      const service = await startService();
      const command = (...argv) => runCommand([...argv, '-C', folder], { env: at(service.url) });
      await service.control('restore');
      await command('apply', '--auto-approve', '--quiet');
      await service.control('drift');
      return {
        run: [
          async () => {
            const before = await readFile(yaml(folder));
            const result = await command('pull', '--write');
            await writeFile(yaml(folder), before);
            return result;
          },
          () => command('plan'),
        ],
        end: service.stop,
      };
    },
  },
];
