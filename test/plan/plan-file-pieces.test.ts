import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/diagnostics/failure.js';
import type { Change, Plan } from '../../src/model/index.js';
import { bindPlan, whatBinds } from '../../src/plan/saved/bind-plan.js';
import { JsonMembers, TooLong } from '../../src/plan/saved/json-members.js';
import { changeFingerprint, planDigest } from '../../src/plan/saved/plan-digest.js';
import { planFilePieces } from '../../src/plan/saved/plan-file.js';
import { PlanFileReader, parsePlanFile } from '../../src/plan/saved/read-plan-file.js';
import { summarise } from '../../src/plan/saved/summary.js';
import { kinds } from './support.js';

/** What the members of a text are, read in pieces of so many bytes. */
function membersOf(text: string, size: number, most = { value: 1e6, item: 1e6 }): readonly unknown[] {
  const found: unknown[] = [];
  const members = new JsonMembers('list', most, {
    key: (name) => found.push(`key ${name}`),
    value: (value) => found.push(value),
    item: (value) => found.push(['item', value]),
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) members.take(bytes.subarray(at, at + size));
  return members.end() ? found : ['no object'];
}

const SIZES = [1, 2, 3, 7, 64, 1_000_000];

describe('members of a JSON text, whatever the pieces', () => {
  it.each<[string, string, readonly unknown[]]>([
    ['an empty object', ' { } ', []],
    ['an empty list', '{"list":[]}', ['key list']],
    ['a list', '{"list":[1,[2],{"a":3}]}', ['key list', ['item', 1], ['item', [2]], ['item', { a: 3 }]]],
    [
      'numbers and words that white space ends',
      '{"a" : -1.5e3\n, "list" : [ true , null\r\n,\t"x" ] }',
      ['key a', -1500, 'key list', ['item', true], ['item', null], ['item', 'x']],
    ],
    [
      'brackets, quotes and backslashes in texts',
      '{"a":"}]\\"\\\\","list":["[{\\\\\\"",{"k]":"\\u005d"}]}',
      ['key a', '}]"\\', 'key list', ['item', '[{\\"'], ['item', { 'k]': ']' }]],
    ],
    ['a key that is written with escapes', '{"\\u006cist":[1]}', ['key list', ['item', 1]]],
    ['what is no list under the name of one', '{"list":{"a":[1]}}', ['key list', { a: [1] }]],
    ['a list of this name deeper down', '{"a":{"list":[1]}}', ['key a', { list: [1] }]],
    ['characters of several bytes', '{"词":"女鞋🙂"}', ['key 词', '女鞋🙂']],
    ['a list', '[1,2]', ['no object']],
    ['a number', ' 12 ', ['no object']],
    ['a text', '"{"', ['no object']],
  ])('%s', (_name, text, expected) => {
    for (const size of SIZES) expect(membersOf(text, size)).toEqual(expected);
  });

  it.each([
    ['nothing', ''],
    ['white space', ' \n'],
    ['a second value', '{} {}'],
    ['a comma too much', '{"a":1,}'],
    ['a comma too much in the list', '{"list":[1,]}'],
    ['no comma', '{"a":1 "b":2}'],
    ['no comma in the list', '{"list":[1 2]}'],
    ['no colon', '{"a" 1}'],
    ['no value', '{"a":}'],
    ['no value in the list', '{"list":[,1]}'],
    ['a key without quotes', '{a:1}'],
    ['brackets that do not fit', '{"a":[1}}'],
    ['a list that a map ends', '{"list":[1}'],
    ['a map that a list ends', '{"a":1]'],
    ['a comment', '{"a":1} // x'],
    ['a word that is none', '{"a":nul}'],
    ['a text that does not end', '{"a":"x}'],
    ['an object that does not end', '{"list":[1],"a":2'],
    ['a list that does not end', '{"list":[1,2'],
    ['a number with a point too much', '1.2.3'],
  ])('is no JSON: %s', (_name, text) => {
    for (const size of SIZES) expect(() => membersOf(text, size)).toThrow(SyntaxError);
  });

  it('refuses what is longer than may be held, before it has all of it', () => {
    const most = { value: 20, item: 10 };
    expect(membersOf(`{"a":"${'x'.repeat(18)}","list":["${'x'.repeat(8)}"]}`, 4, most)).toHaveLength(4);
    for (const text of [`{"a":"${'x'.repeat(19)}"}`, `{"list":[${'['.repeat(11)}`, '"'.padEnd(22, 'x')])
      for (const size of SIZES) expect(() => membersOf(text, size, most)).toThrow(TooLong);
  });
});

const change = (n: number): Change => ({
  address: `keyword/${n}`,
  kind: 'keyword',
  action: 'update',
  drift: n % 3 === 0,
  id: String(n),
  reason: `女鞋 ${n} was edited`,
  fields: [{ path: 'price', desired: `${1 + n}.5`, observed: '1', drift: n % 3 === 0 }],
  source: { file: 'ads/a.yaml', line: n * 3, column: 5 },
});

function planOf(changes: readonly Change[], parts: Partial<Plan> = {}): Plan {
  return {
    account: 'main',
    uid: '20001',
    lineage: 'l1',
    manifestDigest: 'm',
    service: { baseUrl: 'https://ads.example.com' },
    allow: [],
    targets: [],
    excludes: [],
    createdAt: '2024-05-10T02:00:00.000Z',
    digest: planDigest({ uid: '20001', lineage: 'l1' }, changes, kinds),
    summary: summarise(changes, 0, 0),
    changes,
    findings: [],
    diagnostics: [],
    ...parts,
  };
}

function readInPieces(text: string, size: number, keep?: (change: Change) => Change): Plan {
  const reader = new PlanFileReader('p.json', kinds, keep);
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) reader.take(bytes.subarray(at, at + size));
  return reader.plan();
}

