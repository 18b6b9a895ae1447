import type { Clock } from '../model/ports/ports.js';

/** The machine's clock. `sleep` ends early, without an error, when its signal is given. */
export const systemClock: Clock = {
  now: () => new Date(),
  sleep: (milliseconds, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted === true) return resolve();
      const done = () => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const timer = setTimeout(done, Math.min(milliseconds, 0x7fffffff));
      signal?.addEventListener('abort', done);
    }),
};
