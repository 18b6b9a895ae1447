import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/build-command.ts'],
    reporters: ['default', './test/support/closing-line.ts'],
    testTimeout: 30_000,
    pool: 'forks',
    // Every core: vitest itself would leave one idle, and of two that is half.
    maxWorkers: '100%',
    // The suites set these themselves where they matter; the machine's own values must not leak in.
    env: { NO_COLOR: '', FORCE_COLOR: '', CI: '' },
  },
});
