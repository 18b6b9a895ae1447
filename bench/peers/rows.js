import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { keywordProject } from '../data.js';
import { runCommand, runNode, startService } from '../process.js';
import { at, withCpu } from '../rows/running.js';
import { peerFiles } from './data.js';

const INSTALLED = fileURLToPath(new URL('../.peers', import.meta.url));
const PLAIN_HTTP = fileURLToPath(new URL('plain-http.cjs', import.meta.url));
const VERSIONS = { 'github-label-sync': '3.0.0', 'auth0-deploy-cli': '8.44.0' };

/** What each of the tools is run on, and in this order. */
export const PEER_WORK = [
  { count: 10, changed: false },
  { count: 2_000, changed: false },
  { count: 2_000, changed: true },
];
export const PEER_TOOLS = ['Adwright', ...Object.entries(VERSIONS).map((both) => both.join(' '))];

/** Tools that compare files with a service over HTTP, on as many things: what would change, with nothing written. */
export const PEER_ROWS = [
  {
    name: 'peers',
    figure: 'plan beside two peers',
    rounds: 1,
    sides: async () => {
      await install();
      const runs = [ours, labels, tenant];
      return { run: runs.flatMap((run) => PEER_WORK.map((work) => async () => withCpu(await run(work)))) };
    },
  },
];

async function ours({ count, changed }) {
  const folder = await keywordProject(count, changed ? 'changed' : 'in-sync');
  const service = await startService();
  try {
    return await runCommand(['plan', '-C', folder], { env: at(service.url) });
  } finally {
    await service.stop();
  }
}

function labels(work) {
  return withPeer(work, ({ labels: file }) => [
    join(INSTALLED, 'node_modules/github-label-sync/bin/github-label-sync.js'),
    ...['--access-token', 't', '--endpoint', '127.0.0.1', '--labels', file, '--dry-run', 'shop/web'],
  ]);
}

function tenant(work) {
  return withPeer(work, ({ tenant: file, config }) => [
    join(INSTALLED, 'node_modules/auth0-deploy-cli/lib/index.js'),
    ...['import', '--env=false', '--config_file', config, '--input_file', file, '--dry-run'],
  ]);
}

async function withPeer({ count, changed }, argv) {
  const files = await peerFiles(count, changed);
  const script = fileURLToPath(new URL('service.js', import.meta.url));
  const service = spawn(process.execPath, [script, String(count)], { stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const [port] = await once(service.stdout, 'data');
    const env = { PEER_PORT: String(port).trim() };
    return await runNode(['--require', PLAIN_HTTP, ...argv(files)], { env, cwd: files.folder });
  } finally {
    service.kill();
  }
}

/** Into a folder of their own, once: the project does not depend on them. */
async function install() {
  if (existsSync(join(INSTALLED, 'done'))) return;
  await mkdir(INSTALLED, { recursive: true });
  await writeFile(join(INSTALLED, 'package.json'), JSON.stringify({ private: true, dependencies: VERSIONS }));
  const argv = ['install', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel', 'error'];
  await promisify(execFile)('npm', argv, { cwd: INSTALLED });
  await writeFile(join(INSTALLED, 'done'), '');
}
