import { describe, expect, it } from 'vitest';
import { Failure } from '../../src/diagnostics/failure.js';
import type { Resource, StateEntry } from '../../src/model/index.js';
import type { PlanInputs } from '../../src/plan/plan-inputs.js';
import {
  actions,
  app,
  applied,
  changeOf,
  creative,
  doubtful,
  forgotten,
  graph,
  group,
  inputs,
  keyword,
  keywordMark,
  type Live,
  moved,
  observation,
  picture,
  plan,
  resolution,
  state,
} from './support.js';

const A = group('a');
const B = group('b');
const X = app('x');
const listedX = observation('7001', { ...X.desired, remark: '' });

type Row = readonly [
  what: string,
  resources: readonly Resource[],
  entries: readonly StateEntry[],
  expected: readonly string[],
  parts?: Partial<PlanInputs>,
  live?: Live,
];

/** Rows with what they leave out filled in. */
function rows(...list: readonly Row[]) {
  return list.map(([what, resources, entries, expected, parts = {}, live = {}]) => {
    const row: [string, readonly Resource[], readonly StateEntry[], readonly string[], Partial<PlanInputs>, Live] = [
      what,
      resources,
      entries,
      expected,
      parts,
      live,
    ];
    return row;
  });
}

describe('what the plan does with groups and creatives', () => {
  it.each(
    rows(
      ['a new one is created', [A], [], ['create group/a']],
      ['one as applied is left alone', [A], [applied(A, '1')], []],
      ['an edit has no operation', [group('a', { price: '2' })], [applied(A, '1')], ['blocked group/a']],
      ['another spelling of a price is no edit', [group('a', { price: '1.2' })], [applied(A, '1')], []],
      ['an id in the manifest adopts', [group('a', {}, { id: '5' })], [], ['import group/a']],
      ['an adopted one is left alone', [group('a', {}, { id: '5' })], [applied(A, '5')], []],
      [
        'another id than the state has is for its author to settle',
        [group('a', {}, { id: '6' })],
        [applied(A, '5')],
        ['blocked group/a'],
      ],
      ['one in doubt waits', [A], [doubtful(A)], ['unresolved group/a']],
      [
        'an id in the manifest says what became of one in doubt',
        [group('a', {}, { id: '5' })],
        [doubtful(A)],
        ['import group/a'],
      ],
      ['a removed one stays at the service', [], [applied(A, '1')], ['forget group/a']],
      ['a removed one that is in doubt stays in doubt', [], [doubtful(A)], ['unresolved group/a']],
      [
        'a creative follows its group',
        [A, creative('a')],
        [],
        ['create group/a', 'create rich-creative/a/sublinks-mobile'],
      ],
      [
        'a creative of a group that is there',
        [A, creative('a')],
        [applied(A, '1')],
        ['create rich-creative/a/sublinks-mobile'],
      ],
      [
        'a creative as applied',
        [A, creative('a')],
        [applied(A, '1'), applied(creative('a'), '9', { parentId: '1' })],
        [],
      ],
      [
        'an edited creative has no operation',
        [A, creative('a', 'b')],
        [applied(A, '1'), applied(creative('a'), '9', { parentId: '1' })],
        ['blocked rich-creative/a/sublinks-mobile'],
      ],
      [
        'a creative of an older group of this name is created again',
        [A, creative('a')],
        [applied(A, '2'), applied(creative('a'), '9', { parentId: '1' })],
        ['create rich-creative/a/sublinks-mobile'],
      ],
      [
        'a creative in doubt waits, on whatever group it hangs',
        [A, creative('a')],
        [applied(A, '2'), doubtful(creative('a'), { parentId: '1' })],
        ['unresolved rich-creative/a/sublinks-mobile'],
      ],
    ),
  )('%s', async (_, resources, entries, expected, parts, live) => {
    expect(actions(await plan(inputs(resources, { state: state(entries), ...parts }), live))).toEqual(expected);
  });

  it('knows a creative again by its group, whether by name or by id', async () => {
    const byId: Resource = {
      ...creative('a'),
      address: 'rich-creative/id:1/sublinks-mobile',
      parents: [],
      parentId: '1',
    };
    const made = await plan(inputs([byId], { state: state([applied(creative('a'), '9', { parentId: '1' })]) }));
    expect(actions(made)).toEqual([]);
    expect([...made.learnt.put.keys()]).toEqual([byId.address]);
    expect([...made.learnt.drop]).toEqual(['rich-creative/a/sublinks-mobile']);
  });

  it('says what is known of one in doubt', async () => {
    const change = changeOf(await plan(inputs([A], { state: state([doubtful(A)]) })), 'group/a');
    expect(change.reason).toContain('2024-05-10T01:00:00.000Z, item 3 of 3 of attempt a1b2');
    expect(change.reason).toContain('the connection was reset');
    expect(change.todo).toContain('adwright resolve group/a');
    expect(change.blocksChildren).toBe(true);
  });

  it('does not forget one in doubt, even when `forgotten` names it', async () => {
    const made = await plan(
      inputs([], { graph: graph([], { forgotten: [forgotten('group/a')] }), state: state([doubtful(A)]) }),
    );
    expect(actions(made)).toEqual(['unresolved group/a']);
    expect(made.learnt.drop.size).toBe(0);
  });

  it('forgets a settled one that `forgotten` names', async () => {
    const made = await plan(
      inputs([], { graph: graph([], { forgotten: [forgotten('group/a')] }), state: state([applied(A, '1')]) }),
    );
    expect([...made.learnt.drop]).toEqual(['group/a']);
  });
});

