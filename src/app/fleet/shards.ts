import { createHash } from 'node:crypto';

/** One of `of` parts of a set of accounts; `index` is from 1. */
export interface Shard {
  readonly index: number;
  readonly of: number;
}

/** `2/8`; undefined for anything else. */
export function readShard(text: string): Shard | undefined {
  const [, index, of] = /^([1-9]\d{0,5})\/([1-9]\d{0,5})$/.exec(text)?.map(Number) ?? [];
  if (index === undefined || of === undefined || index > of) return undefined;
  return { index, of };
}

/**
 * The shard of an account, by rendezvous hashing of its name: each account is in exactly one, whatever the others are
 * called, and one shard more moves only those accounts that go there.
 */
export function shardOf(account: string, of: number): number {
  let best = 1;
  let highest = '';
  for (let index = 1; index <= of; index++) {
    const score = createHash('sha256').update(`${index}\0${account}`).digest('hex');
    if (score <= highest) continue;
    highest = score;
    best = index;
  }
  return best;
}
