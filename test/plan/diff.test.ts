import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FieldRules, FieldType, Value, Values } from '../../src/model/index.js';
import { canonicalText, compareDecimals, digestValues, sameValue, shortestDecimal } from '../../src/model/index.js';
import { diffFields, storedDifferently } from '../../src/plan/compare/diff.js';
import { entry, observation } from './support.js';

const image = (sha256: string, file = 'a.png') => ({ file, type: 'png', width: '1', height: '1', bytes: '9', sha256 });

describe('sameValue', () => {
  it.each<[FieldType, Value, Value, boolean]>([
    ['decimal', '1.5', '1.50', true],
    ['decimal', '1.5', '1.5000000476837158', true],
    ['decimal', '1.51', '1.5000000476837158', false],
    ['decimal', '0', '0.00', true],
    ['decimal', '', '0', false],
    ['decimal', '9007199254740993', '9007199254740992', false],
    ['text', '1.5', '1.50', false],
    ['text', 'http://a.com', 'http://a.com/', false],
    ['choice', 'enable', 'enable', true],
    ['text-set', ['a', 'b'], ['b', 'a'], true],
    ['text-set', ['a', 'a'], ['a'], true],
    ['text-set', ['a'], [], false],
    ['text-set', { phrase: ['a', 'b'], exact: [] }, { phrase: ['b', 'a'] }, true],
    ['tree', ['a', 'b'], ['b', 'a'], false],
    ['tree', { a: '1', b: '2' }, { b: '2', a: '1' }, true],
    ['tree', [{ image: image('x') }], [{ image: image('x', 'moved.png') }], true],
    ['tree', [{ image: image('x') }], [{ image: image('y') }], false],
  ])('%s: %j and %j: %s', (type, wanted, read, same) => {
    expect(sameValue(type, wanted, read)).toBe(same);
  });

  it.each([
    ['1.50', '1.5'],
    ['007', '7'],
    ['0.00', '0'],
    ['1e5', '1e5'],
    ['', ''],
    ['33.30', '33.3'],
  ])('the shortest spelling of %s is %s', (written, shortest) => {
    expect(shortestDecimal(written)).toBe(shortest);
  });

  it.each<[string, string, number]>([
    ['1.10', '1.1', 0],
    ['0.1', '0.09', 1],
    ['9.99', '10', -1],
  ])('%s against %s', (left, right, sign) => {
    expect(Math.sign(compareDecimals(left, right))).toBe(sign);
  });

  it('compares as exact numbers do', () => {
    const decimal = fc
      .tuple(fc.constantFrom('', '0', '00'), fc.stringMatching(/^(?:0|[1-9]\d{0,17})$/), fc.stringMatching(/^\d{0,6}$/))
      .map(([zeros, whole, fraction]) => `${zeros}${whole}${fraction === '' ? '' : `.${fraction}`}`);
    const exact = (text: string) => {
      const [whole = '', fraction = ''] = text.split('.');
      return BigInt(whole + fraction.padEnd(6, '0'));
    };
    fc.assert(
      fc.property(decimal, decimal, (left, right) => {
        const [one, other] = [exact(left), exact(right)];
        expect(Math.sign(compareDecimals(left, right))).toBe(one < other ? -1 : one > other ? 1 : 0);
        expect(Math.sign(compareDecimals(left, `${left.includes('.') ? left : `${left}.`}0`))).toBe(0);
      }),
    );
  });

  it('gives one text for one meaning, and other texts for other meanings', () => {
    expect(canonicalText('tree', ['a,b'])).not.toBe(canonicalText('tree', ['a', 'b']));
    const rules: FieldRules = {
      price: { type: 'decimal', role: 'text', change: 'mutable', readable: true, reason: '' },
    };
    expect(digestValues(rules, { price: '1.0' })).toBe(digestValues(rules, { price: '1', other: 'x' }));
    expect(digestValues(rules, { price: '1' })).not.toBe(digestValues(rules, {}));
  });
});

const rules: FieldRules = {
  price: { type: 'decimal', role: 'text', change: 'mutable', readable: true, reason: '' },
  url: { type: 'text', role: 'text', change: 'mutable', readable: true, reason: '' },
  icon: { type: 'tree', role: 'text', change: 'write-only', readable: false, reason: '' },
  title: { type: 'text', role: 'text', change: 'service-rewritten', readable: true, reason: '' },
};

