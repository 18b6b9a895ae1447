#!/usr/bin/env node
// What is imported here becomes part of this file in the build. It runs on much older versions of Node, too: no newer syntax.
import { isOutOfHandles } from '../app/out-of-handles.js';
import { growYoungHeap, keepHeapLean } from './process/heap-growth.js';
import { faultWords, type LastWords, lastWords } from './process/last-words.js';
import { beforeOutOfMemory } from './process/out-of-memory.js';
import { nodeTooOld } from './process/required-node.js';
import { stopOnSignals } from './process/stop-signals.js';

main(process.argv.slice(2));

function main(argv: readonly string[]): void {
  const words = lastWords(argv, process.env);
  const tooOld = nodeTooOld(process.versions.node);
  if (tooOld !== undefined) {
    words.say('node-version', tooOld);
    process.exitCode = 1;
    return;
  }
  const fault = (error: unknown): never => {
    const code = isOutOfHandles(error) ? 'file-handles' : 'internal';
    words.say(code, faultWords(error), error instanceof Error ? error.stack : undefined);
    return process.exit(1);
  };
  process.on('uncaughtException', fault);
  process.on('unhandledRejection', fault);
  run(argv, words).catch(fault);
}

async function run(argv: readonly string[], words: LastWords): Promise<void> {
  // Asked for by every set-up script, and answered before anything else is loaded.
  if (argv.indexOf('--version') !== -1 && argv.every((one) => one === '--version' || one === '--json')) {
    process.stdout.write((await import('../app/version.js')).versionText(argv.indexOf('--json') !== -1));
    return;
  }
  beforeOutOfMemory(() => {
    words.say(
      'out-of-memory',
      'Node is out of memory. Raise the limit (`NODE_OPTIONS=--max-old-space-size=4096`, in megabytes) and run the command again.',
    );
    // An apply may have sent something; what was done is recorded.
    process.exit(argv.indexOf('apply') === -1 ? 1 : 3);
  });
  const stop = stopOnSignals(words);
  growYoungHeap(argv);
  keepHeapLean(argv);
  const [{ nodeIo }, { runCli }, { runnerGuard }] = await Promise.all([
    import('./terminal/node-io.js'),
    import('./run.js'),
    import('../app/runner-commands.js'),
  ]);
  words.guard(runnerGuard(process.env));
  process.exitCode = await runCli(argv, nodeIo(stop, words));
}
