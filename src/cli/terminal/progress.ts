import type { ProgressEvent } from '../../model/index.js';
import { renderProgress } from '../../render/progress.js';
import type { CliIo } from './io.js';

/** Elsewhere than on a terminal, a line every so often is enough. */
const PIPE_WIDTH = 120;
const PLAIN_INTERVAL_MS = 3_000;
/** A stage that took no longer than this leaves no line behind on a terminal. */
const WORTH_KEEPING_MS = 1_000;

/**
 * Shows how far reading or applying is: one passing line on a terminal, plain lines every few seconds elsewhere. A stage
 * that was over before its first line leaves none, so that quick commands stay quiet.
 */
export function progressReporter(io: CliIo, isQuiet: boolean): (event: ProgressEvent) => void {
  if (isQuiet) return () => {};
  const terminal = io.stderr.isTerminal;
  let stage = '';
  let startedAt = 0;
  let shownAt = 0;
  return ({ stage: label, done, total }) => {
    const now = io.clock.now().getTime();
    if (label !== stage) {
      stage = label;
      startedAt = now;
      shownAt = now;
    }
    const line = renderProgress(
      { label, done, total, startedAt, now },
      { width: terminal ? io.stderr.columns : PIPE_WIDTH, terminal },
    );
    const finished = done >= total;
    if (terminal) {
      if (!finished) return io.stderr.status(line);
      io.stderr.status('');
      if (now - startedAt >= WORTH_KEEPING_MS) void io.stderr.write(`${line}\n`);
    } else if (now - shownAt >= PLAIN_INTERVAL_MS || (finished && shownAt > startedAt)) {
      shownAt = now;
      void io.stderr.write(`${line}\n`);
    }
  };
}
