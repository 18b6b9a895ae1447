import { describe, expect, it } from 'vitest';
import type { JournalEntry } from '../../src/model/state/journal.js';
import { isSeenState } from '../../src/state/seen-state.js';
import { EMPTY_CHAIN } from '../../src/state/stored/journal-chain.js';
import { journalLine, readJournalLine } from '../../src/state/stored/journal-line.js';
import { parseSnapshot, snapshotText } from '../../src/state/stored/snapshot-text.js';
import { isJournalHead } from '../../src/state/stored/stored-schemas.js';
import { entry, run, snapshot } from '../suites/backend.js';

const place = { file: 'state.json', account: 'main', backup: undefined };
const CHUNK = { first: '1', count: 2, sha256: 'ab'.repeat(32) };

const read = (parts: object) =>
  parseSnapshot(Buffer.from(JSON.stringify({ ...snapshot(1), baseline: [], ...parts })), place);

const attempt = { id: 'a1', endpoint: 'addGroups', at: '2025-01-01T00:00:00Z', position: 0, size: 1 };

describe('a stored state', () => {
  it('with every part, and with keys of a later version, is read as it was written', async () => {
    const whole = {
      ...entry('autumn'),
      status: 'unknown' as const,
      values: { name: 'autumn', negativeWords: { exact: ['a', 'b'], phrase: [] } },
      assumed: ['price'],
      stored: { price: '1.30' },
      attempt: { ...attempt, cause: 'the connection was reset' },
      later: 1,
    };
    const stored = { snapshot: { ...snapshot(3, [whole], 7), uid: '100' }, chunks: [CHUNK], chain: '0'.repeat(32) };
    expect(await parseSnapshot(Buffer.from([...snapshotText(stored)].join('')), place)).toEqual(stored);
  });

  it.each<[string, object, string]>([
    ['a value of null', { ...entry('b'), values: { name: null } }, 'entry 2 of 2 is malformed'],
    ['a price that is a number', { ...entry('b'), values: { price: 1.2 } }, 'entry 2 of 2 is malformed'],
    [
      'an attempt without its position',
      { ...entry('b'), attempt: { ...attempt, position: undefined } },
      'entry 2 of 2',
    ],
    ['an attempt of a negative size', { ...entry('b'), attempt: { ...attempt, size: -1 } }, 'entry 2 of 2'],
    ['a provenance that says nothing', { ...entry('b'), provenance: {} }, 'entry 2 of 2 is malformed'],
    ['assumed fields that are no list', { ...entry('b'), assumed: 'price' }, 'entry 2 of 2 is malformed'],
  ])('with %s is damaged, and no entry of it is used', async (_, second, words) => {
    await expect(read({ entries: [entry('a'), second] })).rejects.toThrow(words);
  });

  it.each<[object, string]>([
    [{ lineage: '' }, 'It is JSON, but not a state: `lineage` is missing.'],
    [{ sequence: -1 }, 'It is JSON, but not a state: `sequence` is missing.'],
    [{ entries: {} }, 'It is JSON, but not a state: `entries` is missing.'],
    [{ uid: 5 }, 'It is JSON, but not a state: `uid` is malformed.'],
    [{ bits: { keyword: { price: '1' } } }, 'It is JSON, but not a state: `bits` is malformed.'],
    [{ movedTo: 5 }, 'It is JSON, but not a state: `movedTo` is malformed.'],
    [{ origin: '' }, 'It is JSON, but not a state: `origin` is malformed.'],
    [{ movingAs: -1 }, 'It is JSON, but not a state: `movingAs` is malformed.'],
    [{ baseline: [{ ...CHUNK, sha256: 'AB' }] }, 'Its list of baseline chunks is malformed.'],
    [{ baseline: undefined }, 'Its list of baseline chunks is malformed.'],
    [{ chain: 'x' }, 'Its digest of the journal is malformed.'],
  ])('with %j says what is wrong', async (parts, words) => {
    await expect(read(parts)).rejects.toThrow(words);
  });
});

describe('a journal entry', () => {
  const at = '2025-01-01T00:00:00.000Z';
  const item = { address: 'group/a', kind: 'group', position: 0, values: { name: 'a' } };
  const whole: readonly JournalEntry[] = [
    run(1),
    { sequence: 2, at, type: 'intent', attempt: 'a1', endpoint: 'addGroups', body: 'x', items: [item] },
    { sequence: 3, at, type: 'sending', attempt: 'a1' },
    { sequence: 4, at, type: 'outcome', attempt: 'a1', items: [{ position: 0, fate: 'done', id: '9' }] },
    { sequence: 5, at, type: 'put', reason: 'adopted', put: [entry('a')], drop: ['group/b'] },
    { sequence: 6, at, type: 'baseline', marks: [{ id: '5', mask: 3, digest: 'abc' }], drop: ['6'] },
  ];

  it('of each type is read as it was written', () => {
    expect(readJournalLine(journalLine(whole, EMPTY_CHAIN).text)).toMatchObject({ kind: 'entries', entries: whole });
  });

  it.each<[string, object]>([
    ['an intent with a value of null', { ...whole[1], items: [{ ...item, values: { name: null } }] }],
    ['an intent of a thing of no kind', { ...whole[1], items: [{ ...item, kind: undefined }] }],
    ['an outcome of a fate that there is not', { ...whole[3], items: [{ position: 0, fate: 'perhaps' }] }],
    ['an outcome whose error is a text', { ...whole[3], items: [{ position: 0, fate: 'failed', error: 'no' }] }],
    ['dropped addresses that are numbers', { ...whole[4], drop: [5] }],
    ['dropped ids that are no list', { ...whole[5], drop: '6' }],
    ['a type that there is not', { ...whole[2], type: 'sent' }],
    ['no type', { ...whole[2], type: undefined }],
  ])('is no entry with %s', (_, broken) => {
    expect(readJournalLine(JSON.stringify(broken))).toBeUndefined();
    expect(() => journalLine([broken as JournalEntry], EMPTY_CHAIN)).toThrow('could not be read again');
  });
});

describe('what else is remembered', () => {
  it.each([
    [{ start: { after: 0, chain: 'a' }, end: { after: 2, chain: 'b' } }, true],
    [{ start: { after: 0, chain: 'a' } }, false],
    [{ start: { after: -1, chain: 'a' }, end: { after: 2, chain: 'b' } }, false],
    [null, false],
  ])('the ends of a journal: %j', (value, isOne) => {
    expect(isJournalHead(value)).toBe(isOne);
  });

  const seen = { version: 1, lineage: 'a', account: 'main', at: '2025-01-01', serial: 1, sequence: 2 };
  it.each([
    [seen, true],
    [{ ...seen, digest: 'd' }, true],
    [{ ...seen, version: 2 }, false],
    [{ ...seen, serial: '1' }, false],
    [{ ...seen, digest: '' }, false],
  ])('a state that was seen: %j', (value, isOne) => {
    expect(isSeenState(value)).toBe(isOne);
  });
});
