import { describe, expect, test } from 'vitest';
import { kinds } from '../../src/kinds/registry.js';
import type { Change, Guardrails, Impact, Resource, StateEntry } from '../../src/model/index.js';
import { impactOf } from '../../src/plan/impact/impact.js';
import { touchedOwners } from '../../src/plan/impact/touched-owners.js';
import { checkSpend } from '../../src/plan/safety/spend-rules.js';
import { group, heldResources, keyword, resource } from './support.js';

const change = (address: string, action: Change['action'], parts: Partial<Change> = {}): Change => ({
  address,
  kind: address.slice(0, address.indexOf('/')),
  action,
  drift: false,
  reason: '',
  fields: [],
  ...parts,
});
const inGroup = (id: string) => ({ facts: { groupId: id, word: 'x' } });
const entry = (address: string, id: string): StateEntry => ({
  address,
  kind: address.slice(0, address.indexOf('/')),
  id,
  status: 'settled',
  values: {},
  provenance: { how: 'acknowledged', at: '2024-05-01T00:00:00.000Z' },
});

function touched(changes: readonly Change[], resources: readonly Resource[] = [], entries: readonly StateEntry[] = []) {
  return touchedOwners(changes, { resources: heldResources(resources), entries, kinds });
}

describe('what a plan touches', () => {
  test('creates and updates count in their group, once a group; what the state or a manifest names has its address', () => {
    const known = touched(
      [
        change('keyword/1', 'update', inGroup('556')),
        change('keyword/2', 'update', inGroup('556')),
        change('keyword/3', 'update', inGroup('777')),
        change('rich-creative/autumn/sublinks-mobile', 'create', { parents: ['group/autumn'] }),
        change('rich-creative/adopted/sublinks-mobile', 'create', { parents: ['group/adopted'] }),
        change('rich-creative/id:888/sublinks-mobile', 'create'),
      ],
      [
        group('adopted', {}, { id: '999' }),
        resource('rich-creative/id:888/sublinks-mobile', {}, { parentId: '888' }),
        keyword('1', { price: '1' }),
      ],
      [entry('group/autumn', '556')],
    );
    expect(known).toEqual({
      owners: [
        { id: '556', address: 'group/autumn', changes: 3 },
        { id: '777', changes: 1 },
        { id: '999', address: 'group/adopted', changes: 1 },
        { id: '888', changes: 1 },
      ],
      unknown: 0,
    });
  });

  test('a group that is created is touched by itself and by what is created in it, and has no id', () => {
    const { owners } = touched([
      change('group/new', 'create'),
      change('rich-creative/new/sublinks-mobile', 'create', { parents: ['group/new'] }),
      change('rich-creative/new/sublinks-computer', 'create', { parents: ['group/new'] }),
    ]);
    expect(owners).toEqual([{ address: 'group/new', changes: 3 }]);
  });

  test.each(['import', 'forget', 'blocked', 'unresolved', 'pending'] as const)('%s touches nothing', (action) => {
    expect(touched([change('keyword/1', action, inGroup('5')), change('group/a', action, { id: '5' })])).toEqual({
      owners: [],
      unknown: 0,
    });
  });

  test('apps and pictures are in no group; a keyword whose group is not told is counted apart', () => {
    expect(
      touched([
        change('app/a', 'create'),
        change('picture/3', 'update'),
        change('keyword/1', 'update'),
        change('keyword/2', 'update', inGroup('')),
      ]),
    ).toEqual({ owners: [], unknown: 2 });
  });
});

const sums = (cost: string, clicks = 0, views = 0) => ({ cost, clicks, views });

describe('the join', () => {
  const owners = [
    { id: '1', address: 'group/a', changes: 2 },
    { address: 'group/new', changes: 1 },
    { id: '2', changes: 1 },
    { id: '3', changes: 5 },
  ];
  const figures = {
    days: ['2024-06-07', '2024-06-08', '2024-06-09'],
    missing: ['2024-06-08'],
    account: sums('80.00', 40, 400),
    owners: new Map([
      ['1', sums('2.50', 1, 10)],
      ['3', sums('7.49', 2, 20)],
    ]),
    names: new Map([['3', '女鞋']]),
    touched: sums('9.99', 3, 30),
  };

  test('the dearest first, 0 without a row, nothing for a group that is not there yet', () => {
    expect(impactOf(owners, figures)).toEqual({
      from: '2024-06-07',
      to: '2024-06-09',
      cost: '9.99',
      accountCost: '80.00',
      // 9.99 / 80 = 12.4875 %
      sharePercent: '12.5',
      groups: [
        { id: '3', cost: '7.49', clicks: 2, views: 20, changes: 5, name: '女鞋' },
        { id: '1', address: 'group/a', cost: '2.50', clicks: 1, views: 10, changes: 2 },
        { id: '2', cost: '0.00', clicks: 0, views: 0, changes: 1 },
        { address: 'group/new', changes: 1 },
      ],
      missing: ['2024-06-08'],
    });
  });

  test('with no day at all the sums are null, and none of them is 0', () => {
    const none = impactOf(owners.slice(0, 2), { ...figures, missing: figures.days });
    expect(none).toMatchObject({ cost: null, accountCost: null, sharePercent: null, missing: figures.days });
    expect(none.groups).toEqual([
      { id: '1', address: 'group/a', cost: null, clicks: null, views: null, changes: 2 },
      { address: 'group/new', changes: 1 },
    ]);
  });

  test('an account that spent nothing: the share is 0.0', () => {
    const nothing = { ...figures, account: sums('0.00'), owners: new Map(), touched: sums('0.00') };
    expect(impactOf(owners, nothing)).toMatchObject({ cost: '0.00', sharePercent: '0.0' });
  });
});

