import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { pageAssets } from './scripts/page-assets-plugin.js';
import { schemaChecks } from './scripts/schema-checks-plugin.js';
import { LongestFirst } from './test/support/longest-first.js';

export default defineConfig({
  plugins: [schemaChecks(), pageAssets()],
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build-command.ts'],
    setupFiles: ['test/support/start-git.ts'],
    reporters: ['default', './test/support/closing-line.ts'],
    // A bound for what hangs. A busy machine may take ten times as long as a quiet one.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    // Modules are loaded once a worker and not once a file: no test keeps anything in them.
    isolate: false,
    sequence: { sequencer: LongestFirst },
    // One more than there are cores: some tests wait for processes of their own. Two more were slower.
    maxWorkers: availableParallelism() + 1,
    // The suites set these themselves where they matter; the machine's own values must not leak in.
    env: { NO_COLOR: '', FORCE_COLOR: '', CI: '' },
  },
});
