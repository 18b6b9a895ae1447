import type { Turn } from '../../model/index.js';

/**
 * Hands on what `source` gives and has the next items made in advance, one in a turn of the event loop: what takes time to
 * make is made while replies are awaited, and not when a request could be sent.
 */
export async function* readAhead<Item>(source: AsyncIterable<Item>, most: number, turn: Turn): AsyncGenerator<Item> {
  const iterator = source[Symbol.asyncIterator]();
  let last: Promise<unknown> = Promise.resolve();
  const next = () => {
    const step = last.then(turn).then(() => iterator.next());
    // The reader who gets to this item gets the error.
    step.catch(() => {});
    last = step;
    return step;
  };
  const ahead = Array.from({ length: most }, next);
  try {
    for (;;) {
      const step = await ahead.shift();
      if (step === undefined || step.done === true) return;
      ahead.push(next());
      yield step.value;
    }
  } finally {
    await iterator.return?.();
  }
}
