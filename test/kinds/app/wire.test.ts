import { describe, expect, it } from 'vitest';
import { app } from '../../../src/kinds/app/index.js';
import type { CreateItem, ObserveTarget, Values } from '../../../src/model/index.js';
import { ObserveFailure } from '../../../src/model/index.js';
import { image, kindPorts } from '../support.js';

const SENT = '2024-05-10T02:00:00.000Z';
/** In Shanghai, ten minutes after the sending, and a day before it. */
const AFTER = '2024-05-10 10:10:00';
const BEFORE = '2024-05-09 10:00:00';

const listed = (appId: string, title: string, more: Record<string, unknown> = {}) => ({
  ...{ appId, title, type: 'Android', appUrl: 'https://dl/x.apk', status: 'enable', updateTime: AFTER },
  ...more,
});

function target(name: string, title: string, more: Partial<ObserveTarget> = {}): ObserveTarget {
  const desired: Values = { title, type: 'Android', appUrl: 'https://dl/x.apk' };
  return { address: `app/${name}`, desired, since: SENT, ...more };
}

async function observe(targets: readonly ObserveTarget[], ...replies: readonly unknown[]) {
  const found: Record<string, string> = {};
  const missing: string[] = [];
  const unclaimed: string[] = [];
  const unsure: Record<string, string> = {};
  const ports = kindPorts(replies);
  for await (const part of app.observe?.(targets, ports) ?? []) {
    for (const [{ address }, observation] of part.found) found[address] = observation.id;
    missing.push(...part.missing.map(({ address }) => address));
    unclaimed.push(...(part.unclaimed ?? []).map((one) => one.id));
    Object.assign(unsure, Object.fromEntries(part.unsure ?? []));
  }
  return { found, missing, unclaimed, unsure, calls: ports.sent.length };
}

