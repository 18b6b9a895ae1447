import { describe, expect, it } from 'vitest';
import { app, creative, group } from '../plan/support.js';
import { Bench, madeGroups } from './bench.js';

/** The call takes effect, and its reply is this. */
function answer(
  bench: Bench,
  operation: 'addGroups' | 'addRichCreatives' | 'addAppTask',
  reply: object,
  from = 1,
): void {
  const body = JSON.stringify(reply);
  bench.sandbox.control.addFaults({ operation, kind: 'status', status: 200, effect: true, body, from });
}

const ICON = { file: 'i.png', type: 'png', width: '1', height: '1', bytes: '70', sha256: 'x' };
const shop = (name: string) =>
  app(name, { title: `shop ${name}`, icon: ICON, appUrl: `https://dl.example.com/${name}` });

const row = (id: string, groupId: string) => ({ id, type: 'sublinks', groupId, device: 'mobile' });

const groups = (count: number) => Array.from({ length: count }, (_, n) => group(`g${n}`));

describe('an id that is some other thing’s already leaves the item in doubt', () => {
  it('where the state has it', async () => {
    const bench = await Bench.open();
    await bench.apply([group('old')]);
    const id = (await bench.state()).entries.get('group/old')?.id ?? '';
    answer(bench, 'addGroups', { groupIdList: ['880001', id] });
    const all = [group('old'), ...groups(2)];
    const run = await bench.apply(all);
    expect(run.outcomes).toEqual(['done', 'unknown']);
    const why = `the reply gives it the id ${id}, which already belongs to group/old`;
    expect(run.results['group/g1']).toMatchObject({ note: why });
    expect(run.state.entries.get('group/g1')).toMatchObject({ status: 'unknown', attempt: { cause: why } });
    expect(run.state.entries.get('group/g1')?.id).toBeUndefined();
    expect((await bench.apply(all)).planned).toEqual([]);
    expect(madeGroups(bench)).toEqual({ old: 1, g0: 1, g1: 1 });
  });

  it('where an earlier call of the run gave it: a repeated reply', async () => {
    const bench = await Bench.open({ limits: { groupsPerAdd: 2 } });
    answer(bench, 'addGroups', { groupIdList: ['880001', '880002'] });
    answer(bench, 'addGroups', { groupIdList: ['880001', '880002'] }, 2);
    const run = await bench.apply(groups(4));
    expect(run.outcomes).toEqual(['done', 'done', 'unknown', 'unknown']);
    expect((await bench.apply(groups(4))).planned).toEqual([]);
  });

  it('where one reply gives it twice', async () => {
    const bench = await Bench.open();
    answer(bench, 'addGroups', { groupIdList: [880001, '880002', '880001'] });
    const run = await bench.apply(groups(3));
    expect(run.outcomes).toEqual(['unknown', 'done', 'unknown']);
    expect(run.results['group/g0']?.note).toBe('the reply gives the id 880001 to more than one item');
  });

  it('where it is the id of a group that a creative depends on', async () => {
    const bench = await Bench.open({ fixture: { groups: [{ groupId: '9', name: 'there' }] } });
    const sublinks = { ...creative('id:9'), parents: [], parentId: '9' };
    answer(bench, 'addRichCreatives', { success: [row('51', '9')] });
    expect((await bench.apply([sublinks])).outcomes).toEqual(['done']);
    answer(bench, 'addGroups', { groupIdList: ['9'] });
    expect((await bench.apply([sublinks, group('a')])).outcomes).toEqual(['unknown']);
  });

  it('of rich creatives as well', async () => {
    const bench = await Bench.open();
    answer(bench, 'addGroups', { groupIdList: ['880001', '880002'] });
    answer(bench, 'addRichCreatives', { success: [row('51', '880001')] });
    expect((await bench.apply([...groups(2), creative('g0')])).outcomes).toEqual(['done', 'done', 'done']);
    answer(bench, 'addRichCreatives', { success: [row('51', '880002')] });
    const run = await bench.apply([...groups(2), creative('g0'), creative('g1')]);
    expect(run.outcomes).toEqual(['unknown']);
    expect(run.results['rich-creative/g1/sublinks-mobile']?.note).toContain('rich-creative/g0/sublinks-mobile');
  });

  it('and of tasks', async () => {
    const bench = await Bench.open({ fixture: { options: { appTaskSeconds: 600 } } });
    const first = shop('a');
    const second = shop('b');
    expect((await bench.apply([first])).outcomes).toEqual(['pending']);
    const appTaskId = (await bench.state()).entries.get('app/a')?.taskId;
    answer(bench, 'addAppTask', { appTaskId });
    const run = await bench.apply([first, second]);
    expect(run.outcomes).toEqual(['unknown']);
    expect(run.results['app/b']?.note).toBe(`the reply gives it the task ${appTaskId}, which already belongs to app/a`);
    expect((await bench.apply([first, second])).planned).toEqual([]);
  });
});

