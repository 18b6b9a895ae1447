import type { LastWords } from './last-words.js';

/**
 * The first signal asks the run to stop; the second ends the process at once. While the document is written it is the
 * third: the second would leave half a document, and the end is near anyway.
 */
export function stopOnSignals(words: LastWords): AbortController {
  const stop = new AbortController();
  let spared = false;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      if (!stop.signal.aborted) return stop.abort();
      if (words.documentBegun() && !spared) {
        spared = true;
        return;
      }
      words.say(
        'interrupted',
        'stopped at once by a second signal. `adwright plan` shows what was recorded and what is in doubt.',
      );
      process.exit(130);
    });
  }
  return stop;
}
