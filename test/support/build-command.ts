import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import type { TestProject } from 'vitest/node';
import { schemaChecks } from '../../scripts/schema-checks-plugin.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The command as built from the sources under test, for tests that need a process of its own. */
    readonly command: string;
  }
}

/** Builds the command once for a run of the tests, for it alone: a stale `dist/` must not pass for the sources. */
export default async function buildCommand(project: TestProject): Promise<() => Promise<void>> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const outDir = `${root}dist-test/${process.pid}`;
  await build({
    config: false,
    plugins: [schemaChecks()],
    cwd: root,
    entry: { 'cli/main': 'src/cli/main.ts' },
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    outDir,
    outExtensions: () => ({ js: '.js' }),
    dts: false,
    clean: true,
    logLevel: 'silent',
  });
  project.provide('command', `${outDir}/cli/main.js`);
  return () => rm(outDir, { recursive: true, force: true });
}