describe('the evidence for a submitted app', () => {
  it.each<[string, readonly ObserveTarget[], readonly object[], Record<string, string>, readonly string[]]>([
    ['type and link', [target('a', 'A')], [listed('1', 'A')], { 'app/a': '1' }, []],
    ['a title that was cut', [target('a', '夏日🚲特惠')], [listed('1', '夏日')], { 'app/a': '1' }, []],
    ['any letter case of the type', [target('a', 'A')], [listed('1', 'A', { type: 'android' })], { 'app/a': '1' }, []],
    ['another link is none', [target('a', 'A')], [listed('1', 'A', { appUrl: 'https://dl/y.apk' })], {}, ['1']],
    ['listed before the sending is none', [target('a', 'A')], [listed('1', 'A', { updateTime: BEFORE })], {}, ['1']],
    [
      'no time speaks against nothing',
      [target('a', 'A')],
      [listed('1', 'A', { updateTime: '' })],
      { 'app/a': '1' },
      [],
    ],
    [
      'never sent: nothing can be evidence',
      [{ address: 'app/a', desired: target('a', 'A').desired }],
      [listed('1', 'A')],
      {},
      ['1'],
    ],
    [
      'two of one link, told apart by their titles',
      [target('b', 'B'), target('a', 'A')],
      [listed('1', 'A'), listed('2', 'B')],
      { 'app/a': '1', 'app/b': '2' },
      [],
    ],
    [
      'two of one link, one listed: it is the one with its title',
      [target('b', 'B'), target('a', 'A')],
      [listed('1', 'A')],
      { 'app/a': '1' },
      [],
    ],
    [
      'two of one link, one listed under another title: nobody can say whose',
      [target('b', 'B'), target('a', 'A')],
      [listed('1', '?')],
      {},
      ['1'],
    ],
    [
      'two of one link, two listed under other titles',
      [target('b', 'B'), target('a', 'A')],
      [listed('1', '?'), listed('2', '?')],
      { 'app/b': '1', 'app/a': '2' },
      [],
    ],
    [
      'one submission, two that may be it: nobody can say which',
      [target('a', 'A')],
      [listed('1', '?'), listed('2', '??')],
      {},
      ['1', '2'],
    ],
    [
      'what is known by its id is out of the way',
      [target('a', 'A'), { address: 'app/k', id: '1', desired: target('k', 'K').desired }],
      [listed('1', 'A')],
      { 'app/k': '1' },
      [],
    ],
  ])('%s', async (_, targets, apps, found, unclaimed) => {
    const seen = await observe(targets, { appList: apps });
    expect(seen.found).toEqual(found);
    expect(seen.unclaimed).toEqual(unclaimed);
    expect([...Object.keys(seen.found), ...seen.missing].sort()).toEqual(targets.map((one) => one.address).sort());
  });

  const A = [target('a', 'A')];
  const other = target('b', 'A', { desired: { title: 'A', type: 'Android', appUrl: 'https://DL/x.apk' } });

  const later = (name: string) => target(name, 'A', { since: '2024-05-14T02:00:00.000Z' });
  const MUCH_LATER = '2024-05-15 10:00:00';
  const ONE_OF_TWO = 'the service lists app 1, which may be it or another one that was submitted';

  type LeftOpen = [string, readonly ObserveTarget[], readonly object[], Record<string, string>];

  it.each<LeftOpen>([
    [
      'alike in everything',
      A,
      [listed('1', 'A'), listed('2', 'A')],
      { 'app/a': 'the service lists 2 that may be it: app 1, app 2' },
    ],
    [
      'alike, beside one of another title',
      A,
      [listed('1', 'A'), listed('2', '?'), listed('3', 'A')],
      { 'app/a': 'the service lists 2 that may be it: app 1, app 3' },
    ],
    [
      'more than a sentence holds',
      A,
      Array.from({ length: 7 }, (_, at) => listed(String(at + 1), '?')),
      {
        'app/a': 'the service lists 7 that may be it: app 1, app 2, app 3, app 4, app 5, and 2 more',
      },
    ],
    [
      'an id for two of them',
      [target('a', 'A'), target('b', 'B')],
      [listed('1', 'A'), listed('1', 'B')],
      {
        'app/a': 'the service lists app 1, which may be it: the service returns it twice, with different values',
        'app/b': 'the service lists app 1, which may be it: the service returns it twice, with different values',
      },
    ],
    ...['7 1; rm', '0071', '71\n', '-71', '', null].map((appId): LeftOpen => {
      const id = appId ?? '';
      return [
        `an id that is none, ${JSON.stringify(appId)}`,
        A,
        [listed(id, 'A', { appId })],
        {
          'app/a': `the service lists an app ${id === '' ? 'without an id' : `without a usable id (${JSON.stringify(id)})`}, which may be it`,
        },
      ];
    }),
    [
      'too few: the other may still come',
      [target('a', 'A'), target('b', 'B')],
      [listed('1', '?')],
      { 'app/a': ONE_OF_TWO, 'app/b': ONE_OF_TWO },
    ],
    [
      'too few, and one without an id',
      [target('a', 'A'), target('b', 'A'), target('c', 'A')],
      [listed('1', 'A'), listed('', 'A')],
      Object.fromEntries(
        ['a', 'b', 'c'].map((name) => [
          `app/${name}`,
          'the service lists 2 that may be it: app 1, an app without an id',
        ]),
      ),
    ],
    [
      'an id that comes twice, alike in what tells',
      A,
      [listed('5', 'A'), listed('5', 'A', { remark: 'x' })],
      { 'app/a': 'the service lists app 5, which may be it: the service returns it twice, with different values' },
    ],
    [
      'as many rows as submissions, and one id too few',
      [target('a', 'A'), target('b', 'A')],
      [listed('5', 'A'), listed('5', 'A', { remark: 'x' })],
      Object.fromEntries(
        ['a', 'b'].map((name) => [
          `app/${name}`,
          'the service lists app 5, which may be it or another one that was submitted: the service returns it twice, with different values',
        ]),
      ),
    ],
    [
      'one that fits both of two that were sent apart',
      [target('a', 'A'), later('b')],
      [listed('8', 'A', { updateTime: MUCH_LATER })],
      { 'app/a': ONE_OF_TWO.replace('1', '8'), 'app/b': ONE_OF_TWO.replace('1', '8') },
    ],
    [
      'too many for two that were sent apart',
      [target('a', 'A'), later('b')],
      [listed('8', 'A', { updateTime: MUCH_LATER }), listed('7', 'A'), listed('6', 'A')],
      {
        'app/a': 'the service lists 3 that may be it: app 8, app 7, app 6',
        'app/b': ONE_OF_TWO.replace('1', '8'),
      },
    ],
    [
      'as many, and one of the later ones may be of the earlier',
      [target('a', 'A'), target('b', 'A'), later('c')],
      [listed('9', 'A', { updateTime: MUCH_LATER }), listed('8', 'A', { updateTime: MUCH_LATER }), listed('7', 'A')],
      {
        'app/a': 'the service lists 3 that may be it: app 9, app 8, app 7',
        'app/b': 'the service lists 3 that may be it: app 9, app 8, app 7',
        'app/c': 'the service lists 2 that may be it: app 9, app 8',
      },
    ],
    [
      'one of two that only their spelling tells apart',
      [target('a', 'A'), other],
      [listed('1', 'A', { appUrl: 'https://dl/x.apk/' })],
      { 'app/a': ONE_OF_TWO, 'app/b': ONE_OF_TWO },
    ],
  ])('leaves all as they are: %s', async (_, targets, apps, unsure) => {
    const seen = await observe(targets, { appList: apps });
    expect([seen.found, seen.unsure]).toEqual([{}, unsure]);
    expect(seen.missing).toEqual(targets.map(({ address }) => address));
  });

  it.each<[string, readonly ObserveTarget[], readonly object[], Record<string, string>]>([
    ['one row that comes twice', A, [listed('1', 'A'), listed('1', 'A', { updateTime: '' })], { 'app/a': '1' }],
    [
      'alike, and one is known by its id',
      [...A, { address: 'app/k', id: '2', desired: target('k', 'A').desired }],
      [listed('1', 'A'), listed('2', 'A')],
      { 'app/a': '1', 'app/k': '2' },
    ],
    ['alike, and one is older', A, [listed('1', 'A', { updateTime: BEFORE }), listed('2', 'A')], { 'app/a': '2' }],
    [
      'alike but for the spelling of the link',
      [target('a', 'A'), other],
      [listed('2', 'A', { appUrl: 'https://DL/x.apk' }), listed('1', 'A')],
      { 'app/a': '1', 'app/b': '2' },
    ],
    [
      'two that were sent apart, the newest listed first',
      [target('a', 'A'), later('b')],
      [listed('8', 'A', { updateTime: MUCH_LATER }), listed('7', 'A')],
      { 'app/a': '7', 'app/b': '8' },
    ],
    [
      'as many as were submitted, in one spelling',
      [target('a', 'A'), other],
      [listed('1', 'A'), listed('2', 'A')],
      { 'app/a': '1', 'app/b': '2' },
    ],
  ])('settles: %s', async (_, targets, apps, found) => {
    expect(await observe(targets, { appList: apps })).toMatchObject({ found, missing: [], unsure: {} });
  });

  it('asks by id for what the listing left out', async () => {
    const known: ObserveTarget = { address: 'app/k', id: '77', desired: {} };
    const seen = await observe([known], { appList: [listed('1', 'A')] }, { appList: [listed('77', 'K')] });
    expect(seen).toEqual({ found: { 'app/k': '77' }, missing: [], unclaimed: ['1'], unsure: {}, calls: 2 });
  });

  it('fails where the service refuses', async () => {
    await expect(observe([target('a', 'A')], { failures: [{ code: 1, message: 'no' }] })).rejects.toThrow(
      ObserveFailure,
    );
  });
});

