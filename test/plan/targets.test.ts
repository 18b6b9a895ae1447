import { describe, expect, it } from 'vitest';
import type { StateEntry } from '../../src/model/index.js';
import { selectTargets } from '../../src/plan/observe/targets.js';
import {
  actions,
  applied,
  creative,
  doubtful,
  graph,
  group,
  inputs,
  keyword,
  keywordMark,
  plan,
  state,
} from './support.js';

const everything = [group('a'), group('b'), creative('a'), keyword('5', { price: '1' })];
const inState = ['group/old', 'keyword/77'];
const NOTHING = { addresses: inState, entries: new Map() };

const select = (targets: readonly string[], excludes: readonly string[] = []) =>
  selectTargets({ targets, excludes }, graph(everything), NOTHING);

describe('selectTargets', () => {
  it.each<[readonly string[], readonly string[]]>([
    [[], ['group/a', 'group/b', 'rich-creative/a/sublinks-mobile', 'keyword/5', 'group/old', 'keyword/77']],
    [['group/a'], ['group/a']],
    [['rich-creative/*'], ['group/a', 'rich-creative/a/sublinks-mobile']],
    [
      ['rich-creative/a/*', 'keyword/5'],
      ['group/a', 'rich-creative/a/sublinks-mobile', 'keyword/5'],
    ],
    [['*/old'], ['group/old']],
    [['keyword/*'], ['keyword/5', 'keyword/77']],
  ])('%j', (patterns, expected) => {
    const { includes, diagnostics } = select(patterns);
    const all = [...everything.map(({ address }) => address), ...inState];
    expect(all.filter(includes).sort()).toEqual([...expected].sort());
    expect(diagnostics).toEqual([]);
  });

  it.each<[readonly string[], readonly string[], readonly string[]]>([
    [[], ['keyword/*', 'group/old'], ['group/a', 'group/b', 'rich-creative/a/sublinks-mobile']],
    [[], ['rich-creative/*', '*/5'], ['group/a', 'group/b', 'group/old', 'keyword/77']],
    [['keyword/*', 'group/a'], ['keyword/77'], ['group/a', 'keyword/5']],
    [['rich-creative/*'], ['rich-creative/*'], ['group/a']],
    [['*'], ['*'], []],
  ])('%j without %j', (targets, excludes, expected) => {
    const { includes, diagnostics } = select(targets, excludes);
    const all = [...everything.map(({ address }) => address), ...inState];
    expect(all.filter(includes).sort()).toEqual([...expected].sort());
    expect(diagnostics).toEqual([]);
  });

  it.each<[readonly string[], readonly string[]]>([
    [[], ['group/a']],
    [['rich-creative/*'], ['group/*']],
  ])('%j without %j leaves out what needs the group, and says so', (targets, excludes) => {
    const { includes, diagnostics } = select(targets, excludes);
    expect(includes('rich-creative/a/sublinks-mobile')).toBe(false);
    expect(diagnostics).toMatchObject([
      { code: 'excluded-along', detail: expect.stringContaining('rich-creative/a/sublinks-mobile (group/a)') },
    ]);
  });

  it.each<[string, ReturnType<typeof group>, StateEntry, boolean]>([
    ['is there', group('a'), applied(group('a'), '1'), true],
    ['is there under another id than the manifest says', group('a', {}, { id: '2' }), applied(group('a'), '1'), false],
    ['is in doubt', group('a'), doubtful(group('a')), false],
  ])('an excluded group that %s', (_, parent, held, kept) => {
    const entries = new Map([[held.address, held]]);
    const chosen = selectTargets({ targets: [], excludes: ['group/a'] }, graph([parent, creative('a')]), {
      addresses: ['group/a'],
      entries,
    });
    expect(chosen.includes('rich-creative/a/sublinks-mobile')).toBe(kept);
    expect(chosen.diagnostics).toHaveLength(kept ? 0 : 1);
  });

  it.each(['group/A', 'group', 'keyword/7', 'group/a.'])('%s matches nothing, which is an error', (pattern) => {
    expect(select([pattern]).diagnostics).toMatchObject([
      { code: 'target-matches-nothing', detail: `--target ${pattern}` },
    ]);
    expect(select([], [pattern]).diagnostics).toMatchObject([
      { code: 'target-matches-nothing', detail: `--exclude ${pattern}` },
    ]);
  });

  it('tells in one line of what is in doubt elsewhere, which counts for nothing', async () => {
    const held = state([doubtful(group('a')), doubtful(group('b')), doubtful(group('old'))]);
    const given = { state: held, targets: ['keyword/*'] };
    const made = await plan(inputs([group('a'), group('b'), keyword('5', { price: '1' })], given));
    expect(made.plan.summary.unresolved).toBe(0);
    expect(made.plan.diagnostics.filter(({ code }) => code === 'doubt-elsewhere')).toMatchObject([
      { detail: '3 items outside the targets are in doubt: group/a, group/b, group/old.' },
    ]);
    const without = await plan(inputs([group('a'), group('b')], { state: held, excludes: ['group/b'] }));
    expect(without.plan.summary.unresolved).toBe(2);
    expect(without.plan.diagnostics).toMatchObject([{ detail: '1 item outside the targets is in doubt: group/b.' }]);
  });

  it('reaches what only the state has, marks too', async () => {
    const held = state([applied(group('old'), '1')], [keywordMark('77', { price: '1' })]);
    const made = await plan(inputs([group('a')], { state: held, targets: ['group/old'] }));
    expect(actions(made)).toEqual(['forget group/old']);
    const marks = await plan(inputs([group('a')], { state: held, targets: ['keyword/77'] }));
    expect(marks.plan.summary).toMatchObject({ create: 0, forget: 1 });
  });

  it('brings a parent along', async () => {
    const made = await plan(inputs([group('a'), group('b'), creative('a')], { targets: ['rich-creative/*'] }));
    expect(actions(made)).toEqual(['create group/a', 'create rich-creative/a/sublinks-mobile']);
  });
});
