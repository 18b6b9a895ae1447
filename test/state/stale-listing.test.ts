import { expect, test, vi } from 'vitest';
import { FileLock } from '../../src/state/lock/file-lock.js';

const listing = vi.hoisted(() => ({ isStale: true }));

vi.mock('node:fs', async (original) => ({
  ...(await original<typeof import('node:fs')>()),
  readdirSync: () => (listing.isStale ? ['3'] : []),
}));

test('a listing that names a lock which is gone is waited out, and blocks nothing', async () => {
  setTimeout(() => {
    listing.isStale = false;
  }, 20);
  expect(await new FileLock('/nowhere/lock').see()).toEqual({ kind: 'free', mark: 0 });
});
