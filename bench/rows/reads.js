import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { driftedProject, idTable, keywordProject } from '../data.js';
import { runCommand, runReference, startService } from '../process.js';
import { at, peakBelow } from './running.js';

const yaml = (folder) => join(folder, 'ads/keywords.yaml');

/** What reads the account and writes manifests or tables. */
export const READ_ROWS = [
  readRow('export', 'export --out, 100,000 keywords', async (folder) => {
    const ids = await idTable(100_000);
    const out = join(folder, 'export.tmp');
    return {
      argv: ['export', '--from', ids, '--out', out],
      before: () => rm(out, { recursive: true, force: true }),
    };
  }),
  readRow('export-csv', 'export --csv, 100,000 keywords', async (folder) => {
    const ids = await idTable(100_000);
    const out = join(folder, 'export.csv.tmp');
    return { argv: ['export', '--from', ids, '--csv', out], before: () => rm(out, { force: true }) };
  }),
  readRow('status', 'status, 100,000 keywords', async () => ({ argv: ['status'] })),
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

/** A command that reads 100,000 keywords, beside the same reads alone. */
function readRow(name, figure, command) {
  return {
    name,
    figure,
    reference: 'the reads alone',
    goal: 1.5,
    sides: async () => {
      const folder = await keywordProject(100_000);
      const service = await startService();
      const { argv, before } = await command(folder);
      const run = async () => {
        await before?.();
        return runCommand([...argv, '-C', folder], { env: at(service.url) });
      };
      return { run: [run, () => runReference('reads', ['100000', service.url])], end: service.stop };
    },
  };
}
