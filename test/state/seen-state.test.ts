import { describe, expect, it } from 'vitest';
import type { StoredState } from '../../src/model/ports/ports.js';
import type { JournalEntry } from '../../src/model/state/journal.js';
import { EMPTY_BASELINE } from '../../src/model/state/state.js';
import { entryDigest, newest, olderThan, positionOf } from '../../src/state/seen-state.js';
import { run, snapshot } from '../suites/backend.js';

const stored = (serial: number | undefined, folded: number, ...journal: JournalEntry[]): StoredState => ({
  snapshot: serial === undefined ? undefined : snapshot(serial, [], folded),
  baseline: EMPTY_BASELINE,
  journal,
  diagnostics: [],
});
const digest = (sequence: number, name?: string) => entryDigest(run(sequence, name));

describe('how far a state has come', () => {
  it.each([
    ['nothing', stored(undefined, 0), { serial: 0, sequence: 0 }],
    ['a snapshot alone', stored(3, 8), { serial: 3, sequence: 8 }],
    ['a snapshot and its journal', stored(3, 8, run(9), run(10)), { serial: 3, sequence: 10, digest: digest(10) }],
    ['a journal alone', stored(undefined, 0, run(1)), { serial: 0, sequence: 1, digest: digest(1) }],
  ])('%s', (_, state, position) => {
    expect(positionOf(state)).toEqual(position);
  });
});

describe('a state against one that was seen', () => {
  const seen = { serial: 3, sequence: 10, digest: digest(10) };
  it.each([
    ['the same, folded', stored(3, 10)],
    ['the same, not folded', stored(3, 8, run(9), run(10))],
    ['a newer one', stored(4, 12)],
    ['more of its journal', stored(3, 10, run(11))],
    ['the snapshot before, with its journal to the end', stored(2, 7, run(8), run(9), run(10))],
  ])('counts: %s', (_, state) => {
    expect(olderThan(seen, state)).toBeUndefined();
  });
  it.each([
    ['nothing', stored(undefined, 0), /ends at number 0.*10/],
    ['an older snapshot', stored(2, 8), /ends at number 8.*10/],
    ['a shorter journal', stored(3, 8, run(9)), /ends at number 9.*10/],
    ['a missing journal', stored(3, 8), /ends at number 8.*10/],
    ['an older snapshot that went on by itself', stored(2, 14), /serial 2, and 3/],
    ['another entry where the last one was', stored(3, 8, run(9), run(10, 'other'), run(11)), /number 10/],
    ['another entry, and a newer snapshot before it', stored(9, 8, run(9), run(10, 'other')), /number 10/],
  ])('is older: %s', (_, state, why) => {
    expect(olderThan(seen, state)).toMatch(why);
  });
  it('cannot be shown to be the same where the text of the last entry was not seen', () => {
    expect(olderThan({ serial: 3, sequence: 10 }, stored(2, 7, run(8), run(9), run(10)))).toMatch(/serial 2, and 3/);
  });
});

describe('the newer of two', () => {
  it.each([
    [undefined, { serial: 1, sequence: 2 }, { serial: 1, sequence: 2 }],
    [{ serial: 1, sequence: 2 }, { serial: 1, sequence: 2 }, undefined],
    [{ serial: 1, sequence: 2, digest: 'a' }, { serial: 1, sequence: 2 }, undefined],
    [
      { serial: 1, sequence: 2 },
      { serial: 1, sequence: 2, digest: 'a' },
      { serial: 1, sequence: 2, digest: 'a' },
    ],
    [{ serial: 5, sequence: 9, digest: 'a' }, { serial: 4, sequence: 8, digest: 'b' }, undefined],
    [
      { serial: 5, sequence: 9, digest: 'a' },
      { serial: 4, sequence: 10, digest: 'b' },
      { serial: 5, sequence: 10, digest: 'b' },
    ],
    [
      { serial: 5, sequence: 9, digest: 'a' },
      { serial: 6, sequence: 9 },
      { serial: 6, sequence: 9, digest: 'a' },
    ],
    [
      { serial: 5, sequence: 9, digest: 'a' },
      { serial: 6, sequence: 12 },
      { serial: 6, sequence: 12 },
    ],
  ])('%j and %j: %j', (seen, now, expected) => {
    expect(newest(seen, now)).toEqual(expected);
  });
});
