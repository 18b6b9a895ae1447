import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import { schemaChecks } from '../../../scripts/schema-checks-plugin.js';

export interface SandboxProcess {
  readonly url: string;
  readonly child: ChildProcess;
  /** SIGKILL, and the end of the process. */
  kill(): Promise<void>;
}

/** The serving script as plain JavaScript, in a folder from which packages are found. */
export async function serveScript(): Promise<{
  start(dataDir: string, fixture?: unknown): Promise<SandboxProcess>;
  remove(): Promise<void>;
}> {
  const cache = fileURLToPath(new URL('../../../node_modules/.cache/', import.meta.url));
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'sandbox-'));
  await build({
    entry: { serve: fileURLToPath(new URL('serve.ts', import.meta.url)) },
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
  return {
    start: async (dataDir, fixture) => {
      const argv = [join(folder, 'serve.mjs'), dataDir, ...(fixture === undefined ? [] : [JSON.stringify(fixture)])];
      const child = spawn(process.execPath, argv, { stdio: ['ignore', 'pipe', 'inherit'] });
      const [url] = await once(createInterface({ input: child.stdout }), 'line');
      const kill = async () => {
        const ended = once(child, 'exit');
        child.kill('SIGKILL');
        await ended;
      };
      return { url: String(url), child, kill };
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
