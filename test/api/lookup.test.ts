import { LosslessNumber } from 'lossless-json';
import { describe, expect, test } from 'vitest';
import type { Answer, Seen } from './support/service.js';
import { startService, testClient } from './support/service.js';

const asked = (seen: Seen) => [...(seen.fields.get('idList') ?? '').matchAll(/\d+/g)].map(([id]) => id);
const ids = Array.from({ length: 100 }, (_, index) => String(9007199254740993n + BigInt(index)));

const found = (living: readonly string[]): Answer => ({
  body: `{"keywordList":[${living.map((id) => `{"id":${id}}`).join(',')}]}`,
});

/** How services answer a lookup of which some ids are dead. */
const HABITS: Readonly<Record<string, (living: readonly string[]) => Answer>> = {
  'answers with nothing': () => found([]),
  'leaves the list out': () => ({ body: {} }),
  'refuses with 200': () => ({ body: { failures: [{ code: 1, message: 'id does not exist' }] } }),
  'refuses with 400': () => ({ status: 400, body: 'bad id' }),
  'answers in part': (living) => found(living),
};

async function lookUp(dead: ReadonlySet<string>, habit: string, wanted: readonly string[] = ids) {
  const service = await startService((seen) => {
    const living = asked(seen).filter((id) => !dead.has(id));
    return living.length === asked(seen).length ? found(living) : (HABITS[habit]?.(living) ?? {});
  });
  const client = testClient(service.url);
  const result = await client.call('getKeywords', { idList: wanted });
  const returned = result.ok ? result.reply.keywordList.map((keyword) => keyword['id']) : undefined;
  return { client, service, result, returned: new Set(returned), calls: service.calls().length };
}

describe.each(Object.keys(HABITS))('a service that %s', (habit) => {
  test.each([[[0]], [[99]], [[3, 4, 50]], [[...Array(12).keys()]]])('with dead ids %j', async (places) => {
    const dead = new Set(places.map((place) => ids[place] ?? ''));
    const { returned, calls } = await lookUp(dead, habit);
    expect(returned).toEqual(new Set(ids.filter((id) => !dead.has(id))));
    if (dead.size === 1) expect(calls).toBeLessThanOrEqual(habit === 'answers in part' ? 1 : 2 * 7 + 2);
    expect(calls).toBeLessThanOrEqual(2 * ids.length);
  });

  test('with all ids dead, ends soon', async () => {
    const { result, returned, calls } = await lookUp(new Set(ids), habit);
    expect(returned.size).toBe(0);
    expect(result.ok).toBe(!habit.startsWith('refuses'));
    expect(calls).toBeLessThanOrEqual(40);
  });
});

test('once a service is known to answer in part, an empty answer is believed', async () => {
  const living = ids[0] ?? '';
  const service = await startService((seen) => found(asked(seen).filter((id) => id === living)));
  const client = testClient(service.url);
  await client.call('getKeywords', { idList: ids.slice(0, 2) });
  await client.call('getKeywords', { idList: ids.slice(2, 50) });
  expect(service.calls()).toHaveLength(2);
});

test('a service that empties is found out with one call, and so is one that answers in part', async () => {
  const half = new Set(ids.slice(50));
  const { client, service } = await lookUp(new Set(), 'answers in part', ids.slice(0, 50));
  expect((await client.call('getKeywords', { idList: ids.slice(0, 50) })).ok).toBe(true);
  expect(service.calls()).toHaveLength(2);
  const partly = await startService((seen) => found(asked(seen).filter((id) => !half.has(id))));
  const learning = testClient(partly.url);
  await learning.call('getKeywords', { idList: ids.slice(0, 50) });
  await learning.call('getKeywords', { idList: ids.slice(50) });
  // One for the living, one for the dead, seven down to a single id, one to test the habit, and what was left to visit.
  expect(partly.calls().length).toBeLessThanOrEqual(16);
});

test('a lookup that is too large is halved; one id that is too large is a failure', async () => {
  const service = await startService((seen) => (asked(seen).length > 30 ? { status: 413 } : found(asked(seen))));
  const result = await testClient(service.url).call('getKeywords', { idList: ids });
  expect(result.ok && result.reply.keywordList).toHaveLength(100);
  expect(service.calls()).toHaveLength(7);
  const never = await startService(() => ({ status: 413 }));
  expect(await testClient(never.url).call('getKeywords', { idList: ids })).toMatchObject({
    failure: { problem: 'too-large' },
  });
});