const faultOf = (text: string, size = 4096) => {
  try {
    readInPieces(text, size);
  } catch (error) {
    if (error instanceof Failure) return error.diagnostics[0]?.detail;
    throw error;
  }
  return undefined;
};

describe('a saved plan in pieces', () => {
  const changes = Array.from({ length: 3_000 }, (_, n) => change(n + 1));
  const text = [...planFilePieces(planOf(changes))].join('');

  it.each([
    ['as it was written', text],
    ['on one line', JSON.stringify(JSON.parse(text))],
    ['laid out again, with a mark at the beginning', `\uFEFF${JSON.stringify(JSON.parse(text), undefined, 2)}`],
  ])('is the plan: %s', (_name, one) => {
    for (const size of [911, 65_536, 10_000_000]) {
      const read = readInPieces(one, size);
      expect({ ...read, changes: [...read.changes] }).toEqual(planOf(changes));
    }
  });

  it('has one change a line, in one JSON document', () => {
    const lines = text.split('\n').filter((line) => line.startsWith('  {'));
    expect(lines).toHaveLength(3_000);
    expect(JSON.parse((lines[1] ?? '').replace(/,$/, ''))).toEqual(change(2));
    expect(JSON.parse(text).changes).toHaveLength(3_000);
  });

  it('says which of many changes is at fault', () => {
    const spoilt = changes.map((one, index) => (index === 2_345 ? { ...one, id: 7 } : one)) as unknown as Change[];
    const written = [...planFilePieces({ ...planOf(changes), changes: spoilt })].join('');
    expect(faultOf(written)).toContain('changes[2345].id: a text is expected');
    const twice = [...changes.slice(0, -1), change(17)];
    expect(faultOf([...planFilePieces(planOf(twice))].join(''))).toContain('keyword/17 is in it twice');
  });

  it('is refused where a change was altered, or a key is in it twice', () => {
    expect(faultOf(text.replace('"desired":"2001.5"', '"desired":"2002.5"'))).toContain('does not match its digest');
    const [first, last] = text.split('"findings": []');
    expect(faultOf(`${first}"changes": [], "findings": []${last}`)).toContain('it has the key "changes" twice');
  });

  it('is a plan in another order of its keys, if the digest is of that order', () => {
    const { changes: list, uid, ...rest } = planOf(changes);
    const written = [...planFilePieces({ ...rest, changes: list, uid } as Plan)].join('');
    expect(readInPieces(written, 4096).digest).toBe(planOf(changes).digest);
  });

  it('binds as the whole does when only what binds is kept', () => {
    const kept = readInPieces(text, 4096, whatBinds);
    expect(kept.changes.at(5)).toEqual({
      address: 'keyword/6',
      kind: 'keyword',
      action: 'update',
      drift: false,
      reason: '',
      id: '6',
      fields: [{ path: 'price', desired: '7.5', observed: '1', drift: false }],
    });
    for (const [index, one] of changes.entries())
      expect(changeFingerprint(kept.changes.at(index) as Change, kinds)).toBe(changeFingerprint(one, kinds));
    // What is made now, in another order: one change is gone, one is another.
    const now = planOf([...changes.slice(0, 2_000), ...changes.slice(2_001)].reverse().map(edited));
    const fromKept = bindPlan(kept, now, kinds);
    expect(fromKept.held).toEqual(bindPlan(parsePlanFile(text, 'p.json', kinds), now, kinds).held);
    expect(fromKept.held.map(({ address, note }) => `${address} ${note?.slice(0, 20)}`)).toEqual([
      'keyword/7 what was last applie',
      'keyword/2001 it is already in eff',
    ]);
    expect(fromKept.changes).toHaveLength(2_998);
    expect([...fromKept.changes].slice(0, 8).map(({ id }) => id)).toEqual(['1', '2', '3', '4', '5', '6', '8', '9']);
  });
});

const edited = (one: Change): Change =>
  one.id === '7' ? { ...one, fields: [{ path: 'price', desired: '8.5', observed: '9', drift: false }] } : one;
