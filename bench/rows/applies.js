import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freshProject, keywordProject } from '../data.js';
import { runCommand, runReference, startService } from '../process.js';
import { at, withCpu } from './running.js';

const UNDO_TIME = fileURLToPath(new URL('../undo-time.cjs', import.meta.url));

/** Applies of changed bids. */
export const APPLY_ROWS = [
  {
    name: 'apply',
    figure: 'write phase of apply, 100,000 changed bids, service of 50 ms',
    reference: 'bare replay of the same bytes',
    goal: 1.15,
    value: 'phase',
    sides: async () => {
      const { apply, replay, end } = await recordedBids();
      const timed = async () => {
        const { run, phase } = await apply();
        return { ...run, phase };
      };
      const replayed = async () => {
        const run = await replay();
        return { ...run, phase: Number(run.stdout) };
      };
      return { run: [timed, replayed], end };
    },
  },
  {
    name: 'apply-cpu',
    figure: 'CPU of apply, 100,000 changed bids, service of 50 ms',
    reference: 'reads and replay of the same bytes',
    goal: 4,
    value: 'cpu',
    rounds: 3,
    sides: async () => {
      const { url, apply, replay, end } = await recordedBids();
      const readAndReplay = async () => {
        const reads = withCpu(await runReference('reads', ['100000', url]));
        const replayed = withCpu(await replay());
        return { ...replayed, user: reads.user + replayed.user, cpu: reads.cpu + replayed.cpu };
      };
      return { run: [async () => withCpu((await apply()).run), readAndReplay], end };
    },
  },
  {
    name: 'undo-data',
    figure: 'undo data of an apply, 100,000 changed bids, service of 50 ms',
    reference: 'the whole apply',
    goal: 0.05,
    value: 'phase',
    sides: async () => {
      const folder = await keywordProject(100_000, 'changed');
      const service = await startService({ delay: 50 });
      let whole;
      const apply = async () => {
        await freshProject(folder);
        await service.control('reset');
        whole = await runCommand(['apply', '--auto-approve', '--quiet', '-C', folder], {
          env: { ...at(service.url), NODE_OPTIONS: `--require ${UNDO_TIME}` },
        });
        return { ...whole, phase: whole.undo };
      };
      // Both figures come from one run: the time of a part and of the whole.
      return { run: [apply, async () => ({ ...whole, phase: whole.wall })], end: service.stop };
    },
  },
];

/** An apply of 100,000 bids, and a replay of the bytes of its write phase. */
async function recordedBids() {
  const folder = await keywordProject(100_000, 'changed');
  const service = await startService({ delay: 50 });
  const file = join(folder, 'requests.tmp');
  const apply = async () => {
    await freshProject(folder);
    await service.control('reset');
    const run = await runCommand(['apply', '--auto-approve', '--quiet', '-C', folder], { env: at(service.url) });
    const { first, last, recorded } = await service.control('recorded');
    await writeFile(file, JSON.stringify(recorded));
    return { run, phase: last - first };
  };
  const replay = async () => {
    await service.control('forget');
    return runReference('replay', [file, service.url]);
  };
  return { url: service.url, apply, replay, end: service.stop };
}