describe('likely renames', () => {
  const renamed: Resource = { ...A, address: 'group/a2' };

  it.each(
    rows(
      ['are held back', [renamed], [applied(A, '1')], ['blocked group/a2', 'forget group/a']],
      [
        'another campaign is another group',
        [group('a', { campaignId: '9' }, { address: 'group/a2' })],
        [applied(A, '1')],
        ['create group/a2', 'forget group/a'],
      ],
      ['two of the manifests: the one that is there stays', [renamed, A], [applied(A, '1')], ['blocked group/a2']],
      ['two new ones: the first is made', [A, renamed], [], ['create group/a', 'blocked group/a2']],
      ['two new ones, allowed', [A, renamed], [], ['create group/a', 'create group/a2'], { allow: ['rename'] }],
      ['two that are there stay as they are', [A, renamed], [applied(A, '1'), applied(renamed, '2')], []],
      ['one with an id, and one without', [renamed, { ...A, id: '7' }], [], ['blocked group/a2', 'import group/a']],
      ...['a ', ' a', '\u3000a', 'a\u00a0', '\ta\u2003', 'a\u200b', '\ufeffa'].map(
        (name) =>
          [
            `surrounding white space makes no other group: ${JSON.stringify(name)}`,
            [group('a', { name }, { address: 'group/a2' })],
            [applied(A, '1')],
            ['blocked group/a2', 'forget group/a'],
          ] as const,
      ),
      [
        'two of the manifests that differ only by white space',
        [A, group('a', { name: 'a\u3000' }, { address: 'group/a2' })],
        [],
        ['create group/a', 'blocked group/a2'],
      ],
      [
        'a letter more is another group',
        [A, group('a', { name: 'aa' }, { address: 'group/a2' })],
        [],
        ['create group/a', 'create group/a2'],
      ],
      [
        'the two of a name and its content changed places',
        [group('a', { name: 'b' }), group('b', { name: 'a' })],
        [applied(A, '1')],
        ['blocked group/a', 'blocked group/b'],
      ],
      [
        'the same of apps, by platform and link',
        [app('a', {}, { address: 'app/a2' })],
        [applied(app('a', { appUrl: 'https://dl/x\u3000' }), '1')],
        ['blocked app/a2', 'forget app/a'],
      ],
      [
        'moved: the same one',
        [renamed],
        [applied(A, '1')],
        [],
        { graph: graph([renamed], { moved: [moved('group/a', 'group/a2')] }) },
      ],
      [
        'forgotten: another one',
        [renamed],
        [applied(A, '1')],
        ['create group/a2', 'forget group/a'],
        { graph: graph([renamed], { forgotten: [forgotten('group/a')] }) },
      ],
      ['allowed: two', [renamed], [applied(A, '1')], ['create group/a2', 'forget group/a'], { allow: ['rename'] }],
      [
        'one in doubt may be the very thing: held back although allowed',
        [renamed],
        [doubtful(A)],
        ['blocked group/a2', 'unresolved group/a'],
        { allow: ['rename'] },
      ],
      [
        'one in doubt: held back although it is to be forgotten',
        [renamed],
        [doubtful(A)],
        ['blocked group/a2', 'unresolved group/a'],
        { graph: graph([renamed], { forgotten: [forgotten('group/a')] }) },
      ],
      [
        'moved in doubt stays in doubt',
        [renamed],
        [doubtful(A)],
        ['unresolved group/a2'],
        { graph: graph([renamed], { moved: [moved('group/a', 'group/a2')] }) },
      ],
    ),
  )('%s', async (_, resources, entries, expected, parts) => {
    expect(actions(await plan(inputs(resources, { state: state(entries), ...parts })))).toEqual(expected);
  });

  it('names the other place, and the way on', async () => {
    const change = changeOf(await plan(inputs([A, renamed])), 'group/a2');
    expect(change.reason).toBe('group/a (ads/a.yaml:1:1) has the same campaignId and name');
    expect(change.todo).toContain('--allow rename');
    expect(change.blocksChildren).toBe(true);
    const swapped = [group('a', { name: 'b' }), group('b', { name: 'a' })];
    const other = changeOf(await plan(inputs(swapped, { state: state([applied(A, '1')]) })), 'group/b');
    expect(other.reason).toContain('group/a (id 1) was created with the same campaignId and name');
  });

  it('names every candidate', async () => {
    const entries = [applied(A, '1'), applied({ ...A, address: 'group/old' }, '2')];
    const change = changeOf(await plan(inputs([renamed], { state: state(entries) })), 'group/a2');
    expect(change.reason).toContain('group/a (id 1)');
    expect(change.reason).toContain('group/old');
    expect(change.todo).toContain('moved: [{ from: group/a, to: group/a2 }]');
  });

  it('are none among thousands that share no name', async () => {
    const many = Array.from({ length: 2_000 }, (_, n) => group(`g${n}`));
    const old = Array.from({ length: 2_000 }, (_, n) => applied(group(`old${n}`), `${n + 1}`));
    const started = process.cpuUsage();
    const made = await plan(inputs(many, { state: state(old) }));
    // Of the processor: a busy machine is no fault.
    expect(process.cpuUsage(started).user).toBeLessThan(10_000_000);
    expect(made.plan.summary).toMatchObject({ create: 2_000, forget: 2_000 });
  }, 120_000);
});