describe('an app task on the wire', () => {
  const item = (name: string, more: Values = {}): CreateItem => ({
    address: `app/${name}`,
    desired: { title: name, type: 'iOS', icon: image('icon'), appUrl: 'https://dl/x', ...more },
  });

  it('sends icon and copyrights as base64, with commas between', async () => {
    const ports = kindPorts([{ appTaskId: 55 }]);
    await app.create?.send(
      [item('鞋', { type: 'Android', copyright: [image('c1'), image('c2')], appAutoCheck: 'OFF', remark: '' })],
      ports,
      {},
    );
    expect(JSON.parse(ports.sent[0]?.fields['apps'] ?? '')).toEqual([
      {
        ...{ title: '鞋', appUrl: 'https://dl/x', remark: '', type: 'Android', appAutoCheck: 'OFF' },
        ...{ imageEncode: 'base64-of-icon', copyrightEncode: 'base64-of-c1,base64-of-c2' },
      },
    ]);
  });

  it.each<[string, unknown, readonly string[], string | undefined]>([
    ['a task', { appTaskId: 55 }, ['pending 55', 'pending 55'], undefined],
    [
      'a task with a failure that names its item',
      { appTaskId: 55, failures: [{ index: 1, code: 50403, message: 'title' }] },
      ['pending 55', 'failed'],
      undefined,
    ],
    [
      'a task with a failure that names nobody',
      { appTaskId: 55, failures: [{ code: 50403, message: 'title' }] },
      ['pending 55', 'pending 55'],
      'the reply also said: 50403: title',
    ],
    ['task 0', { appTaskId: 0, failures: [{ code: 50403, message: 'title' }] }, ['failed', 'failed'], undefined],
  ])('%s', async (_, reply, fates, cause) => {
    const result = await app.create?.send([item('a'), item('b')], kindPorts([reply]), {});
    if (result?.ok !== true) throw new Error('the call failed');
    expect(result.items.map((one) => [one.fate, one.taskId].filter(Boolean).join(' '))).toEqual(fates);
    if (cause === undefined) expect(result.cause).toBeUndefined();
    else expect(result.cause).toContain(cause);
  });

  it('does not know what came of a reply without a task id', async () => {
    const result = await app.create?.send([item('a')], kindPorts([{ ok: true }]), {});
    expect(result).toMatchObject({ ok: false, failure: { problem: 'unknown' } });
  });

  it('cuts by the size of the images', () => {
    const many = Array.from({ length: 10 }, (_, index) => item(`a${index}`, { icon: image('icon', 100_000) }));
    const batches = app.create?.batch(many, kindPorts([{}], { bodyBytes: 500_000 }), 500) ?? [];
    expect(batches.map((batch) => batch.length)).toEqual([3, 3, 3, 1]);
  });
});