describe('the reply to an app task', () => {
  const two = [shop('a'), shop('b')];

  it('warns where a failure names no app, and fails the app that one names', async () => {
    const bench = await Bench.open({ fixture: { options: { appTaskSeconds: 600 } } });
    const failures = [
      { index: 1, message: 'bad link' },
      { code: 5, message: 'odd' },
      { index: 7, message: 'who' },
    ];
    answer(bench, 'addAppTask', { appTaskId: 55, failures });
    const run = await bench.apply(two);
    expect(run.outcomes).toEqual(['pending', 'failed']);
    expect(run.results['app/b']?.error?.message).toBe('bad link');
    expect(run.context.warnings).toMatchObject([
      {
        code: 'task-failure-unnamed',
        address: 'app/a',
        detail: 'app/a: the reply does not say which item these reasons are about: 5: odd · who (it names index 7).',
      },
    ]);
  });

  it.each(['{"appTaskId":"000"}', '{"appTaskId":[55]}', '{"appTaskId":{"id":55}}', '{"appTaskId":5.5e1}'])(
    'leaves the apps in doubt where it says %s',
    async (body) => {
      const bench = await Bench.open({ fixture: { options: { appTaskSeconds: 600 } } });
      bench.sandbox.control.addFaults({ operation: 'addAppTask', kind: 'status', status: 200, effect: true, body });
      expect((await bench.apply(two)).outcomes).toEqual(['unknown', 'unknown']);
      expect((await bench.apply(two)).planned).toEqual([]);
      expect(bench.sandbox.control.state().tasks).toHaveLength(1);
    },
  );
});

describe('the reply to a call that makes groups', () => {
  it.each([
    '[null,null]',
    '[{"groupId":"777"},{"groupId":"778"}]',
    '{"0":"777","1":"778"}',
    '["777,778"]',
    '[["777","778"]]',
    '[-1,-2]',
    '["error","error"]',
    '[false,false]',
    '["000","000"]',
    '[1.5,2.5]',
    '[1e3,2e3]',
    '[1000.0,2000.0]',
    '["",""]',
  ])('leaves both in doubt where its list is %s', async (list) => {
    const bench = await Bench.open();
    const body = `{"groupIdList":${list},"failures":[]}`;
    bench.sandbox.control.addFaults({ operation: 'addGroups', kind: 'status', status: 200, effect: true, body });
    const run = await bench.apply(groups(2));
    expect(run.outcomes).toEqual(['unknown', 'unknown']);
    expect([...run.state.entries.values()].map(({ id }) => id)).toEqual([undefined, undefined]);
    expect((await bench.apply(groups(2))).planned).toEqual([]);
    expect(madeGroups(bench)).toEqual({ g0: 1, g1: 1 });
  });

  it('fails only what has a literal 0, and keeps ids above 2^53', async () => {
    const bench = await Bench.open();
    const body = '{"groupIdList":[0,"0",20240101123456789,"20240101123456788",null],"failures":[]}';
    bench.sandbox.control.addFaults({ operation: 'addGroups', kind: 'status', status: 200, body });
    const run = await bench.apply(groups(5));
    expect(run.outcomes).toEqual(['failed', 'failed', 'done', 'done', 'unknown']);
    expect([...run.state.entries].map(([address, { id }]) => `${address} ${id}`)).toEqual([
      'group/g2 20240101123456789',
      'group/g3 20240101123456788',
      'group/g4 undefined',
    ]);
  });
});
