import { describe, expect, it } from 'vitest';
import { type DiagnosticParts, diagnostic } from '../../src/diagnostics/diagnostic.js';
import { Failure } from '../../src/diagnostics/failure.js';
import type { Change, Plan } from '../../src/model/index.js';
import { bindPlan } from '../../src/plan/saved/bind-plan.js';
import { changeFingerprint, planDigest } from '../../src/plan/saved/plan-digest.js';
import { planFilePieces } from '../../src/plan/saved/plan-file.js';
import { parsePlanFile } from '../../src/plan/saved/read-plan-file.js';
import { applied, forgotten, graph, group, inputs, keyword, kinds, observation, plan, state } from './support.js';

const planFileText = (plan: Plan) => [...planFilePieces(plan)].join('');

const K = keyword('5', { price: '2', status: 'enable' });
const L = keyword('6', { price: '2', status: 'enable' });

const SERVICE = { baseUrl: 'https://ads.example.com', platformSegment: 'ads' };

const live = (k: string, l: string) => ({
  keyword: {
    found: {
      'keyword/5': observation('5', { price: k, status: 'enable' }),
      'keyword/6': observation('6', { price: l, status: 'enable' }),
    },
  },
});

const PLACES = [{ file: 'b.yaml', line: 3, column: 4 }];

const planned = async (k = '1', l = '1', parts = {}): Promise<Plan> =>
  (await plan(inputs([K, L], { service: SERVICE, ...parts }), live(k, l))).plan;

