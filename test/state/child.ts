import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import { schemaChecks } from '../../scripts/schema-checks-plugin.js';

/** A script of this folder as a file that plain Node runs, so that tests can start real processes quickly. */
export interface ChildScript {
  /** Starts it; `shell` is a line of shell before it, such as a limit. */
  start(argv: readonly string[], shell?: string): ChildProcessByStdio<null, Readable, Readable>;
  /** Starts it and waits for its end. */
  run(argv: readonly string[], shell?: string): Promise<ChildEnd>;
  remove(): Promise<void>;
}

export interface ChildEnd {
  readonly code: number | null;
  readonly signal: string | null;
  readonly out: string;
}

export async function childScript(name: string): Promise<ChildScript> {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-child-'));
  await build({
    entry: { child: fileURLToPath(new URL(name, import.meta.url)) },
    outDir: folder,
    format: 'esm',
    platform: 'node',
    config: false,
    plugins: [schemaChecks()],
    dts: false,
    clean: false,
    logLevel: 'silent',
    outExtensions: () => ({ js: '.mjs' }),
  });
  const file = join(folder, 'child.mjs');
  const start: ChildScript['start'] = (argv, shell = ':') =>
    spawn('bash', ['-c', `${shell}; exec "$@"`, 'bash', process.execPath, file, ...argv], {
      // Node says so when the two colour variables disagree, which is of no interest here.
      env: { ...process.env, NODE_NO_WARNINGS: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  return {
    start,
    run: (argv, shell) => endOf(start(argv, shell)),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

export function endOf(child: ChildProcessByStdio<null, Readable, Readable>): Promise<ChildEnd> {
  let out = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8');
    stream.on('data', (text: string) => {
      out += text;
    });
  }
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => resolve({ code, signal, out }));
  });
}
