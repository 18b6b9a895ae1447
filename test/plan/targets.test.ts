import { describe, expect, it } from 'vitest';
import { selectTargets } from '../../src/plan/targets.js';
import { actions, applied, creative, graph, group, inputs, keyword, keywordMark, plan, state } from './support.js';

const everything = [group('a'), group('b'), creative('a'), keyword('5', { price: '1' })];
const inState = ['group/old', 'keyword/77'];

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
    const { includes, diagnostics } = selectTargets(patterns, graph(everything), inState);
    const all = [...everything.map(({ address }) => address), ...inState];
    expect(all.filter(includes).sort()).toEqual([...expected].sort());
    expect(diagnostics).toEqual([]);
  });

  it.each(['group/A', 'group', 'keyword/7', 'group/a.'])('%s matches nothing, which is an error', (pattern) => {
    expect(selectTargets([pattern], graph(everything), inState).diagnostics).toMatchObject([
      { code: 'target-matches-nothing' },
    ]);
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
