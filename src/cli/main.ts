#!/usr/bin/env node
// What is imported here becomes part of this file in the build. It runs on any Node that knows modules: no newer syntax.
import { faultWords, lastWords } from './last-words.js';
import { nodeTooOld } from './required-node.js';
import { stopOnSignals } from './stop-signals.js';
import { growYoungHeap } from './young-heap.js';

const argv = process.argv.slice(2);
const words = lastWords(argv, process.env);
const tooOld = nodeTooOld(process.versions.node);

const fault = (error: unknown): never => {
  const code =
    error instanceof Error && 'code' in error && /^E[MN]FILE$/.test(String(error.code)) ? 'file-handles' : 'internal';
  words.say(code, faultWords(error), error instanceof Error ? error.stack : undefined);
  return process.exit(1);
};

async function run(): Promise<void> {
  // Asked for by every set-up script, and answered before anything else is loaded.
  if (argv.length === 1 && argv[0] === '--version') {
    process.stdout.write(`${(await import('./version.js')).VERSION}\n`);
    return;
  }
  const stop = stopOnSignals(words);
  growYoungHeap(argv);
  const [{ nodeIo }, { runCli }] = await Promise.all([import('./node-io.js'), import('./run.js')]);
  process.exitCode = await runCli(argv, nodeIo(stop, words));
}

if (tooOld !== undefined) {
  words.say('node-version', tooOld);
  process.exitCode = 1;
} else {
  process.on('uncaughtException', fault);
  process.on('unhandledRejection', fault);
  run().catch(fault);
}
