import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/diagnostics/failure.js';
import type { Change, Plan } from '../../src/model/index.js';
import { bindPlan } from '../../src/plan/bind-plan.js';
import { changeFingerprint, planDigest } from '../../src/plan/plan-digest.js';
import { parsePlanFile, planFilePieces } from '../../src/plan/plan-file.js';
import { applied, forgotten, graph, group, inputs, keyword, kinds, observation, plan, state } from './support.js';

const planFileText = (plan: Plan) => [...planFilePieces(plan)].join('');

const K = keyword('5', { price: '2', status: 'enable' });
const L = keyword('6', { price: '2', status: 'enable' });

const live = (k: string, l: string) => ({
  keyword: {
    found: {
      'keyword/5': observation('5', { price: k, status: 'enable' }),
      'keyword/6': observation('6', { price: l, status: 'enable' }),
    },
  },
});

const planned = async (k = '1', l = '1', parts = {}): Promise<Plan> =>
  (await plan(inputs([K, L], parts), live(k, l))).plan;

describe('a saved plan held against a new one', () => {
  it('stands as it was', async () => {
    const bound = bindPlan(await planned(), await planned(), kinds);
    expect(bound.changes.map(({ address }) => address)).toEqual(['keyword/5', 'keyword/6']);
    expect(bound.held).toEqual([]);
  });

  it('holds back the one item that moved', async () => {
    const bound = bindPlan(await planned(), await planned('1', '3'), kinds);
    expect(bound.changes.map(({ address }) => address)).toEqual(['keyword/5']);
    expect(bound.held).toMatchObject([{ address: 'keyword/6', outcome: 'held' }]);
  });

  it('holds back an item that is done already, and stops where that is all', async () => {
    expect(bindPlan(await planned(), await planned('2', '1'), kinds).held).toMatchObject([{ address: 'keyword/5' }]);
    const all = await planned('2', '2');
    const saved = await planned();
    expect(() => bindPlan(saved, all, kinds)).toThrow(Failure);
  });

  it('takes no change that was not saved', async () => {
    const saved = (
      await plan(inputs([K]), {
        keyword: { found: { 'keyword/5': observation('5', { price: '1', status: 'enable' }) } },
      })
    ).plan;
    const fresh = await planned();
    expect(bindPlan(saved, fresh, kinds).changes.map(({ address }) => address)).toEqual(['keyword/5']);
  });

  it('that never held anything is carried out by doing nothing', async () => {
    expect(bindPlan(await planned('2', '2'), await planned('2', '2'), kinds)).toEqual({ changes: [], held: [] });
  });

  it.each<[string, object]>([
    ['another account', { account: 'other' }],
    ['another uid', { uid: '9', state: { ...state(), uid: '9' } }],
    ['another lineage', { lineage: 'l2' }],
    ['other manifests', { graph: graph([K, L], { digest: 'other' }) }],
  ])('does not fit as a whole: %s', async (_, parts) => {
    const [saved, fresh] = [await planned(), await planned('1', '1', parts)];
    expect(() => bindPlan(saved, fresh, kinds)).toThrow(expect.objectContaining({ ending: 'stale-plan' }));
  });
});

describe('the digest of a plan', () => {
  it('is the same for the same changes, whenever and in whatever wording', async () => {
    const [one, two] = [await planned(), await planned('1.00', '1', { now: '2030-01-01T00:00:00.000Z' })];
    expect(one.digest).toBe(two.digest);
    expect(one.digest).toMatch(/^[0-9a-f]{16}$/);
  });

  it.each<[string, Parameters<typeof planned>]>([
    ['another observed value', ['1', '3']],
    ['one change less', ['2', '1']],
    ['another account', ['1', '1', { uid: '9', state: { ...state(), uid: '9' } }]],
    ['another lineage', ['1', '1', { lineage: 'l2' }]],
  ])('differs with %s', async (_, args) => {
    expect((await planned(...args)).digest).not.toBe((await planned()).digest);
  });

  it('differs with what is to be forgotten', async () => {
    const held = state([applied(group('a'), '1')]);
    const forget = (await plan(inputs([], { state: held, graph: graph([], { forgotten: [forgotten('group/a')] }) })))
      .plan;
    expect(forget.digest).not.toBe(planDigest({ uid: '20001', lineage: 'l1' }, [], kinds));
  });

  it('takes prior and observed into an item’s own', () => {
    const change: Change = {
      address: 'keyword/5',
      kind: 'keyword',
      action: 'update',
      drift: false,
      reason: 'x',
      fields: [{ path: 'price', desired: '1', prior: '2', drift: false }],
    };
    const print = (parts: Partial<Change>) => changeFingerprint({ ...change, ...parts }, kinds);
    expect(print({ reason: 'other words', source: { file: 'b', line: 9, column: 1 } })).toBe(print({}));
    expect(print({ fields: [{ path: 'price', desired: '1.0', prior: '2.00', drift: true }] })).toBe(print({}));
    expect(print({ fields: [{ path: 'price', desired: '1', prior: '3', drift: false }] })).not.toBe(print({}));
    expect(print({ id: '7' })).not.toBe(print({}));
  });
});

describe('the file of a plan', () => {
  it('comes back as it was', async () => {
    const saved = await planned();
    expect(parsePlanFile(planFileText(saved), 'p.json')).toEqual(JSON.parse(JSON.stringify(saved)));
    expect(parsePlanFile(`\uFEFF${planFileText(saved)}`, 'p.json').digest).toBe(saved.digest);
  });

  it.each<[string, (text: string) => string]>([
    ['empty', () => ''],
    ['cut off', (text) => text.slice(0, text.length / 2)],
    ['another document', () => '{"formatVersion":"1.0"}'],
    ['a list', () => '[]'],
    ['a newer format', (text) => text.replace('"adwrightPlan": 1', '"adwrightPlan": 2')],
    ['changes of another shape', (text) => text.replace(/"fields":\[/g, '"fields": 5, "x": [')],
    ['no summary', (text) => text.replace('"summary": {', '"summary": null, "x": {')],
  ])('is refused: %s', async (_, spoil) => {
    const text = spoil(planFileText(await planned()));
    expect(() => parsePlanFile(text, 'p.json')).toThrow(
      expect.objectContaining({ diagnostics: [expect.objectContaining({ code: 'plan-file-invalid' })] }),
    );
  });
});
