import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { keywordSection } from '../../src/kinds/keyword/schema.js';
import { checkTexts } from '../../src/manifest/check/check-texts.js';
import type { SchemaNode } from '../../src/manifest/check/schema-node.js';
import { soundnessOf } from '../../src/manifest/check/soundness.js';
import type { LocatedDocument } from '../../src/manifest/source/located-document.js';

const { check } = keywordSection;
const entry: SchemaNode = check.schema;
const sound = soundnessOf(entry);

/** What the checks that find, locate and word a fault say of a value. */
function findings(value: unknown): readonly string[] {
  const found: string[] = check.accepts(value) ? [] : ['schema'];
  const place = { file: 'a.yaml', line: 1, column: 1 };
  const document: LocatedDocument = {
    ...{ file: place.file, value, place: () => place, offset: () => 0, line: () => '', written: () => undefined },
  };
  checkTexts(entry, value, [], document, ({ code, detail }) => found.push(`${code} ${detail}`));
  return found;
}

/** Pieces of which odd and usual texts are made. */
const PIECES = [
  ...['https://', 'http://', 'app://', 'www.example.com', 'a', '女鞋', '/', '?', '&', '=', '#', '{keyword}', '{', '}'],
  ...[
    '0',
    '1',
    '12345678901234',
    '.5',
    '.',
    '-',
    '+',
    'e5',
    'exact',
    'pause',
    ' ',
    '\u00a0',
    '\u200b',
    '\t',
    '\n',
    '，',
  ],
  ...[
    '“',
    '”',
    '［',
    '@',
    ':',
    ';',
    '%20',
    '𠜎',
    '\ud800',
    '\ufffd',
    'x'.repeat(2050),
    '"',
    '|',
    '\\',
    '^',
    'é',
    '鿿',
    'ꀀ',
  ],
];
const odd = fc.array(fc.constantFrom(...PIECES), { maxLength: 6 }).map((pieces) => pieces.join(''));
const usual: Readonly<Record<string, readonly string[]>> = {
  id: ['1', '80001234'],
  word: ['女鞋', 'red shoes'],
  price: ['0', '1.20'],
  matchType: ['exact', 'broad'],
  url: ['', 'https://www.example.com/a?b={keyword}'],
  mobileUrl: ['', 'http://m.example.com'],
  deeplinkUrl: ['', 'https://www.example.com/app'],
  status: ['enable', 'pause'],
};
const field = (name: string) =>
  fc.oneof(
    { weight: 12, arbitrary: fc.constantFrom(...(usual[name] ?? [])) },
    { weight: 2, arbitrary: odd },
    { weight: 1, arbitrary: fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(null, [], ['1'], {}, undefined)) },
  );
const entries = fc.record(Object.fromEntries(Object.keys(usual).map((name) => [name, field(name)])), {
  requiredKeys: [],
});
const strangers = fc
  .tuple(entries, fc.constantFrom('Id', '__proto__', 'constructor', 'toString', ''))
  .map(([map, key]) => Object.fromEntries([...Object.entries(map), [key, '1']]));

describe('the quick look at a keyword', () => {
  it('never says yes where a check finds anything', () => {
    let yes = 0;
    const values = fc.oneof(
      { weight: 20, arbitrary: entries },
      { weight: 1, arbitrary: strangers },
      { weight: 1, arbitrary: fc.oneof(odd, fc.constantFrom(null, [], {}, [{ id: '1' }])) },
    );
    fc.assert(
      fc.property(values, (value) => {
        if (!sound(value)) return;
        yes++;
        expect(findings(value)).toEqual([]);
      }),
      { numRuns: 5000 },
    );
    expect(yes).toBeGreaterThan(500);
  });

  it.each(Object.keys(usual))('never says yes to a %s in which a check finds anything', (name) => {
    fc.assert(
      fc.property(fc.oneof(odd, fc.string({ unit: 'binary' }), fc.constantFrom(...PIECES)), (text) => {
        const value = { id: '1', [name]: text };
        if (sound(value)) expect(findings(value)).toEqual([]);
      }),
      { numRuns: 1000 },
    );
  });

  it('says yes to what is usual', () => {
    for (const [name, texts] of Object.entries(usual))
      for (const text of texts) expect(sound({ id: '1', [name]: text }), `${name} ${text}`).toBe(true);
    expect(sound({ word: 'no id' })).toBe(false);
  });
});
