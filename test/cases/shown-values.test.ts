import { describe, expect, it, test } from 'vitest';
import { png } from '../manifest/image-files.js';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** What was accepted and reads differently: a bid of 0 that reads as the group's, a URL in another spelling. */

const MANIFEST = 'ads/all.yaml';
const APPLY = ['apply', '--auto-approve'] as const;
const PLAN = ['plan', '--detailed-exitcode'] as const;

async function worldOf(manifest: string, fixture: string): Promise<World> {
  const files = {
    'adwright.yaml': projectFile('    limits: { requestsPerSecond: 1000 }\n'),
    [MANIFEST]: `version: 1\n${manifest}`,
    'ads/i.png': png(64, 64),
  };
  return World.start({ files, fixture });
}

const remarksOf = async (world: World, code: string) => {
  const { document } = await world.json('plan', ['plan']);
  return document.diagnostics.filter((one) => one.code === code).map(({ detail }) => detail);
};
const sentUpdates = (world: World) =>
  world.writes().flatMap(({ operation, fields }) => (operation === 'updateKeywords' ? [fields['keywords'] ?? ''] : []));

describe('a bid of 0 that the service shows as the bid of the group', () => {
  const fixture = (own: string) =>
    `options: { priceZero: group-bid }\ngroups:\n  - { groupId: "9", campaignId: 1001, name: g, price: "1.20" }\nkeywords:\n  - { id: "1", groupId: "9", word: a, price: "${own}" }\n  - { id: "2", groupId: "9", word: b, price: "${own}" }\n`;
  const manifest = 'keywords:\n  - { id: 1, price: 0 }\n  - { id: 2, price: 0.00 }\n';

  it.each(['2.00', '0'])('is sent once and settles, whatever the bid was before (%s)', async (own) => {
    const world = await worldOf(manifest, fixture(own));
    expect(await remarksOf(world, 'group-bid-shown')).toEqual([]);
    expect((await world.run(PLAN)).code).toBe(2);
    const { code, document } = await world.json('apply', APPLY);
    expect([code, document.items.map(({ outcome }) => outcome)]).toEqual([0, ['done', 'done']]);
    expect((await world.run(PLAN)).code).toBe(0);
    expect(await remarksOf(world, 'group-bid-shown')).toEqual([
      'A bid of 0 was accepted and is shown as another one: keyword/1 (1.20), keyword/2 (1.20).',
    ]);
    expect((await world.run(APPLY)).code).toBe(0);
    expect(sentUpdates(world)).toEqual(['[{"id":1,"price":0,"status":"enable"},{"id":2,"price":0,"status":"enable"}]']);
    // Without reading, too, nothing is known to differ.
    expect((await world.run([...PLAN, '--no-refresh'])).code).toBe(0);
  });

  it('is drift as soon as another bid shows up, and settles again', async () => {
    const world = await worldOf(manifest, fixture('2.00'));
    await world.must(...APPLY);
    await world.sandbox.control.change({ keywords: [{ id: '2', groupId: '9', price: '3.00' }] });
    const { code, document } = await world.json('plan', [...PLAN, '--fail-on', 'drift']);
    expect(code).toBe(5);
    expect(document.changes.map(({ address, drift, fields }) => [address, drift, fields])).toEqual([
      ['keyword/2', true, [expect.objectContaining({ path: 'price', desired: '0.00', observed: '3.00', drift: true })]],
    ]);
    await world.must(...APPLY);
    expect(sentUpdates(world).slice(1)).toEqual(['[{"id":2,"price":0,"status":"enable"}]']);
    expect((await world.run(PLAN)).code).toBe(0);
  });

  it('is not part of an edit of something else, and stays settled after it', async () => {
    const world = await worldOf(manifest, fixture('2.00'));
    await world.must(...APPLY);
    await world.edit(MANIFEST, '{ id: 1, price: 0 }', '{ id: 1, price: 0, url: "https://a.cn/x" }');
    const { document } = await world.json('plan', ['plan']);
    expect(document.changes.map(({ drift, fields }) => [drift, fields.map(({ path }) => path)])).toEqual([
      [false, ['url']],
    ]);
    await world.must(...APPLY);
    expect(sentUpdates(world).slice(1)).toEqual(['[{"id":1,"url":"https://a.cn/x","status":"enable"}]']);
    expect((await world.run(PLAN)).code).toBe(0);
  });

  it('is judged by the bid of a group that the state knows', async () => {
    const world = await worldOf(
      'groups:\n  g: { campaignId: 1001, name: g, price: 1.50 }\n',
      'options: { priceZero: group-bid }\n',
    );
    await world.must(...APPLY);
    const groupId = world.sandbox.control.state().groups[0]?.id ?? '';
    await world.sandbox.control.change({ keywords: [{ id: '1', groupId, word: 'a', price: '2.00' }] });
    await world.edit(MANIFEST, 'groups:', 'keywords:\n  - { id: 1, price: 0 }\ngroups:');
    await world.must(...APPLY);
    expect((await world.run(PLAN)).code).toBe(0);
    expect(await remarksOf(world, 'group-bid-shown')).toEqual([
      'A bid of 0 is in effect, shown as the bid of the group: keyword/1 (1.50).',
    ]);
    await world.sandbox.control.change({ keywords: [{ id: '1', groupId, price: '1.60' }] });
    const { document } = await world.json('plan', ['plan']);
    expect(document.changes.map(({ action, drift }) => [action, drift])).toEqual([['update', true]]);
    expect(await remarksOf(world, 'group-bid-shown')).toEqual([]);
  });
});

