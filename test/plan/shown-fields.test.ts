import { describe, expect, it } from 'vitest';
import { judgeUpdate, shownAfter } from '../../src/apply/judge-update.js';
import { keyword as keywordKind } from '../../src/kinds/keyword/index.js';
import type { Observation, SentItem, UpdateItem, Values } from '../../src/model/index.js';
import { isMarkOf, judgeByMark, markOf } from '../../src/plan/compare/baseline-prior.js';
import { diffFields } from '../../src/plan/compare/diff.js';
import { actions, entry, group, inputs, keyword, observation, plan, rulesOf, state } from './support.js';

const rules = rulesOf('keyword');

/** The mark, what the manifest wants, what is read, the group's bid → `path verdict prior`, and what is only shown. */
function judged(sent: Values, shown: Values, desired: Values, observed: Values, known?: string) {
  const differences = diffFields(rules, desired, undefined, observation('5', observed));
  const thing = { rules, desired, observed, known: () => known };
  const told = judgeByMark(differences, markOf('5', rules, sent, shown), thing);
  const lines = told.differences.map(
    ({ path, prior, drift }) => `${path} ${drift ? 'drift' : 'edit'} ${String(prior ?? '?')}`,
  );
  return [lines, told.shown];
}

describe('what the mark says of a bid of 0', () => {
  const ZERO = { price: '0' };
  it.each<[string, Values, Values, Values, string | undefined, unknown]>([
    ['shown as before', { price: '1.20' }, ZERO, { price: '1.2' }, undefined, [[], { price: '1.2' }]],
    ['shown as another than before', { price: '1.20' }, ZERO, { price: '1.30' }, undefined, [['price drift 0'], {}]],
    ['shown as 0 before', {}, ZERO, { price: '1.20' }, undefined, [['price drift 0'], {}]],
    ['written otherwise', { price: '1.20' }, { price: '0.00' }, { price: '1.20' }, undefined, [[], { price: '1.20' }]],
    ['edited since', { price: '1.20' }, { price: '2' }, { price: '1.20' }, undefined, [['price edit 0'], {}]],
    ['edited since, shown as the group’s', {}, { price: '2' }, { price: '1.20' }, '1.2', [['price edit 0'], {}]],
    ['edited here and there', { price: '1.20' }, { price: '2' }, { price: '3' }, undefined, [['price drift ?'], {}]],
    ['the bid of the group', {}, ZERO, { price: '1.50' }, '1.5', [[], { price: '1.50' }]],
    ['no longer the bid of the group', {}, ZERO, { price: '1.60' }, '1.5', [['price drift 0'], {}]],
    ['the new bid of the group', { price: '1.20' }, ZERO, { price: '1.50' }, '1.50', [[], { price: '1.50' }]],
    ['as before, and not the group’s', { price: '1.2' }, ZERO, { price: '1.2' }, '1.5', [['price drift 0'], {}]],
  ])('%s', (_, shown, desired, observed, known, expected) => {
    expect(judged(ZERO, shown, desired, observed, known)).toEqual(expected);
  });

  it('was never accepted where the mark is of another bid', () => {
    expect(judged({ price: '1.20' }, {}, ZERO, { price: '1.20' })).toEqual([['price edit 1.20'], {}]);
    expect(judged({ price: '1.20' }, {}, ZERO, { price: '1.20' }, '1.20')).toEqual([['price edit 1.20'], {}]);
  });

  it('next to an edit and a drift of other fields', () => {
    const sent = { price: '0', url: 'https://a.cn/1', status: 'enable' };
    const desired = { price: '0', url: 'https://a.cn/2', status: 'enable' };
    const observed = { price: '1.20', url: 'https://a.cn/1', status: 'pause' };
    const others = ['url edit https://a.cn/1', 'status drift enable'];
    expect(judged(sent, { price: '1.20' }, desired, observed)).toEqual([others, { price: '1.20' }]);
    expect(judged(sent, { price: '1.10' }, desired, observed)).toEqual([['price drift 0', ...others], {}]);
  });

  it('is known again without a reading', () => {
    const url = 'https://a.cn/';
    const marked = markOf('5', rules, { price: '0', url }, { price: '1.20' });
    expect(isMarkOf(marked, rules, { price: '0.0', url })).toBe(true);
    expect(isMarkOf(marked, rules, { price: '0', url: 'https://a.cn/x' })).toBe(false);
    expect(isMarkOf(marked, rules, { price: '0' })).toBe(false);
    expect(isMarkOf(markOf('5', rules, { price: '0' }), rules, { price: '0' })).toBe(true);
    expect(isMarkOf(markOf('5', rules, { price: '1' }), rules, { price: '0' })).toBe(false);
  });
});