describe('moves', () => {
  const to = group('c');
  const entries = [applied(A, '1'), applied(creative('a'), '9', { parentId: '1' })];

  it('take the children along', async () => {
    const resources = [{ ...A, address: 'group/c' }, creative('c')];
    const made = await plan(
      inputs(resources, { graph: graph(resources, { moved: [moved('group/a', 'group/c')] }), state: state(entries) }),
    );
    expect(actions(made)).toEqual([]);
    expect([...made.learnt.drop].sort()).toEqual(['group/a', 'rich-creative/a/sublinks-mobile']);
    expect([...made.learnt.put.keys()].sort()).toEqual(['group/c', 'rich-creative/c/sublinks-mobile']);
  });

  it.each([
    ['in order', [moved('group/a', 'group/b'), moved('group/b', 'group/c')]],
    ['in any order', [moved('group/b', 'group/c'), moved('group/a', 'group/b')]],
  ])('go along a chain, %s', async (_, list) => {
    const resources = [{ ...A, address: 'group/c' }];
    const made = await plan(
      inputs(resources, { graph: graph(resources, { moved: list }), state: state(entries.slice(0, 1)) }),
    );
    expect(actions(made)).toEqual([]);
    expect([...made.learnt.put.keys()]).toEqual(['group/c']);
  });

  it('may end in what is forgotten', async () => {
    const forgotten = [{ address: 'group/c', source: { file: 'm.yaml', line: 1, column: 1 } }];
    const list = [moved('group/a', 'group/b'), moved('group/b', 'group/c')];
    const made = await plan(
      inputs([], { graph: { ...graph([], { moved: list }), forgotten }, state: state(entries.slice(0, 1)) }),
    );
    expect(actions(made)).toEqual(['forget group/c']);
    expect([...made.learnt.put.keys()]).toEqual([]);
    expect([...made.learnt.drop].sort()).toEqual(['group/a', 'group/c']);
  });

  it('that are done already say nothing', async () => {
    const made = await plan(
      inputs([to], { graph: graph([to], { moved: [moved('group/a', 'group/c')] }), state: state([applied(to, '1')]) }),
    );
    expect(actions(made)).toEqual([]);
    expect(made.plan.diagnostics).toEqual([]);
  });

  it.each([
    [
      'onto a name that the state has',
      [applied(A, '1'), applied(to, '2')],
      [moved('group/a', 'group/c')],
      'moved-target-taken',
    ],
    ['of a name that is still there', [applied(A, '1')], [moved('group/c', 'group/d')], 'moved-source-present'],
    ['of a keyword', [], [moved('keyword/1', 'keyword/2')], 'moved-not-a-name'],
  ])('%s are refused', async (_, held, list, code) => {
    const given = inputs([to], { graph: graph([to], { moved: list }), state: state(held) });
    await expect(plan(given)).rejects.toThrow(Failure);
    await expect(plan(given)).rejects.toMatchObject({ diagnostics: [{ code }] });
  });
});

