import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { groupProject } from '../data.js';
import { runCommand, runNode } from '../process.js';
import { storePrograms } from './bundle.js';

const STORES = { postgres: 'Postgres', s3: 'S3', gitlab: 'GitLab' };
const BARE = {
  postgres: 'bare INSERT, as a pooler lets it through,',
  s3: 'bare signed PUT',
  radosgw: 'bare signed PUT',
  gitlab: 'bare POST',
};

/** Where runs are counted; a run of `git` starts dozens of processes. */
export const GROWTH = {
  file: [10, 100, 1000],
  git: [10, 100],
  postgres: [10, 100, 1000],
  s3: [10, 100, 1000],
  gitlab: [10, 100, 1000],
};

export const STORE_ROWS = [
  appendRow('postgres', 0, 'flushes to disk'),
  appendRow('postgres', 0, 'flushes to disk', 'prepared'),
  appendRow('s3', 10, 'stand-in, 10 ms'),
  appendRow('gitlab', 10, 'stand-in, 10 ms'),
  appendRow('s3', 0, 'stand-in, no delay'),
  appendRow('gitlab', 0, 'stand-in, no delay'),
  { ...appendRow('radosgw', 0, 'Ceph, in memory'), missing: noRadosGateway },
  ...['git', ...Object.keys(STORES)].map(applyRow),
  ...Object.keys(GROWTH).map(growthRow),
];

function noRadosGateway() {
  return spawnSync('radosgw', ['--version']).status === 0 ? undefined : 'radosgw is not installed';
}

/** Both figures come from one process, which takes turns: on a busy machine each waits as much as the other. */
function appendRow(backend, delay, server, prepared) {
  const isStandIn = server.startsWith('stand-in');
  return {
    name: ['append', backend, ...(prepared ? [prepared] : []), ...(isStandIn && delay === 0 ? ['no-delay'] : [])].join(
      '-',
    ),
    figure: `append to the journal, 4 KB, ${STORES[backend] ?? 'S3'} (${server})`,
    reference: `${prepared ? 'bare prepared INSERT' : BARE[backend]} of the same bytes`,
    goal: 1.3,
    value: 'phase',
    sides: async () => {
      const { append } = await storePrograms();
      let both;
      const measure = async () => {
        both = await runNode([append, backend, '300', String(delay), ...(prepared ? [prepared] : [])]);
        return { ...both, phase: JSON.parse(both.stdout).ours };
      };
      return { run: [measure, async () => ({ ...both, phase: JSON.parse(both.stdout).bare })] };
    },
  };
}

function applyRow(backend) {
  return {
    name: `apply-${backend}`,
    figure: `apply of 10,000 new groups, state in ${STORES[backend] ?? 'git'}`,
    reference: 'state in a folder',
    // Each of its 300 appends starts five processes.
    rounds: backend === 'git' ? 1 : 3,
    sides: async () => {
      const [groups, programs] = [await groupProject(10_000), await storePrograms()];
      return { run: [() => applyWith(backend, groups, programs), () => applyWith('file', groups, programs)] };
    },
  };
}

/** An apply on a new project, with the service inside the command, and a new place for the state. */
async function applyWith(backend, groups, { serve }) {
  const serving = spawn(process.execPath, [serve, backend, '0'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(serving.stdout), 'line');
  const { own, environment, root } = JSON.parse(String(line));
  const folder = backend === 'git' ? root : await mkdtemp(join(tmpdir(), 'adwright-bench-'));
  await mkdir(join(folder, 'ads'), { recursive: true });
  await cp(groups, join(folder, 'ads/groups.yaml'));
  const settings = backend === 'file' ? {} : own;
  const account = 'main: { baseUrl: sandbox, limits: { requestsPerSecond: 100000, concurrentReads: 4 } }';
  const state = JSON.stringify({ backend, ...settings });
  await writeFile(join(folder, 'adwright.yaml'), `version: 1\naccounts:\n  ${account}\nstate: ${state}\n`);
  try {
    return await runCommand(['apply', '--auto-approve', '--quiet', '-C', folder], { env: environment });
  } finally {
    serving.stdin.end();
    await once(serving, 'close');
    await rm(folder, { recursive: true, force: true });
  }
}

function growthRow(backend) {
  const points = GROWTH[backend];
  return {
    name: `growth-${backend}`,
    figure: `runs one after another, ${backend}`,
    rounds: 1,
    sides: async () => {
      const { growth } = await storePrograms();
      let whole;
      const all = async () => {
        whole ??= runNode([growth, backend, points.join(',')]);
        const run = await whole;
        return { run, found: JSON.parse(run.stdout) };
      };
      const at = (index) => async () => {
        const { run, found } = await all();
        const { phase, records, bytes } = found[index];
        return { ...run, phase, records, written: bytes };
      };
      return { run: points.map((_, index) => at(index)) };
    },
  };
}
