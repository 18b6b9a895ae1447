import { expect, test } from 'vitest';
import { Failure } from '../../../src/diagnostics/failure.js';
import { withMarks } from '../../../src/model/state/baseline.js';
import { EMPTY_BASELINE } from '../../../src/model/state/state.js';
import { openLog } from '../../../src/state/log/log-backend.js';
import { parseRecord } from '../../../src/state/log/log-record.js';
import { entry, run, snapshot } from '../../suites/backend.js';
import { randomId, realClock } from '../ports.js';
import { MemoryStore } from './memory-store.js';

const open = (store: MemoryStore) => openLog(store, { account: 'main', pid: process.pid, clock: realClock, randomId });

/** The reply to its snapshot comes late, and says nothing: another run has gone on from that snapshot meanwhile. */
class RevivedStore extends MemoryStore {
  meanwhile: (() => Promise<void>) | undefined;

  constructor(readonly base: MemoryStore) {
    super();
  }

  override async create(number: number, bytes: Uint8Array): Promise<boolean> {
    const isNew = await this.base.create(number, bytes);
    const work = this.meanwhile;
    if (work === undefined || parseRecord(bytes, '')?.head.type !== 'snapshot') return isNew;
    this.meanwhile = undefined;
    await work();
    throw new Error('503 after it was stored');
  }
  override read = (number: number) => this.base.read(number);
  override newest = () => this.base.newest();
  override empty = (first: number, last: number) => this.base.empty(first, last);
  override putBlob = (digest: string, bytes: Uint8Array) => this.base.putBlob(digest, bytes);
  override readBlob = (digest: string) => this.base.readBlob(digest);
  override dropBlobs = (digests: readonly string[]) => this.base.dropBlobs(digests);
}

test('a run that is revived after its snapshot was taken over leaves the blobs that the next snapshot names', async () => {
  const base = new MemoryStore();
  const store = new RevivedStore(base);
  const baseline = withMarks(EMPTY_BASELINE, [{ id: '7', mask: 1, digest: 'abcdefghijk' }]);
  const first = open(store);
  const { held } = await first.lock('apply', { seconds: 0 });
  await first.append(held, [run(1, 'first')]);
  store.meanwhile = async () => {
    const second = open(base);
    await second.forceUnlock();
    const { held: next } = await second.lock('apply', { seconds: 0 });
    await second.append(next, [run(2, 'second')]);
    const stored = await second.read();
    await second.write(next, snapshot(2, [entry('a')], 2), stored.baseline, 1);
    await next.release();
  };
  await expect(first.write(held, snapshot(1, [], 1), baseline, undefined)).rejects.toBeInstanceOf(Failure);
  const { snapshot: last, baseline: kept } = await open(base).read();
  expect(last?.serial).toBe(2);
  expect(kept.size).toBe(1);
});
