import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'tsdown';

export interface ChildCall {
  readonly baseUrl: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface ChildResult {
  readonly ok: boolean;
  readonly failure?: { readonly problem: string; readonly message: string };
}

const SCRIPT = `
import { createClient } from './index.js';
const results = [];
for (const { baseUrl, env } of JSON.parse(process.argv[2])) {
  const client = createClient({ baseUrl, env, credentials: { apiKey: 'k-1234', accessToken: 'token-1' } });
  results.push(await client.call('getApps', {}));
  await client.close();
}
process.stdout.write(JSON.stringify(results));
`;

/** Calls in a Node process of their own: some settings of Node are read only when it starts. */
export async function runWithClient(
  calls: readonly ChildCall[],
  env: Readonly<Record<string, string>>,
): Promise<ChildResult[]> {
  // Inside the project, so that the libraries are found.
  const folder = await mkdtemp(join(import.meta.dirname, '.built-'));
  try {
    await build({
      config: false,
      entry: [join(import.meta.dirname, '../../../src/api/index.ts')],
      outDir: folder,
      format: 'esm',
      fixedExtension: false,
      dts: false,
      clean: false,
      logLevel: 'silent',
    });
    await writeFile(join(folder, 'run.mjs'), SCRIPT);
    const { stdout } = await promisify(execFile)(process.execPath, [join(folder, 'run.mjs'), JSON.stringify(calls)], {
      env: { PATH: process.env['PATH'], ...env },
    });
    return JSON.parse(stdout);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
