/**
 * Waits for a turn: what takes milliseconds is done one piece in a turn, and what has arrived is looked after in between.
 * A turn takes two rounds of the event loop. undici writes a request on a connection that was used before only at the end
 * of a round; with one round to a turn, the next piece would often come before it and the request wait for milliseconds.
 */
export type Turn = () => Promise<void>;

/** Turns that are taken one by one by all who share them. */
export function createTurn(): Turn {
  const waiting: (() => void)[] = [];
  const next = () => {
    waiting.shift()?.();
    if (waiting.length > 0) setImmediate(setImmediate, next);
  };
  return () =>
    new Promise((resolve) => {
      if (waiting.push(resolve) === 1) setImmediate(setImmediate, next);
    });
}
