// npm run test:matrix [-- 22 24] [-- --only test/cli]
// Runs the suite on each version of Node, which the npm package `node` brings; nothing has to be installed before.
import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string', multiple: true } },
});
const versions = positionals.length > 0 ? positionals : ['20', '22', '24'];
const failed = versions.filter((version) => {
  process.stdout.write(`\nNode ${version}\n`);
  const vitest = ['node_modules/vitest/vitest.mjs', 'run', ...(values.only ?? [])];
  const { status } = spawnSync('npx', ['--yes', '--package', `node@${version}`, '--', 'node', ...vitest], {
    stdio: 'inherit',
  });
  return status !== 0;
});
process.stdout.write(
  failed.length === 0 ? `\nPassed on Node ${versions.join(', ')}.\n` : `\nFailed on Node ${failed.join(', ')}.\n`,
);
process.exitCode = failed.length === 0 ? 0 : 1;
