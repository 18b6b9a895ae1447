import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileBackend } from '../../src/state/backends/file/file-backend.js';
import type { BackendPlace } from '../suites/backend.js';
import { randomId, realClock } from './ports.js';

/** A file backend in a temporary folder of its own. */
export async function filePlace(): Promise<BackendPlace & { readonly folder: string }> {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-state-'));
  return {
    folder,
    open: (account = 'main') => fileBackend({ folder, account, pid: process.pid, clock: realClock, randomId }),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
