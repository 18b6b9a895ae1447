import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Clock, RandomId } from '../../src/model/ports.js';
import { fileBackend } from '../../src/state/backends/file.js';
import type { BackendPlace } from '../suites/backend.js';

export const realClock: Clock = {
  now: () => new Date(),
  sleep: async (milliseconds, signal) => {
    await sleep(milliseconds, undefined, signal === undefined ? {} : { signal });
  },
};

export const randomId: RandomId = (bytes) => randomBytes(bytes).toString('hex');

/** A file backend in a temporary folder of its own. */
export async function filePlace(): Promise<BackendPlace & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-state-'));
  return {
    folder,
    open: (account = 'main') => fileBackend({ folder, account, pid: process.pid, clock: realClock, randomId }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