describe('one object under two addresses', () => {
  const withId = (name: string) => group(name, {}, { id: '5' });
  const inGroup = (id: string): Resource => ({
    ...creative('a'),
    address: `rich-creative/id:${id}/sublinks-mobile`,
    parents: [],
    parentId: id,
  });

  it.each<[string, readonly Resource[], readonly StateEntry[], Partial<PlanInputs>, boolean]>([
    ['an id that another name has in the state', [A, withId('b')], [applied(A, '5')], {}, true],
    ['an id that only the state knows, under a name of the past', [withId('b')], [applied(A, '5')], {}, true],
    [
      'the same, being forgotten',
      [withId('b')],
      [applied(A, '5')],
      { graph: graph([withId('b')], { forgotten: [forgotten('group/a')] }) },
      false,
    ],
    [
      'the same, moved',
      [withId('b')],
      [applied(A, '5')],
      { graph: graph([withId('b')], { moved: [moved('group/a', 'group/b')] }) },
      false,
    ],
    [
      'a group by name and by id, with one creative each',
      [A, creative('a'), inGroup('5')],
      [applied(A, '5')],
      {},
      true,
    ],
    ['two groups', [A, B, creative('a'), creative('b')], [applied(A, '5'), applied(B, '6')], {}, false],
  ])('%s', async (_, resources, entries, parts, refused) => {
    const given = inputs(resources, { state: state(entries), ...parts });
    if (refused) await expect(plan(given)).rejects.toMatchObject({ diagnostics: [{ code: 'same-live-object' }] });
    else await plan(given);
  });
});

