const waiting: (() => void)[] = [];

/**
 * Waits for a turn of the event loop: what takes milliseconds is done piece by piece, one in a turn, and everything that
 * has arrived is looked after in between. It takes two rounds: in the first one, what came in while the last piece was
 * made is read and the next requests go out; undici needs the end of that round to write on a connection that was used.
 */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(setImmediate, next);
  });
}

function next(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(setImmediate, next);
}
