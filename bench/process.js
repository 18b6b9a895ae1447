import { spawn } from 'node:child_process';
import { readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';

const USAGE = fileURLToPath(new URL('usage.cjs', import.meta.url));
export const COMMAND = fileURLToPath(new URL('../dist/cli/main.js', import.meta.url));

/**
 * Runs node with these arguments and measures it: `wall`, `user` and `system` in milliseconds, `peak` in megabytes of
 * resident memory, `written` in bytes over all files and pipes. An exit code other than those allowed is an error.
 */
export async function runNode(args, { env = {}, cwd, allowed = [0] } = {}) {
  const usage = join(tmpdir(), `adwright-bench-${process.pid}-${Math.random().toString(36).slice(2)}.json`);
  const started = performance.now();
  // On the clock that all processes share.
  const began = Number(process.hrtime.bigint()) / 1e6;
  const child = spawn(process.execPath, ['--require', USAGE, ...args], {
    cwd,
    env: { ...process.env, NO_COLOR: '1', CI: '', ...env, BENCH_USAGE: usage },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let bytes = 0;
  let head = '';
  let errors = '';
  child.stdout.on('data', (chunk) => {
    bytes += chunk.length;
    if (head.length < 10_000) head += chunk.toString('utf8');
  });
  child.stderr.on('data', (chunk) => {
    if (errors.length < 10_000) errors += chunk.toString('utf8');
  });
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  const wall = performance.now() - started;
  if (!allowed.includes(code)) throw new Error(`node ${args.join(' ')} ended with ${code}: ${errors || head}`);
  const used = JSON.parse(await readFile(usage, 'utf8'));
  await rm(usage);
  return { wall, began, ...used, stdoutBytes: bytes, stdout: head, stderr: errors, code };
}

export const runCommand = (args, options) => runNode([COMMAND, ...args], options);
export const runReference = (name, args, options) =>
  runNode([fileURLToPath(new URL(`reference/${name}.js`, import.meta.url)), ...args], options);

/** The service in a process of its own. `control` asks it for something that is not part of the interface; without `records` it keeps no requests. */
export async function startService({ delay = 0, records = true } = {}) {
  const child = spawn(
    process.execPath,
    [fileURLToPath(new URL('service.js', import.meta.url)), String(delay), String(records)],
    {
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  );
  const url = await new Promise((resolve, reject) => {
    child.once('error', reject);
    child.stdout.once('data', (chunk) => resolve(chunk.toString('utf8').trim()));
  });
  return {
    url,
    control: async (path) => (await fetch(`${url}/bench/${path}`)).json(),
    stop: () => new Promise((resolve) => child.once('close', resolve) && child.kill()),
  };
}