describe('what the plan does with apps', () => {
  const found = { app: { found: { 'app/x': listedX } } };
  const pendingX = applied(X, '', {
    status: 'pending',
    taskId: '55',
    attempt: { id: 'a1', endpoint: 'addAppTask', at: '2024-05-10T01:59:00.000Z', position: 0, size: 1 },
  });
  const { id: _id, ...pending } = pendingX;

  it.each(
    rows(
      ['a new one', [X], [], ['create app/x'], {}, { app: { unclaimed: [] } }],
      [
        'one like it is listed, and nobody claims it',
        [X],
        [],
        ['blocked app/x'],
        {},
        { app: { unclaimed: [observation('8', X.desired)] } },
      ],
      [
        'another one is listed',
        [X],
        [],
        ['create app/x'],
        {},
        { app: { unclaimed: [observation('8', { ...X.desired, appUrl: 'y' })] } },
      ],
      ['its task runs', [X], [pending], ['pending app/x'], {}, { app: { missing: ['app/x'], unclaimed: [] } }],
      ['its task ended', [X], [pending], [], {}, found],
      ['in doubt and not listed', [X], [doubtful(X)], ['unresolved app/x'], {}, { app: { missing: ['app/x'] } }],
      ['in doubt, and the listing settles it', [X], [doubtful(X)], [], {}, found],
      [
        'not listed any more: never made again',
        [X],
        [applied(X, '7001')],
        ['blocked app/x'],
        {},
        { app: { missing: ['app/x'] } },
      ],
      ['an edit has no operation', [app('x', { remark: 'neu' })], [applied(X, '7001')], ['blocked app/x'], {}, found],
      ['adopted', [app('x', {}, { id: '7001' })], [], ['import app/x'], {}, found],
      [
        'adopted, and not listed',
        [app('x', {}, { id: '7001' })],
        [],
        ['blocked app/x'],
        {},
        { app: { missing: ['app/x'] } },
      ],
    ),
  )('%s', async (_, resources, entries, expected, parts, live) => {
    expect(actions(await plan(inputs(resources, { state: state(entries), ...parts }), live))).toEqual(expected);
  });

  const X2 = app('x2', { title: 'neu' });
  const MOVED_ON = app('x', { appUrl: 'https://dl/other' });
  const unlisted = { app: { missing: ['app/x'], unclaimed: [] } };

  // However it comes about that another name asks for the same app: until the outcome is known nothing hands it in.
  describe.each([
    ['pending', pending, 'pending'],
    ['in doubt', doubtful(X), 'unresolved'],
  ] as const)('%s', (_, open, action) => {
    it.each(
      rows(
        ['and forgotten', [], [open], [`${action} app/x`], { graph: graph([], { forgotten: [forgotten('app/x')] }) }],
        ['and in no manifest', [], [open], [`${action} app/x`]],
        ['and renamed', [X2], [open], ['blocked app/x2', `${action} app/x`]],
        [
          'and renamed and forgotten',
          [X2],
          [open],
          ['blocked app/x2', `${action} app/x`],
          { graph: graph([X2], { forgotten: [forgotten('app/x')] }) },
        ],
        ['and renamed with leave', [X2], [open], ['blocked app/x2', `${action} app/x`], { allow: ['rename'] }],
        [
          'and renamed by `moved`',
          [X2],
          [open],
          [`${action} app/x2`],
          { graph: graph([X2], { moved: [moved('app/x', 'app/x2')] }) },
        ],
        ['and its name given to another app', [MOVED_ON, X2], [open], [`${action} app/x`, 'blocked app/x2']],
        [
          'and its name given to another app, with leave',
          [MOVED_ON, X2],
          [open],
          [`${action} app/x`, 'blocked app/x2'],
          { allow: ['rename'] },
        ],
        [
          'and moved to the name of another app',
          [app('y', { appUrl: 'https://dl/other' }), X2],
          [open],
          [`${action} app/y`, 'blocked app/x2'],
          {
            graph: graph([app('y', { appUrl: 'https://dl/other' }), X2], { moved: [moved('app/x', 'app/y')] }),
          },
        ],
      ),
    )('%s', async (_, resources, entries, expected, parts) => {
      const made = await plan(inputs(resources, { state: state(entries), ...parts }), unlisted);
      expect(actions(made)).toEqual(expected);
      expect([...made.learnt.drop]).toEqual(parts?.graph?.moved.length ? ['app/x'] : []);
    });
  });

  it('says how what is on its way is settled', async () => {
    const parts = { graph: graph([X2], { forgotten: [forgotten('app/x')] }), state: state([pending]) };
    const made = await plan(inputs([X2], parts), unlisted);
    expect(changeOf(made, 'app/x').reason).toContain('it cannot be forgotten before its task has ended');
    expect(changeOf(made, 'app/x2')).toMatchObject({
      reason: 'app/x is like it, and its task has not ended',
      todo: 'If it is the same app, add `moved: [{ from: app/x, to: app/x2 }]`; else settle app/x first: `adwright resolve app/x --id ID` or `--absent`.',
    });
  });

  it.each<[string, Resource, readonly StateEntry[]]>([
    ['that was adopted', X, [applied(X, '7001')]],
    ['that an id is to adopt', app('x', {}, { id: '7001' }), []],
  ])(
    'does not advise to drop one %s and that the listing shows in a way that cannot be used',
    async (_, one, entries) => {
      const listed = observation('7001', X.desired, {
        unusable: 'the service returns it twice, with different values',
      });
      const made = await plan(inputs([one], { state: state(entries) }), { app: { found: { 'app/x': listed } } });
      expect(changeOf(made, 'app/x')).toMatchObject({
        action: 'blocked',
        reason: 'the service returns it twice, with different values',
        todo: expect.stringMatching(/^Look at it in the console\. Nothing is sent for it while the service says this;/),
      });
      expect(made.learnt.drop.size).toBe(0);
    },
  );

  it('offers a way out after a day', async () => {
    const given = inputs([X], { state: state([pending]), now: '2024-05-11T03:00:00.000Z' });
    expect(changeOf(await plan(given, { app: { missing: ['app/x'] } }), 'app/x').todo).toContain(
      'resolve app/x --absent',
    );
  });

  it('settles what no manifest describes any more, so that its id is not lost', async () => {
    const made = await plan(inputs([], { state: state([pending]) }), found);
    expect(actions(made)).toEqual(['forget app/x']);
    expect(made.learnt.put.get('app/x')).toMatchObject({ id: '7001', status: 'settled' });
  });

  it('remembers what the service stored instead of what was sent, and says so', async () => {
    const cut = observation('7001', { ...X.desired, title: 'kurz' });
    const made = await plan(inputs([X], { state: state([pending]) }), { app: { found: { 'app/x': cut } } });
    expect(actions(made)).toEqual([]);
    expect(made.learnt.put.get('app/x')?.stored).toEqual({ title: 'kurz' });
    expect(made.plan.diagnostics.map(({ code }) => code)).toEqual(['stored-differently']);
  });

  it('takes over what the manifest and the service agree in', async () => {
    const now = app('x', { title: 'neu' });
    const made = await plan(inputs([now], { state: state([applied(X, '7001')]) }), {
      app: { found: { 'app/x': observation('7001', now.desired) } },
    });
    expect(actions(made)).toEqual([]);
    expect(made.learnt.put.get('app/x')?.values['title']).toBe('neu');
  });
});

