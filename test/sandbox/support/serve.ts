import { startSandbox } from '../../../src/sandbox/index.js';

/** A sandbox in a process of its own, so that a test can kill it. */
const [dataDir = '', fixture] = process.argv.slice(2);
const sandbox = await startSandbox({
  dataDir,
  ...(fixture !== undefined && { fixture: JSON.parse(fixture) }),
});
process.stdout.write(`${sandbox.url}\n`);