describe('what the mark says of a URL in another spelling', () => {
  const [sent, stored] = ['https://A.cn/x', 'https://a.cn/x/'];
  it.each<[string, Values, Values, Values, unknown]>([
    ['in effect', { url: sent }, { url: sent }, { url: stored }, [[], { url: stored }]],
    ['another address: drift', { url: sent }, { url: sent }, { url: 'https://a.cn/y' }, [[`url drift ${sent}`], {}]],
    ['an edit back to what was sent', { url: stored }, { url: sent }, { url: stored }, [[`url edit ${stored}`], {}]],
  ])('%s', (_, marked, desired, observed, expected) => {
    expect(judged(marked, {}, desired, observed)).toEqual(expected);
  });

  it('is an edit where the manifest has another one by now', () => {
    const marked = markOf('5', rules, { url: sent, price: '0' }, { url: stored, price: '1.20' });
    const of = (desired: Values, observed: Values) =>
      judgeByMark(diffFields(rules, desired, undefined, observation('5', observed)), marked, {
        rules,
        desired,
        observed,
      });
    const live = { url: stored, price: '1.20' };
    expect(of({ url: 'https://a.cn/y', price: '0' }, live).differences).toMatchObject([
      { path: 'url', drift: false, prior: stored },
      { path: 'price', drift: false },
    ]);
    expect(of({ url: 'https://a.cn/y', price: '0' }, { ...live, url: 'https://a.cn/z' }).differences).toMatchObject([
      { path: 'url', drift: true },
      { path: 'price', drift: true },
    ]);
  });

  it('keeps two fields apart', () => {
    const both = { url: sent, mobileUrl: sent };
    expect(judged(both, {}, both, { url: stored, mobileUrl: 'https://b.cn/' })).toEqual([
      [`mobileUrl drift ${sent}`],
      { url: stored },
    ]);
  });
});

describe('what an update came to', () => {
  const item = (desired: Values, observed: Values = {}): UpdateItem => ({
    address: 'keyword/5',
    id: '5',
    desired,
    observed,
    changed: Object.keys(desired),
  });
  const outcome = (one: UpdateItem, live: Values, parts: Partial<Observation> = {}, known?: string, fate = 'done') => {
    const reading = observation('5', live, parts);
    return judgeUpdate(one, { fate } as SentItem, { reading }, keywordKind, undefined, () => known).outcome;
  };

  it.each([
    ['another bid', '1.20'],
    ['the bid that it had', '2.00'],
    ['no number', '--'],
  ])('an accepted 0 is in effect, read as %s', (_, live) => {
    expect(outcome(item({ price: '0' }, { price: '2.00' }), { price: live })).toBe('done');
  });

  it('a 0 that no one accepted is not', () => {
    expect(outcome(item({ price: '0' }), { price: '1.20' }, {}, '1.20', 'unknown')).toBe('failed');
    expect(outcome(item({ price: '0' }), { price: '1.20' }, {}, '1.20', 'failed')).toBe('failed');
  });

  it('another bid than the one sent is not in effect', () => {
    expect(outcome(item({ price: '0.50' }), { price: '1.20' }, {}, '1.20')).toBe('failed');
  });

  it('under review, an own bid that reads as before waits for its end; the bid of the group does not', () => {
    const zero = item({ price: '0' }, { price: '2.00' });
    expect(outcome(zero, { price: '2.00' }, { underReview: true })).toBe('pending');
    expect(outcome(zero, { price: '1.20' }, { underReview: true })).toBe('done');
    expect(outcome(zero, { price: '2.00' }, { underReview: true }, '2.0')).toBe('done');
  });

  it('an accepted URL in another spelling is in effect, under review too; what leads elsewhere is not', () => {
    const sent = item({ url: 'https://A.cn' }, { url: 'https://a.cn/' });
    expect(outcome(sent, { url: 'https://a.cn/' })).toBe('done');
    expect(outcome(sent, { url: 'https://a.cn/' }, { underReview: true })).toBe('done');
    expect(outcome(sent, { url: 'https://a.cn/' }, {}, undefined, 'unknown')).toBe('failed');
    expect(outcome(sent, { url: 'https://a.cn/b' })).toBe('failed');
    expect(outcome(sent, { url: 'https://a.cn/b' }, { underReview: true })).toBe('pending');
  });

  it('the mark remembers what is shown', () => {
    const sent = item({ price: '0', url: 'https://A.cn' });
    const reading = observation('5', { price: '1.20', url: 'https://a.cn/' });
    expect(shownAfter(sent, reading, keywordKind)).toEqual({ price: '1.20', url: 'https://a.cn/' });
    const unsent = { ...sent, observed: { price: '1.10' }, changed: ['url'] };
    expect(shownAfter(unsent, reading, keywordKind)).toEqual({ price: '1.10', url: 'https://a.cn/' });
  });
});

describe('the bid of a group as the state knows it', () => {
  const live = observation('5', { price: '1.20' }, { facts: { groupId: '70' } });
  const marked = (shown: Values) => markOf('5', rules, { price: '0' }, shown);
  const planned = async (entries: Parameters<typeof state>[0], shown: Values = {}) => {
    const made = await plan(inputs([keyword('5', { price: '0' })], { state: state(entries, [marked(shown)]) }), {
      keyword: { found: { 'keyword/5': live } },
    });
    return actions(made).filter((one) => one.includes('keyword'));
  };
  const known = (parts: Parameters<typeof entry>[2]) => [entry('group/g', group('g').desired, { id: '70', ...parts })];

  it('is the one that was applied or stated', async () => {
    expect(await planned(known({}))).toEqual([]);
    expect(await planned(known({ provenance: { how: 'stated', at: live.at } }))).toEqual([]);
    expect(await planned(known({ values: { ...group('g').desired, price: '1.30' } }))).toEqual(['update keyword/5']);
  });

  it('is not one that is only assumed, in doubt, or of another group', async () => {
    const wrong = { values: { ...group('g').desired, price: '1.30' } };
    for (const parts of [
      { ...wrong, provenance: { how: 'assumed', at: live.at } as const },
      { ...wrong, assumed: ['price'] },
      { ...wrong, status: 'unknown' as const },
      { ...wrong, id: '71' },
    ]) {
      // What was shown before counts then.
      expect(await planned(known(parts), { price: '1.20' })).toEqual([]);
      expect(await planned(known(parts), { price: '1.10' })).toEqual(['update keyword/5']);
    }
  });
});
