import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, RandomId } from '../../src/model/ports/ports.js';

export const realClock: Clock = {
  now: () => new Date(),
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
  },
};

export const randomId: RandomId = (bytes) => randomBytes(bytes).toString('hex');
