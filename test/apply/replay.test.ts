import { describe, expect, it } from 'vitest';
import { foldSnapshot, mayCompact, replayJournal } from '../../src/apply/replay.js';
import type { Snapshot, StoredState } from '../../src/model/ports/ports.js';
import { withMarks } from '../../src/model/state/baseline.js';
import type { IntentItem, JournalEntry, NewJournalEntry } from '../../src/model/state/journal.js';
import { EMPTY_BASELINE, type StateEntry } from '../../src/model/state/state.js';

const at = (sequence: number) => `2025-01-01T00:00:${String(sequence).padStart(2, '0')}.000Z`;

function journal(...entries: readonly NewJournalEntry[]): JournalEntry[] {
  return entries.map((entry, index) => ({ ...entry, sequence: index + 1, at: at(index + 1) }));
}

function stored(entries: readonly JournalEntry[], snapshot?: Snapshot): StoredState {
  return { snapshot, baseline: EMPTY_BASELINE, journal: entries, diagnostics: [] };
}

const replay = (...entries: readonly NewJournalEntry[]) => replayJournal(stored(journal(...entries)), { lineage: 'l' });

const item = (name: string, position: number): IntentItem => ({
  address: `group/${name}`,
  kind: 'group',
  position,
  values: { name },
});

const intent = (attempt: string, ...names: readonly string[]): NewJournalEntry => ({
  type: 'intent',
  attempt,
  endpoint: 'addGroups',
  body: 'digest',
  items: names.map(item),
});
const sending = (attempt: string): NewJournalEntry => ({ type: 'sending', attempt });
const outcome = (
  attempt: string,
  items: Extract<NewJournalEntry, { type: 'outcome' }>['items'],
  cause?: string,
): NewJournalEntry => ({ type: 'outcome', attempt, items, ...(cause !== undefined && { cause }) });

const settled = (name: string, id: string): StateEntry => ({
  ...{ address: `group/${name}`, kind: 'group', id, status: 'settled', values: { name: `${name} before` } },
  provenance: { how: 'acknowledged', at: at(0) },
});