describe('a saved plan held against a new one', () => {
  it('is unchanged', async () => {
    const bound = bindPlan(await planned(), await planned(), kinds);
    expect([...bound.changes].map(({ address }) => address)).toEqual(['keyword/5', 'keyword/6']);
    expect(bound.held).toEqual([]);
  });

  it('holds back the one item that moved', async () => {
    const bound = bindPlan(await planned(), await planned('1', '3'), kinds);
    expect([...bound.changes].map(({ address }) => address)).toEqual(['keyword/5']);
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
      await plan(inputs([K], { service: SERVICE }), {
        keyword: { found: { 'keyword/5': observation('5', { price: '1', status: 'enable' }) } },
      })
    ).plan;
    const fresh = await planned();
    expect([...bindPlan(saved, fresh, kinds).changes].map(({ address }) => address)).toEqual(['keyword/5']);
  });

  it('finds each change where its order is another one now', async () => {
    const saved = await planned();
    const { plan: fresh } = await plan(inputs([L, K], { service: SERVICE }), live('1', '3'));
    const { changes, held } = bindPlan(saved, fresh, kinds);
    expect([...changes].map(({ address }) => address)).toEqual(['keyword/5']);
    expect(held).toMatchObject([{ address: 'keyword/6' }]);
    const turned = bindPlan(saved, { ...fresh, changes: [...saved.changes].reverse() }, kinds);
    expect([...turned.changes].map(({ address }) => address)).toEqual(['keyword/5', 'keyword/6']);
  });

  it('that never held anything is carried out by doing nothing', async () => {
    const { changes, held } = bindPlan(await planned('2', '2'), await planned('2', '2'), kinds);
    expect([[...changes], held]).toEqual([[], []]);
  });

  it.each<[string, object]>([
    ['another account', { account: 'other' }],
    ['another uid', { uid: '9', state: { ...state(), uid: '9' } }],
    ['another lineage', { lineage: 'l2' }],
    ['another address', { service: { ...SERVICE, baseUrl: 'https://ads.example.org' } }],
    ['another segment', { service: { ...SERVICE, platformSegment: 'search' } }],
    ['a setting more', { service: { ...SERVICE, loginPath: '/login' } }],
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

const listed = (plan: Plan) => ({ ...plan, changes: [...plan.changes] });

describe('the file of a plan', () => {
  it('comes back as it was', async () => {
    const saved = await planned();
    expect(listed(parsePlanFile(planFileText(saved), 'p.json', kinds))).toEqual(JSON.parse(JSON.stringify(saved)));
    expect(parsePlanFile(`\uFEFF${planFileText(saved)}`, 'p.json', kinds).digest).toBe(saved.digest);
  });

  it.each<[string, DiagnosticParts]>([
    ['at a field', { detail: 'd', source: { file: 'a.yaml', line: 5, column: 11 }, excerpt: 'x', field: 'name' }],
    [
      'at several places',
      {
        address: 'keyword/5',
        source: { file: 'a.yaml', line: 1, column: 1, endLine: 2, endColumn: 3 },
        related: PLACES,
      },
    ],
  ])('comes back with a warning %s', async (_, parts) => {
    const saved = { ...(await planned()), diagnostics: [diagnostic('invisible-character', parts)] };
    expect(listed(parsePlanFile(planFileText(saved), 'p.json', kinds))).toEqual(listed(saved));
  });

  it('may be laid out again: other white space, other line ends', async () => {
    const saved = await planned();
    const text = planFileText(saved);
    for (const other of [text.replaceAll('\n', '\r\n'), JSON.stringify(JSON.parse(text), undefined, 4)]) {
      expect(listed(parsePlanFile(other, 'p.json', kinds))).toEqual(listed(saved));
    }
  });

  it.each<[string, (text: string) => string]>([
    ['empty', () => ''],
    ['cut off', (text) => text.slice(0, text.length / 2)],
    ['another document', () => '{"formatVersion":"1.0"}'],
    ['a list', () => '[]'],
    ['a newer format', (text) => text.replace('"adwrightPlan": 2', '"adwrightPlan": 3')],
    ['an older format', (text) => text.replace('"adwrightPlan": 2', '"adwrightPlan": 1')],
    ['a format of another shape', (text) => text.replace('"adwrightPlan": 2', '"adwrightPlan": {"toString": 1}')],
  ])('is no plan: %s', async (_, spoil) => {
    const text = spoil(planFileText(await planned()));
    expect(() => parsePlanFile(text, 'p.json', kinds)).toThrow(
      expect.objectContaining({
        ending: 'error',
        diagnostics: [expect.objectContaining({ code: 'plan-file-invalid' })],
      }),
    );
  });

  const altered = expect.objectContaining({
    ending: 'stale-plan',
    diagnostics: [expect.objectContaining({ code: 'plan-file-altered' })],
  });

  it.each<[string, (text: string) => string]>([
    ['an allowance added', (text) => text.replace('"allow": []', '"allow": ["maxPrice"]')],
    ['a second list of allowances', (text) => text.replace('"allow": []', '"allow": [], "allow": ["maxPrice"]')],
    ['a target added', (text) => text.replace('"targets": []', '"targets": ["keyword/5"]')],
    ['an exclusion added', (text) => text.replace('"excludes": []', '"excludes": ["keyword/5"]')],
    ['another uid', (text) => text.replace('"20001"', '"20002"')],
    ['another lineage', (text) => text.replace('"l1"', '"l2"')],
    ['no lineage', (text) => text.replace('"lineage": "l1",', '')],
    ['another service', (text) => text.replace('ads.example.com', 'ads.example.org')],
    ['other manifests', (text) => text.replace('"manifests"', '"manifests2"')],
    ['another bid', (text) => text.replace('"desired":"2"', '"desired":"20"')],
    ['another address', (text) => text.replace('keyword/5', 'keyword/7')],
    ['a change less', (text) => text.replace(/ {2}\{.*"keyword\/5".*\n/, '')],
    ['a change twice', (text) => text.replace(/( {2}\{.*"keyword\/5".*\n)/, '$1$1')],
    ['the changes in another order', (text) => text.replace(/( {2}\{.*\}),\n( {2}\{.*\})\n/, '$2,\n$1\n')],
    ['a finding taken out', (text) => text.replace(/"findings": \[\{.*\}\]/, '"findings": []')],
    ['another time', (text) => text.replace('2024-05-10', '2024-05-11')],
    ['another digest of the changes', (text) => text.replace(/"digest": "./, '"digest": "x')],
    ['another digest of the file', (text) => text.replace(/"fileDigest": "./, '"fileDigest": "x')],
    ['no digest', (text) => text.replace(/,\n "fileDigest": "\w+"/, '')],
    ['a digest that is a list', (text) => text.replace(/"fileDigest": ("\w+")/, '"fileDigest": [$1]')],
    ['a key more', (text) => text.replace('"allow": []', '"allow": [], "note": 1')],
    ['fields of null', (text) => text.replace(/"fields":\[/, '"fields":[null,')],
    ['changes of null', (text) => text.replace(/"changes": \[/, '"changes": [null,')],
    ['no end of lists', (text) => text.replace('"allow": []', `"allow": ${'['.repeat(100_000)}${']'.repeat(100_000)}`)],
  ])('was altered: %s', async (_, spoil) => {
    const rails = { guardrails: { maxPrice: '1' } };
    const whole = planFileText(await planned('1', '1', rails));
    const text = spoil(whole);
    expect(text).not.toBe(whole);
    expect(() => parsePlanFile(text, 'p.json', kinds)).toThrow(altered);
  });

  /** What someone writes who makes the digest of the file fit as well. */
  const forged = (plan: object) => planFileText(plan as Plan);

  it.each<[string, (plan: Plan) => object, RegExp]>([
    [
      'a change twice',
      (one) => ({ ...one, changes: [...one.changes, one.changes.at(0)] }),
      /keyword\/5 is in it twice/,
    ],
    ['another bid', (one) => withField(one, { desired: '20' }), /have the digest/],
    ['another observed value', (one) => withField(one, { observed: '7' }), /have the digest/],
    ['another account', (one) => ({ ...one, uid: '20002' }), /have the digest/],
    ['a change less', (one) => ({ ...one, changes: [...one.changes].slice(1) }), /summary\.update/],
    ['a field of null', (one) => withField(one, null), /changes\[0\]\.fields\[0\]: a map/],
    ['a bid that is a number', (one) => withField(one, { desired: 2 }), /changes\[0\]\.fields\[0\]\.desired: a text/],
    [
      'a value inside forty lists',
      (one) => withField(one, { desired: nested(40) }),
      /a value is nested deeper than 32 levels/,
    ],
    ['a value inside a thousand lists', (one) => withField(one, { desired: nested(1_000) }), /deeper than 32 levels/],
    ['a day that there is not', (one) => ({ ...one, createdAt: '2025-01-32T00:00:00Z' }), /createdAt: a time/],
    ['a key that nobody knows', (one) => withChange(one, { 'a/b': 1 }), /changes\[0\]\.a\/b: the key is unknown/],
    ['a fact that is a number', (one) => withChange(one, { facts: { '0': 1 } }), /changes\[0\]\.facts\.0: a text/],
    ['no change', (one) => ({ ...one, changes: undefined }), /changes: it is missing/],
    ['changes that are a map', (one) => ({ ...one, changes: one.changes, targets: {} }), /targets: a list/],
    ['a kind that there is not', (one) => withChange(one, { kind: 'campaign' }), /not of a kind campaign/],
    ['a kind of another address', (one) => withChange(one, { kind: 'group' }), /not of a kind group/],
    ['an action that there is not', (one) => withChange(one, { action: 'delete' }), /action: one of create/],
    ['a time that is none', (one) => ({ ...one, createdAt: 'today' }), /createdAt: a time/],
    ['an unknown finding', (one) => ({ ...one, findings: [{ rule: 'x' }] }), /findings\[0\]\.detail: it is missing/],
    [
      'an unknown diagnostic',
      (one) => ({ ...one, diagnostics: [{ severity: 'info', code: 'toString', summary: '' }] }),
      /diagnostics\[0\]\.code/,
    ],
  ])('is refused even with a digest that fits: %s', async (_, forge, words) => {
    const text = forged(forge(await planned()));
    expect(() => parsePlanFile(text, 'p.json', kinds)).toThrow(altered);
    expect(() => parsePlanFile(text, 'p.json', kinds)).toThrow(words);
  });
});

const nested = (depth: number): unknown => JSON.parse(`${'['.repeat(depth)}${']'.repeat(depth)}`);

const withChange = (plan: Plan, parts: object) => ({
  ...plan,
  changes: [...plan.changes].map((one, index) => (index === 0 ? { ...one, ...parts } : one)),
});

const withField = (plan: Plan, parts: object | null) =>
  withChange(plan, { fields: plan.changes.at(0)?.fields.map((one) => (parts === null ? null : { ...one, ...parts })) });