describe('guardrails', () => {
  const impact = (cost: string | null, accountCost: string | null, parts: Partial<Impact> = {}): Impact => ({
    from: '2024-06-03',
    to: '2024-06-09',
    cost,
    accountCost,
    sharePercent: cost === null ? null : '12.5',
    groups: [],
    missing: [],
    ...parts,
  });
  const one = { owners: [{ id: '1', changes: 1 }], unknown: 0 };
  const rules = (rails: Guardrails, figures: Impact | undefined, about = one) =>
    checkSpend(rails, figures, about, []).map(({ rule, detail }) => [rule, detail]);

  test.each([
    [{ maxSpendTouched: '10' }, '10.00', '80.00', []],
    [{ maxSpendTouched: '10.00' }, '10', '80.00', []],
    [{ maxSpendTouched: '10' }, '10.01', '80.00', ['maxSpendTouched']],
    [{ maxSpendTouched: '0' }, '0.00', '0.00', []],
    [{ maxSpendTouched: '9' }, '10.00', '80.00', ['maxSpendTouched']],
    [{ maxSpendTouchedPercent: '12.5' }, '10.00', '80.00', []],
    // 12.50000125 %, which is shown as 12.5.
    [{ maxSpendTouchedPercent: '12.5' }, '1000000.10', '8000000.00', ['maxSpendTouchedPercent']],
    [{ maxSpendTouchedPercent: '12.4' }, '10.00', '80.00', ['maxSpendTouchedPercent']],
    [{ maxSpendTouchedPercent: '100' }, '80.00', '80.00', []],
    [{ maxSpendTouchedPercent: '0' }, '0.00', '0.00', []],
    [{ maxSpendTouched: '1', maxSpendTouchedPercent: '1' }, '10', '80', ['maxSpendTouched', 'maxSpendTouchedPercent']],
    [{ maxPrice: '1' }, '10', '80', []],
  ] as const)('%j and %s of %s: %j', (rails, cost, whole, found) => {
    expect(rules(rails, impact(cost, whole)).map(([rule]) => rule)).toEqual(found);
  });

  test('the finding names sum, limit, days, and days that are not in it', () => {
    expect(rules({ maxSpendTouched: '9' }, impact('10.00', '80.00', { missing: ['2024-06-09'] }))).toEqual([
      [
        'maxSpendTouched',
        'the groups touched spent 10.00 from 2024-06-03 to 2024-06-09 without 1 day that could not be read; at most 9',
      ],
    ]);
    expect(rules({ maxSpendTouchedPercent: '9' }, impact('10.00', '80.00'))).toEqual([
      [
        'maxSpendTouchedPercent',
        "the groups touched spent 10.00, 12.5% of the account's 80.00, from 2024-06-03 to 2024-06-09; at most 9%",
      ],
    ]);
  });

  test('without figures there is a finding, unless nothing touched can have spent', () => {
    const rails = { maxSpendTouched: '9' };
    const none = impact(null, null);
    expect(rules(rails, none).map(([rule]) => rule)).toEqual(['figures-missing']);
    expect(rules(rails, undefined).map(([rule]) => rule)).toEqual(['figures-missing']);
    expect(rules(rails, none, { owners: [], unknown: 0 })).toEqual([]);
    expect(checkSpend(rails, none, { owners: [{ address: 'group/new', changes: 1 }], unknown: 0 }, [])).toEqual([]);
    expect(rules(rails, impact('1', '80'), { ...one, unknown: 2 }).map(([rule]) => rule)).toEqual(['figures-missing']);
    expect(checkSpend(rails, none, one, ['figures-missing'])).toMatchObject([{ allowed: true }]);
  });
});