describe('what the plan does with keywords and pictures', () => {
  const K = keyword('5', { price: '2.00', status: 'enable' });
  const live = (values: Record<string, string>, parts = {}) => ({
    keyword: { found: { 'keyword/5': observation('5', values, parts) } },
  });

  it.each(
    rows(
      ['as wanted', [K], [], [], {}, live({ price: '2', status: 'enable' })],
      ['an edit', [K], [], ['update keyword/5'], {}, live({ price: '1', status: 'enable' })],
      ['deleted', [K], [], ['blocked keyword/5'], {}, live({ price: '1' }, { unusable: 'deleted' })],
      [
        'another word',
        [keyword('5', { price: '2' }, { expected: { word: '女鞋' } })],
        [],
        ['blocked keyword/5'],
        {},
        live({ price: '2' }, { facts: { word: '男鞋' } }),
      ],
      [
        'the word in another case',
        [keyword('5', { price: '2' }, { expected: { word: 'ABC 鞋' } })],
        [],
        [],
        {},
        live({ price: '2' }, { facts: { word: 'ａｂｃ鞋' } }),
      ],
      [
        'a picture',
        [picture('3', ['b', 'a'])],
        [],
        [],
        {},
        { picture: { found: { 'picture/3': observation('3', { tags: ['a', 'b'] }) } } },
      ],
      [
        'other tags',
        [picture('3', ['b'])],
        [],
        ['update picture/3'],
        {},
        { picture: { found: { 'picture/3': observation('3', { tags: [] }) } } },
      ],
      [
        'no such picture',
        [picture('3', ['b'])],
        [],
        ['blocked picture/3'],
        {},
        { picture: { missing: ['picture/3'] } },
      ],
    ),
  )('%s', async (_, resources, entries, expected, parts, seen) => {
    expect(actions(await plan(inputs(resources, { state: state(entries), ...parts }), seen))).toEqual(expected);
  });

  it('blocks one that is not returned alone, and ends where none is', async () => {
    const L = keyword('6', { price: '2' });
    const part = { keyword: { found: { 'keyword/5': observation('5', K.desired) }, missing: ['keyword/6'] } };
    expect(actions(await plan(inputs([K, L]), part))).toEqual(['blocked keyword/6']);
    await expect(plan(inputs([K, L]), { keyword: { missing: ['keyword/5', 'keyword/6'] } })).rejects.toMatchObject({
      diagnostics: [{ code: 'nothing-read' }],
    });
  });

  it('learns a mark once', async () => {
    const first = await plan(inputs([K]), live({ price: '2.00', status: 'enable' }));
    expect(first.learnt.marks).toEqual([keywordMark('5', K.desired)]);
    const again = await plan(
      inputs([K], { state: state([], first.learnt.marks) }),
      live({ price: '2.00', status: 'enable' }),
    );
    expect(again.learnt.marks).toEqual([]);
  });

  it('counts marks that no manifest describes, and drops those that are forgotten', async () => {
    const marks = [keywordMark('5', K.desired), keywordMark('6', K.desired)];
    const made = await plan(
      inputs([], { graph: graph([], { forgotten: [forgotten('keyword/6')] }), state: state([], marks) }),
    );
    expect(made.plan.summary.forget).toBe(2);
    expect(made.learnt.dropMarks).toEqual(['6']);
  });

  describe('under review', () => {
    const sent = applied(K, '5', { status: 'pending' });
    const reviewing = { underReview: true };

    it.each<[string, Resource, Record<string, string>, object, Partial<PlanInputs>, readonly string[], boolean]>([
      ['waits', K, { price: '1', status: 'enable' }, reviewing, {}, ['pending keyword/5'], false],
      [
        'is sent again with --resend',
        K,
        { price: '1', status: 'enable' },
        reviewing,
        { resend: true },
        ['update keyword/5'],
        true,
      ],
      [
        'is sent again when the manifest changed',
        keyword('5', { price: '3', status: 'enable' }),
        { price: '1', status: 'enable' },
        reviewing,
        {},
        ['update keyword/5'],
        true,
      ],
      [
        'is sent again when the review ended without it',
        K,
        { price: '1', status: 'enable' },
        {},
        {},
        ['update keyword/5'],
        true,
      ],
      ['is done when it came into effect', K, { price: '2', status: 'enable' }, reviewing, {}, [], true],
    ])('%s', async (_, wanted, values, parts, more, expected, dropped) => {
      const made = await plan(inputs([wanted], { state: state([sent]), ...more }), live(values, parts));
      expect(actions(made)).toEqual(expected);
      expect(made.learnt.drop.has('keyword/5')).toBe(dropped);
    });
  });
});

