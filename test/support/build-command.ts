import { rm } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { build } from 'tsdown';
import type { TestProject } from 'vitest/node';
import { command } from '../../tsdown.config.js';

declare module 'vitest' {
  interface ProvidedContext {
    /** The command as built from the sources under test, for tests that need a process of its own. */
    readonly command: string;
  }
}

/** Builds the command as it is published, once for a run of the tests and for it alone: a stale `dist/` must not pass for the sources. */
export default async function buildCommand(project: TestProject): Promise<() => Promise<void>> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const outDir = `${root}dist-test/${process.pid}`;
  await build({
    ...command,
    config: false,
    cwd: root,
    outDir: `${outDir}/cli`,
    // test/cli/endings.test.ts reads what runs first, line by line.
    minify: false,
    logLevel: 'silent',
  });
  project.provide('command', `${outDir}/cli/main.js`);
  return () => rm(outDir, { recursive: true, force: true });
}
