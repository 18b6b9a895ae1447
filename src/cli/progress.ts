import type { ProgressEvent } from '../apply/run-context.js';
import { renderProgress } from '../render/index.js';
import { type CommandContext, stderrText } from './command.js';

/** Elsewhere than on a terminal, a line every so often is enough. */
const PLAIN_INTERVAL_MS = 3_000;

/** Shows how far an apply is: one line that is rewritten on a terminal, plain lines every few seconds elsewhere. */
export function progressReporter(context: CommandContext): (event: ProgressEvent) => void {
  const { io, global } = context;
  if (global.quiet) return () => {};
  const { width } = stderrText(context);
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
    const finished = done >= total;
    if (!terminal && !finished && now - shownAt < PLAIN_INTERVAL_MS) return;
    shownAt = now;
    const line = renderProgress({ label, done, total, startedAt, now }, { width, terminal });
    void io.stderr.write(terminal ? `\r\u001b[K${line}${finished ? '\n' : ''}` : `${line}\n`);
  };
}