describe('replayJournal', () => {
  it('takes an empty journal for a journal', () => {
    const state = replay();
    expect(state).toMatchObject({ lineage: 'l', serial: 0, sequence: 0 });
    expect(state.entries.size).toBe(0);
    expect('uid' in state).toBe(false);
  });

  it('leaves no trace of an intent that was never sent', () => {
    const state = replay(intent('x', 'a', 'b'));
    expect([...state.entries]).toEqual([]);
    expect(state.sequence).toBe(1);
  });

  it('keeps what was there before an intent that was never sent', () => {
    const put: NewJournalEntry = { type: 'put', reason: 'import', put: [settled('a', '7')] };
    expect(replay(put, intent('x', 'a')).entries.get('group/a')).toEqual(settled('a', '7'));
  });

  it('puts every item in doubt that was sent and has no outcome', () => {
    const { entries } = replay(intent('x', 'a', 'b'), sending('x'));
    expect(entries.get('group/b')).toEqual({
      address: 'group/b',
      kind: 'group',
      status: 'unknown',
      values: { name: 'b' },
      provenance: { how: 'assumed', at: at(2) },
      attempt: {
        id: 'x',
        endpoint: 'addGroups',
        at: at(2),
        position: 1,
        size: 2,
        cause: 'the run ended before the outcome was recorded',
      },
    });
  });

  it('takes each fate for what it is', () => {
    const { entries } = replay(
      { type: 'put', reason: 'import', put: [settled('c', '3'), settled('d', '4')] },
      intent('x', 'a', 'b', 'c', 'd', 'e', 'f', 'g'),
      sending('x'),
      outcome(
        'x',
        [
          { position: 0, fate: 'done', id: '9007199254740993' },
          { position: 1, fate: 'pending', taskId: '55' },
          { position: 2, fate: 'failed', error: { message: 'no' } },
          { position: 3, fate: 'not-done' },
          { position: 4, fate: 'not-done' },
          { position: 5, fate: 'unknown' },
        ],
        'the connection was reset',
      ),
    );
    expect(entries.get('group/a')).toEqual({
      address: 'group/a',
      kind: 'group',
      id: '9007199254740993',
      status: 'settled',
      values: { name: 'a' },
      provenance: { how: 'acknowledged', at: at(4) },
    });
    expect(entries.get('group/b')).toMatchObject({ status: 'pending', taskId: '55', attempt: { id: 'x', at: at(3) } });
    expect(entries.get('group/c')).toEqual(settled('c', '3'));
    expect(entries.get('group/d')).toEqual(settled('d', '4'));
    expect(entries.has('group/e')).toBe(false);
    for (const [name, position] of [['f', 5] as const, ['g', 6] as const]) {
      expect(entries.get(`group/${name}`)).toMatchObject({
        status: 'unknown',
        attempt: { position, size: 7, cause: 'the connection was reset' },
      });
    }
  });

  it('believes an outcome that needed no sending, and only what it lists', () => {
    const { entries } = replay(intent('x', 'a', 'b'), outcome('x', [{ position: 0, fate: 'not-done' }]));
    expect([...entries]).toEqual([]);
  });

  it('puts items in doubt again when the same attempt is sent again', () => {
    const notDone = outcome('x', [{ position: 0, fate: 'not-done' }]);
    const { entries } = replay(intent('x', 'a'), sending('x'), notDone, sending('x'));
    expect(entries.get('group/a')).toMatchObject({ status: 'unknown', attempt: { at: at(4) } });
    const done = replay(
      intent('x', 'a'),
      sending('x'),
      notDone,
      sending('x'),
      outcome('x', [{ position: 0, fate: 'done', id: '1' }]),
    );
    expect(done.entries.get('group/a')).toMatchObject({ status: 'settled', id: '1' });
  });

  it('completes an outcome that came in two parts', () => {
    const first = outcome('x', [{ position: 0, fate: 'done', id: '1' }]);
    const second = outcome('x', [{ position: 1, fate: 'failed', error: { message: 'no' } }]);
    const { entries } = replay(intent('x', 'a', 'b'), sending('x'), first, second);
    expect([...entries.values()].map(({ address, status }) => [address, status])).toEqual([['group/a', 'settled']]);
  });

  it('lets a later word count: what a person settled is not in doubt any more', () => {
    const put: NewJournalEntry = { type: 'put', reason: 'resolve', put: [settled('a', '7')], drop: ['group/b'] };
    const late = outcome('x', [{ position: 0, fate: 'failed', error: { message: 'no' } }]);
    for (const more of [[], [late]]) {
      const { entries } = replay(intent('x', 'a', 'b'), sending('x'), put, ...more);
      expect([...entries]).toEqual([['group/a', settled('a', '7')]]);
    }
  });

  it('keeps the parent of a thing', () => {
    const child: NewJournalEntry = {
      ...{ type: 'intent', attempt: 'x', endpoint: 'addRichCreatives', body: 'd' },
      items: [{ ...item('a', 0), parentId: '12' }],
    };
    const done = outcome('x', [{ position: 0, fate: 'done' }]);
    expect(replay(child, sending('x')).entries.get('group/a')).toMatchObject({ parentId: '12' });
    expect(replay(child, sending('x'), done).entries.get('group/a')).toMatchObject({
      parentId: '12',
      status: 'settled',
    });
  });

  it('follows baseline marks, the last word counting', () => {
    const mark = (id: string, mask: number) => ({ id, mask, digest: 'abcdefghijk' });
    const base = stored(
      journal(
        { type: 'baseline', marks: [mark('10', 1), mark('9', 1), mark('11', 1)] },
        { type: 'baseline', marks: [mark('9', 2)], drop: ['11', '8'] },
      ),
    );
    const state = replayJournal(
      { ...base, baseline: withMarks(EMPTY_BASELINE, [mark('8', 5), mark('7', 5)]) },
      { lineage: 'l' },
    );
    expect([...state.baseline.ids()]).toEqual(['7', '9', '10']);
    expect(state.baseline.get('9')).toEqual(mark('9', 2));
  });

  it('remembers the uid of the first run that knew it', () => {
    const run = (uid?: string): NewJournalEntry => ({
      ...{ type: 'run', run: 'r', by: 'me', command: 'apply' },
      ...(uid !== undefined && { uid }),
    });
    expect(replay(run(), run('42'), run('43')).uid).toBe('42');
  });

  it('skips what the snapshot has folded in', () => {
    const snapshot: Snapshot = {
      ...{ format: 1, lineage: 'm', serial: 3, account: 'main', uid: '1', sequence: 2 },
      entries: [settled('a', '7')],
    };
    const entries = journal(
      { type: 'put', reason: 'old', drop: ['group/a'] },
      { type: 'put', reason: 'old', drop: ['group/a'] },
      { type: 'put', reason: 'new', put: [settled('b', '8')] },
    );
    const state = replayJournal(stored(entries, snapshot), { lineage: 'l' });
    expect(state).toMatchObject({ lineage: 'm', serial: 3, uid: '1', sequence: 3 });
    expect([...state.entries.keys()]).toEqual(['group/a', 'group/b']);
  });

  it('refuses a journal in which the announcement is missing', () => {
    expect(() => replay(sending('x'))).toThrow(/attempt x/u);
    expect(() => replay(outcome('x', [{ position: 0, fate: 'done', id: '1' }]))).toThrow(/missing/u);
  });
});

const BITS = { keyword: { price: 0 } };

describe('compaction', () => {
  it('waits until nothing is in doubt', () => {
    expect(mayCompact(replay(intent('x', 'a'), sending('x')), false)).toBe(false);
    expect(mayCompact(replay(intent('x', 'a')), false)).toBe(true);
    const pending = outcome('x', [{ position: 0, fate: 'pending', taskId: '5' }]);
    expect(mayCompact(replay(intent('x', 'a'), sending('x'), pending), false)).toBe(true);
  });

  it('folds to a snapshot that replays to the same state', () => {
    const done = outcome('x', [{ position: 0, fate: 'done', id: '1' }]);
    const state = replay(intent('x', 'a'), sending('x'), done);
    const { snapshot, baseline, expectedSerial } = foldSnapshot(state, 'main', BITS);
    expect(expectedSerial).toBeUndefined();
    const again = replayJournal({ snapshot, baseline, journal: [], diagnostics: [] }, { lineage: 'other' });
    expect(again).toEqual({ ...state, serial: 1 });
    expect(foldSnapshot(again, 'main', BITS)).toMatchObject({
      expectedSerial: 1,
      snapshot: { serial: 2, sequence: 3, bits: BITS },
    });
  });
});
