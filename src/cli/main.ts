#!/usr/bin/env node
import { VERSION } from './version.js';
import { growYoungHeap } from './young-heap.js';

const argv = process.argv.slice(2);
// Asked for by every set-up script, and answered before anything else is loaded.
if (argv.length === 1 && argv[0] === '--version') process.stdout.write(`${VERSION}\n`);
else {
  growYoungHeap(argv);
  const [{ nodeIo }, { runCli }] = await Promise.all([import('./node-io.js'), import('./run.js')]);
  process.exitCode = await runCli(argv, nodeIo());
}