test.each([
  ['unauthorised', { status: 401 }],
  ['unknown', { status: 500 }],
  ['throttled', { body: { failures: [{ code: 90401 }] } }],
  ['refused', { status: 404 }],
])('%s is not narrowed', async (problem, answer: Answer) => {
  const service = await startService(() => answer);
  const result = await testClient(service.url).call('getKeywords', { idList: ids });
  expect(result).toMatchObject({ failure: { problem } });
  expect(service.calls().length).toBeLessThanOrEqual(5);
});

test('keywords() cuts to the limit, asks several at once, keeps the order and leaves out the dead', async () => {
  const dead = new Set([ids[5], ids[31]]);
  let under = 0;
  let most = 0;
  let begin = () => {};
  const threeUnderWay = new Promise<void>((resolve) => {
    begin = resolve;
  });
  const service = await startService(async (seen) => {
    most = Math.max(most, ++under);
    if (under === 3) begin();
    // No reply before the third call, however busy the machine is.
    await threeUnderWay;
    // A fourth at once would come in this time.
    await new Promise((resolve) => setTimeout(resolve, 20));
    under--;
    return found(asked(seen).filter((id) => !dead.has(id)));
  });
  const client = testClient(service.url, { limits: { keywordsPerRead: 30, concurrentReads: 3 } });
  const returned: (string | undefined)[] = [];
  for await (const page of client.keywords(ids)) returned.push(...page.map((keyword) => keyword['id']));
  expect(returned).toEqual(ids.filter((id) => !dead.has(id)));
  expect(
    service
      .calls()
      .map((seen) => asked(seen).length)
      .sort(),
  ).toEqual([10, 30, 30, 30]);
  expect(most).toBe(3);
});

test('apps() asks for all without a field, for ids in hundreds', async () => {
  const service = await startService(() => ({ body: { appList: [{ appId: 1 }] } }));
  const client = testClient(service.url);
  for await (const page of client.apps()) expect(page).toEqual([{ appId: '1' }]);
  for await (const page of client.apps([...ids, '7'])) expect(page).toEqual([{ appId: '1' }]);
  expect(service.calls().map((seen) => seen.fields.get('appIdList')?.split(',').length)).toEqual([undefined, 100, 1]);
});

test('batched writes yield each batch’s result and stop after one that ends the run', async () => {
  const groups = Array.from({ length: 250 }, (_, index) => ({
    campaignId: new LosslessNumber('1'),
    name: `g${index}`,
    price: new LosslessNumber('1'),
  }));
  const service = await startService((seen, _response, log) => {
    const count = JSON.parse(seen.fields.get('groups') ?? '[]').length;
    if (log.length === 5) return { body: { failures: [{ code: 90401, message: 'quota' }] } };
    return { body: { groupIdList: Array.from({ length: count }, (_, index) => index + 1) } };
  });
  const client = testClient(service.url);
  const sizes: [number, boolean][] = [];
  for await (const { items, result } of client.addGroups(groups)) sizes.push([items.length, result.ok]);
  for await (const { items, result } of client.addGroups(groups)) sizes.push([items.length, result.ok]);
  expect(sizes).toEqual([
    [100, true],
    [100, true],
    [50, true],
    [100, false],
  ]);
});

test('batches are cut by size as well', async () => {
  const service = await startService((seen) => ({
    body: { success: JSON.parse(seen.fields.get('data') ?? '[]').map((one: { picId: string }) => one.picId) },
  }));
  const data = Array.from({ length: 16 }, (_, index) => ({ picId: String(index + 1), tags: ['x'.repeat(1000)] }));
  const client = testClient(service.url, { limits: { bodyBytes: 5000 } });
  const done: string[] = [];
  for await (const { result } of client.updatePictureTags(data)) if (result.ok) done.push(...result.reply.success);
  expect(done).toEqual(data.map((one) => one.picId));
  expect(service.calls().every((seen) => seen.body.length <= 5000)).toBe(true);
});