describe('resolutions.yaml', () => {
  it.each<[string, Parameters<typeof resolution>[1], readonly string[], readonly string[]]>([
    ['it exists', { attempt: 'a1b2', id: '77' }, [], []],
    ['it does not', { attempt: 'a1b2', absent: true }, ['create group/a'], []],
    ['another attempt', { attempt: 'ffff', id: '77' }, ['unresolved group/a'], ['resolution-ignored']],
  ])('%s', async (_, parts, expected, codes) => {
    const made = await plan(inputs([A], { state: state([doubtful(A)]), resolutions: [resolution('group/a', parts)] }));
    expect(actions(made)).toEqual(expected);
    expect(made.plan.diagnostics.map(({ code }) => code)).toEqual(codes);
  });

  it('says nothing more of what it settled', async () => {
    const made = await plan(
      inputs([A], {
        state: state([applied(A, '77')]),
        resolutions: [resolution('group/a', { attempt: 'a1b2', id: '77' })],
      }),
    );
    expect(made.plan.diagnostics).toEqual([]);
  });

  it('takes an edit for done by hand under the digest that the plan shows', async () => {
    const edited = group('a', { price: '3' });
    const blocked = changeOf(await plan(inputs([edited], { state: state([applied(A, '1')]) })), 'group/a');
    const accepted = blocked.desiredDigest ?? '';
    const made = await plan(
      inputs([edited], { state: state([applied(A, '1')]), resolutions: [resolution('group/a', { accepted })] }),
    );
    expect(actions(made)).toEqual([]);
    expect(made.learnt.put.get('group/a')).toMatchObject({ values: { price: '3' }, provenance: { how: 'stated' } });
    const other = await plan(
      inputs([edited], { state: state([applied(A, '1')]), resolutions: [resolution('group/a', { accepted: 'ffff' })] }),
    );
    expect(actions(other)).toEqual(['blocked group/a']);
  });

  it('takes no word for what is read anyway', async () => {
    const P = picture('3', ['b']);
    const { desiredDigest: _none, ...given } = {
      desiredDigest: '',
      ...inputs([P], { state: state([applied(picture('3', ['a']), '3')]) }),
    };
    const made = await plan(
      { ...given, resolutions: [resolution('picture/3', { accepted: 'ffff' })] },
      { picture: { found: { 'picture/3': observation('3', { tags: ['a'] }) } } },
    );
    expect(actions(made)).toEqual(['update picture/3']);
    expect(made.plan.diagnostics.map(({ code }) => code)).toEqual(['resolution-ignored']);
  });
});

describe('the plan as a whole', () => {
  it('refuses the state of another account', async () => {
    await expect(plan(inputs([A], { uid: '20002' }))).rejects.toMatchObject({
      diagnostics: [{ code: 'wrong-account' }],
    });
  });

  it('lists changes in the order of the manifests, then what only the state has', async () => {
    const entries = [applied(group('old'), '1')];
    const made = await plan(inputs([creative('b'), B, A], { state: state(entries) }));
    expect(actions(made)).toEqual([
      'create rich-creative/b/sublinks-mobile',
      'create group/b',
      'create group/a',
      'forget group/old',
    ]);
  });

  it('plans without reading from what was last applied', async () => {
    const { createPlan } = await import('../../src/plan/create-plan.js');
    const K = keyword('5', { price: '2' });
    const L = keyword('6', { price: '2' });
    const given = inputs([K, L], {
      state: state([], [keywordMark('5', { price: '2.00' }), keywordMark('6', { price: '1' })]),
    });
    const made = await createPlan(given, undefined);
    expect(actions(made)).toEqual(['update keyword/6']);
    expect(made.plan.summary.noop).toBe(1);
  });
});