describe('a URL that the service stores in another spelling', () => {
  const SENT = { url: 'https://WWW.Example.com', mobileUrl: 'http://M.cn:80/%e5?k={keyword}', deeplinkUrl: 'app://x' };
  const manifest = `keywords:\n  - { id: 1, url: "${SENT.url}", mobileUrl: "${SENT.mobileUrl}", deeplinkUrl: "${SENT.deeplinkUrl}" }\n`;
  const fixture = (review = '') =>
    `options: { urlsOnRead: rewritten${review} }\nkeywords:\n  - { id: "1", groupId: "9", word: a, price: "2.00", destinationUrl: "https://old.cn/" }\n`;

  it.each(['', ', review: { keywordSeconds: 3600 }'])('is sent once and settles%s', async (review) => {
    const world = await worldOf(manifest, fixture(review));
    const { code, document } = await world.json('apply', APPLY);
    expect([code, document.items.map(({ outcome }) => outcome)]).toEqual([0, ['done']]);
    expect((await world.run(PLAN)).code).toBe(0);
    expect(await remarksOf(world, 'url-stored-differently')).toEqual([
      'The service stores a URL in another spelling: keyword/1 (https://www.example.com/), keyword/1 (http://m.cn/%e5?k={keyword}).',
    ]);
    expect((await world.run(['plan'])).stdout).toContain('https://www.example.com/');
    expect((await world.run(APPLY)).code).toBe(0);
    expect(sentUpdates(world)).toHaveLength(1);
    expect((await world.run([...PLAN, '--no-refresh'])).code).toBe(0);
  });

  it('is a real change before it was ever sent, and when it is edited', async () => {
    const world = await worldOf(
      'keywords:\n  - { id: 1, url: "http://a.com" }\n',
      'keywords:\n  - { id: "1", groupId: "9", word: a, price: "2.00", destinationUrl: "http://a.com/" }\n',
    );
    expect((await world.run(PLAN)).code).toBe(2);
    await world.must(...APPLY);
    await world.edit(MANIFEST, 'http://a.com', 'http://a.com/b');
    await world.must(...APPLY);
    expect(sentUpdates(world)).toEqual([
      '[{"id":1,"url":"http://a.com","status":"enable"}]',
      '[{"id":1,"url":"http://a.com/b","status":"enable"}]',
    ]);
  });

  it('is drift when it leads somewhere else by now', async () => {
    const world = await worldOf(manifest, fixture());
    await world.must(...APPLY);
    await world.sandbox.control.change({ keywords: [{ id: '1', groupId: '9', destinationUrl: 'https://evil.cn/' }] });
    const { document } = await world.json('plan', ['plan']);
    expect(document.changes.map(({ drift, fields }) => [drift, fields.map(({ path }) => path)])).toEqual([
      [true, ['url']],
    ]);
  });

  it('is not in effect where it means something else', async () => {
    const world = await worldOf('keywords:\n  - { id: 1, url: "https://a.cn/New" }\n', fixture());
    const body =
      '{"keywordList":[{"id":"1","groupId":"9","word":"a","price":"2.00","matchType":"phrase","destinationUrl":"https://a.cn/new","optStatus":"enabled","status":"enable"}]}';
    await world.must('plan');
    world.sandbox.control.addFaults({
      operation: 'getKeywords',
      kind: 'status',
      status: 200,
      body,
      effect: true,
      from: 2,
    });
    const { code, document } = await world.json('apply', APPLY);
    expect([code, document.items[0]?.error?.message]).toEqual([
      3,
      'accepted, but not in effect: url is "https://a.cn/new", not "https://a.cn/New"',
    ]);
  });
});

test('an app whose links the service rewrites is recognised, is not an edit, and shows the stored form', async () => {
  const world = await worldOf(
    'apps:\n  shop: { title: shop, type: Android, icon: i.png, appUrl: "https://DL.example.com", developer: d, privacyUrl: "https://A.cn/p", authUrl: "https://a.cn:443/q", copyright: [i.png] }\n',
    'options: { urlsOnRead: rewritten }\n',
  );
  await world.must(...APPLY);
  expect((await world.run(PLAN)).code).toBe(0);
  expect(await remarksOf(world, 'stored-differently')).toEqual([
    'app/shop: appUrl was sent as "https://DL.example.com" and is stored as "https://dl.example.com/".',
    'app/shop: privacyUrl was sent as "https://A.cn/p" and is stored as "https://a.cn/p".',
    'app/shop: authUrl was sent as "https://a.cn:443/q" and is stored as "https://a.cn/q".',
  ]);
  await world.must(...APPLY);
  expect((await world.run(['state', 'show', 'app/shop'])).stdout).toContain('https://dl.example.com/');
  expect(world.writes().filter(({ operation }) => operation === 'addAppTask')).toHaveLength(1);
  // Another spelling in the manifest is no edit either, since nothing could be sent.
  await world.edit(MANIFEST, 'https://DL.example.com', 'https://dl.EXAMPLE.com');
  expect((await world.json('plan', ['plan'])).document.summary).toMatchObject({ blocked: 0, create: 0 });
});
