import { describe, expect, it } from 'vitest';
import type { Values } from '../../src/model/index.js';
import { withPrior } from '../../src/plan/compare/baseline-prior.js';
import { diffFields } from '../../src/plan/compare/diff.js';
import { keywordMark, observation, rulesOf } from './support.js';

const rules = rulesOf('keyword');

/** What was last applied (nothing: first sight), what the manifest wants, what is read → `path prior drift`. */
function judged(baseline: Values | undefined, desired: Values, observed: Values): readonly string[] {
  const mark = baseline === undefined ? undefined : keywordMark('5', baseline);
  const differences = diffFields(rules, desired, undefined, observation('5', observed));
  return withPrior(differences, mark, rules, desired, observed).map(
    ({ path, prior, drift }) => `${path} ${prior === undefined ? '?' : String(prior)} ${drift ? 'drift' : 'edit'}`,
  );
}

describe('withPrior', () => {
  it.each<[string, Values | undefined, Values, Values, readonly string[]]>([
    ['first sight: no drift, no prior', undefined, { price: '2' }, { price: '3' }, ['price ? edit']],
    ['the manifest as last applied: drift', { price: '2' }, { price: '2' }, { price: '3' }, ['price 2 drift']],
    ['the service as last applied: an edit', { price: '3' }, { price: '2' }, { price: '3' }, ['price 3 edit']],
    ['neither: both, and no prior', { price: '1' }, { price: '2' }, { price: '3' }, ['price ? drift']],
    ['spelling does not matter', { price: '2.00' }, { price: '2' }, { price: '3.0' }, ['price 2 drift']],
    [
      'an edit of one field beside drift of another',
      { price: '1', url: 'a' },
      { price: '2', url: 'a' },
      { price: '1.00', url: 'b' },
      ['price 1.00 edit', 'url a drift'],
    ],
    [
      'three of three, each its own way',
      { price: '1', url: 'a', status: 'enable' },
      { price: '2', url: 'a', status: 'pause' },
      { price: '1', url: 'b', status: 'enable' },
      ['price 1 edit', 'url a drift', 'status enable edit'],
    ],
    [
      'a field that was not managed before is first sight',
      { price: '2' },
      { price: '2', url: 'a' },
      { price: '3', url: 'b' },
      ['price 2 drift', 'url ? edit'],
    ],
    [
      'a field that is not managed any more counts as it is',
      { price: '2', url: 'a' },
      { price: '2' },
      { price: '3', url: 'a' },
      ['price 2 drift'],
    ],
    ['equal again', { price: '1' }, { price: '2' }, { price: '2.0' }, []],
  ])('%s', (_, baseline, desired, observed, expected) => {
    expect(judged(baseline, desired, observed)).toEqual(expected);
  });

  it('finds six fields at once', () => {
    const names = ['price', 'matchType', 'url', 'mobileUrl', 'deeplinkUrl', 'status'];
    const of = (value: (index: number) => string) =>
      Object.fromEntries(names.map((name, index) => [name, value(index)]));
    const drifted = [0, 2, 5];
    const baseline = of((index) => (drifted.includes(index) ? '7' : '8'));
    const judgedAll = judged(
      baseline,
      of(() => '7'),
      of(() => '8'),
    );
    expect(judgedAll).toEqual(
      names.map((name, index) => (drifted.includes(index) ? `${name} 7 drift` : `${name} 8 edit`)),
    );
  });
});
