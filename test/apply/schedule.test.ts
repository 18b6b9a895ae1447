import { describe, expect, it } from 'vitest';
import { concludeApply } from '../../src/apply/conclude.js';
import { scheduleOperations } from '../../src/apply/schedule.js';
import type { ApplyStatus, ItemOutcome, ItemResult } from '../../src/model/index.js';
import { app, creative, graph, group, inputs, keyword, kinds, observation, picture, plan } from '../plan/support.js';

describe('scheduleOperations', () => {
  it('puts parents before children, adoption before writes, and keeps the order of the manifests inside', async () => {
    const resources = [
      creative('b'),
      picture('3', ['x']),
      group('b'),
      keyword('5', { price: '2' }),
      group('a', {}, { id: '9' }),
      app('x'),
      group('c'),
    ];
    const live = {
      keyword: { found: { 'keyword/5': observation('5', { price: '1' }) } },
      picture: { found: { 'picture/3': observation('3', { tags: [] }) } },
    };
    const { changes } = (await plan(inputs(resources), live)).plan;
    const operations = scheduleOperations(changes, graph(resources), kinds);
    expect(
      operations.map(
        ({ kind, ability, items }) => `${ability} ${kind}: ${Array.from(items, (one) => one.change.address).join(' ')}`,
      ),
    ).toEqual([
      'import group: group/a',
      'create group: group/b group/c',
      'update keyword: keyword/5',
      'update picture: picture/3',
      'create app: app/x',
      'create rich-creative: rich-creative/b/sublinks-mobile',
    ]);
    expect([...(operations.at(-1)?.items ?? [])][0]?.parents).toEqual(['group/b']);
  });

  it('leaves out what is only reported', async () => {
    const resources = [group('a', { price: '2' })];
    const { changes } = (await plan(inputs(resources))).plan;
    const blocked = [...changes].map((one) => ({ ...one, action: 'blocked' as const }));
    expect(scheduleOperations(blocked, graph(resources), kinds)).toEqual([]);
  });
});

describe('concludeApply', () => {
  const items = (...outcomes: readonly ItemOutcome[]) =>
    outcomes.map((outcome, index): ItemResult => ({ address: `group/${index}`, action: 'create', outcome }));

  it.each<[ApplyStatus, readonly ItemOutcome[], boolean, number]>([
    ['nothing-to-do', [], false, 0],
    ['unresolved', [], false, 1],
    ['applied', ['done'], false, 0],
    ['applied', ['done', 'pending'], false, 0],
    ['unresolved', ['done'], false, 2],
    ['unresolved', ['done', 'unknown', 'failed'], false, 0],
    ['partial', ['done', 'failed'], false, 0],
    ['partial', ['pending', 'skipped'], false, 0],
    ['partial', ['done', 'held'], false, 0],
    ['failed', ['failed', 'skipped'], false, 0],
    ['failed', ['held'], false, 0],
    ['interrupted', ['done', 'unknown'], true, 1],
  ])('%s: %j', (status, outcomes, interrupted, stillInDoubt) => {
    const result = concludeApply('main', items(...outcomes), [], interrupted, stillInDoubt);
    expect(result.status).toBe(status);
    expect(Object.values(result.summary).reduce((sum, count) => sum + count, 0)).toBe(outcomes.length);
  });

  it.each<[readonly ItemOutcome[], boolean]>([
    [['done', 'skipped'], true],
    [['done'], false],
  ])('unresolved, where something could not be recorded: %j, interrupted %s', (outcomes, interrupted) => {
    expect(concludeApply('main', items(...outcomes), [], interrupted, 0, true).status).toBe('unresolved');
  });
});