describe('diffFields', () => {
  type Row = [
    string,
    Values,
    Parameters<typeof entry>[1] | undefined,
    Values | undefined,
    Partial<Record<string, unknown>>[],
    Values?,
  ];
  const prior = (values: Values | undefined, stored?: Values) =>
    values === undefined ? undefined : entry('app/x', values, stored === undefined ? {} : { stored });

  it.each<Row>([
    [
      'nothing known, nothing read: everything differs',
      { price: '1' },
      undefined,
      undefined,
      [{ path: 'price', desired: '1', drift: false }],
    ],
    ['as read', { price: '1' }, undefined, { price: '1.00' }, []],
    [
      'first sight of another value is no drift',
      { price: '1' },
      undefined,
      { price: '2' },
      [{ path: 'price', desired: '1', observed: '2', drift: false }],
    ],
    [
      'an edit',
      { price: '3' },
      { price: '2' },
      { price: '2' },
      [{ path: 'price', desired: '3', prior: '2', observed: '2', drift: false }],
    ],
    [
      'drift',
      { price: '2' },
      { price: '2' },
      { price: '3' },
      [{ path: 'price', desired: '2', prior: '2', observed: '3', drift: true }],
    ],
    [
      'an edit and drift',
      { price: '4' },
      { price: '2' },
      { price: '3' },
      [{ path: 'price', desired: '4', prior: '2', observed: '3', drift: true }],
    ],
    ['an edit that drift came before', { price: '3' }, { price: '2' }, { price: '3' }, []],
    [
      'what cannot be read is compared with what was sent',
      { icon: 'b' },
      { icon: 'a' },
      { icon: 'z' },
      [{ path: 'icon', desired: 'b', prior: 'a', drift: false }],
    ],
    ['an absent key is not managed', { url: 'u' }, { url: 'u', price: '2' }, { url: 'u', price: '9' }, []],
    ['a field that the service leaves out is as it was sent', { price: '2' }, { price: '2' }, {}, []],
    [
      'a pair that still holds is no difference where nothing could be sent again',
      { title: '夏日🚲特惠' },
      { title: '夏日🚲特惠' },
      { title: '夏日特惠' },
      [],
      { title: '夏日特惠' },
    ],
    [
      'and one where it could be',
      { url: 'http://a' },
      { url: 'http://a' },
      { url: 'http://a/' },
      [{ path: 'url', prior: 'http://a', observed: 'http://a/', drift: false }],
      { url: 'http://a/' },
    ],
    [
      'a pair whose stored half moved is drift',
      { url: 'http://a' },
      { url: 'http://a' },
      { url: 'x' },
      [{ path: 'url', observed: 'x', drift: true }],
      { url: 'http://a/' },
    ],
    [
      'a pair whose sent half moved is an edit',
      { url: 'http://b' },
      { url: 'http://a' },
      { url: 'http://a/' },
      [{ path: 'url', observed: 'http://a/', drift: false }],
      { url: 'http://a/' },
    ],
    ['a field without a rule is none', { unknown: 'x' }, undefined, {}, []],
  ])('%s', (_, desired, values, observed, expected, stored) => {
    const seen = observed === undefined ? undefined : observation('1', observed);
    const differences = diffFields(rules, desired, prior(values, stored), seen);
    expect(differences).toHaveLength(expected.length);
    expected.forEach((one, index) => {
      expect(differences[index]).toMatchObject(one);
      for (const key of ['prior', 'observed'])
        if (Object.keys(one).length > 3) expect(key in one).toBe(key in (differences[index] ?? {}));
    });
  });

  it('says how prior is known where that is less than the service’s word', () => {
    const assumed = entry('app/x', { price: '1', icon: 'a' }, { assumed: ['icon'] });
    expect(diffFields(rules, { icon: 'b' }, assumed, undefined)).toMatchObject([{ priorKnown: 'assumed' }]);
    const stated = entry('app/x', { icon: 'a' }, { provenance: { how: 'stated', at: '' } });
    expect(diffFields(rules, { icon: 'b' }, stated, undefined)).toMatchObject([{ priorKnown: 'stated' }]);
  });

  it('tells what is stored differently, of what can be read', () => {
    const seen = observation('1', { price: '2.0', url: 'y', icon: 'z' });
    expect(storedDifferently(rules, { price: '2', url: 'x', icon: 'a' }, seen)).toEqual({ url: 'y' });
  });
});
