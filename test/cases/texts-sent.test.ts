import { expect, test } from 'vitest';
import { png } from '../manifest/image-files.js';
import { load } from '../manifest/support.js';
import { cpuTime } from '../support/cpu-time.js';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** Text, ids and files that are easily misread, as far as the request, the state or a second plan shows it. */

const MANIFEST = 'ads/all.yaml';
const APPLY = ['apply', '--auto-approve'] as const;

async function worldOf(manifest: string, fixture = ''): Promise<World> {
  return World.start({ files: { 'adwright.yaml': projectFile(), [MANIFEST]: `version: 1\n${manifest}` }, fixture });
}

/** The raw JSON of a form field of the only write: ids and prices show every digit. */
function sent(world: World, field: string): string {
  const writes = world.writes();
  expect(writes).toHaveLength(1);
  return writes[0]?.fields[field] ?? '';
}

test('text that looks like a boolean, a number or a date is sent as the characters that it is', async () => {
  const words = [
    'no',
    'on',
    'NO',
    'y',
    'off',
    '007',
    '0123',
    '0o14',
    '0x1F',
    '+86',
    '1e5',
    '61e9540',
    '.5',
    '5.',
    '1.10',
  ];
  const dates = ['2024-01-01', '2024-01-01 10:00:00'];
  const world = await worldOf(
    `groups:\n  g: { campaignId: 1001, name: 007, price: 1.10, negativeWords: { exact: [${[...words, ...dates].join(', ')}] } }\n`,
  );
  await world.must(...APPLY);
  const text = sent(world, 'groups');
  expect(JSON.parse(text)).toEqual([
    { campaignId: 1001, name: '007', price: 1.1, negativeWords: { exact: [...words, ...dates] }, status: 'enable' },
  ]);
  expect(text).toContain('"price":1.1,');
});

const BIG = `keywords:
  - { id: "9007199254740993", groupId: "20240101123456789", word: a, price: "0.50" }
  - { id: "9007199254740992", groupId: "20240101123456789", word: b, price: "0.50" }
  - { id: "20240101123456789", groupId: "20240101123456789", word: c, price: "0.50" }
`;

test('ids above 2^53 are sent digit for digit, as integers, and the next plan is empty', async () => {
  const world = await worldOf(
    'keywords:\n  - { id: 9007199254740993, price: 0.6 }\n  - { id: 9007199254740992, price: 0.7 }\n  - { id: "20240101123456789", price: 0.8 }\n',
    BIG,
  );
  await world.must(...APPLY);
  expect(sent(world, 'keywords').match(/"id":[^,]+/g)).toEqual([
    '"id":9007199254740993',
    '"id":9007199254740992',
    '"id":20240101123456789',
  ]);
  expect((await world.run(['plan', '--detailed-exitcode'])).code).toBe(0);
});

test.each([
  ['numbers', '[20240101123456789,20240101123456788]'],
  ['texts', '["20240101123456789","20240101123456788"]'],
])('ids in replies are kept whole, as %s', async (_, ids) => {
  const world = await worldOf(
    `groups:
  a: { campaignId: 1001, name: a, price: 1 }
  b: { campaignId: 1001, name: b, price: 1 }
richCreatives:
  - groups: [a, b]
    creative: sublinks-mobile
    content: [{ text: x, url: https://m.example.com/x }, { text: y, url: https://m.example.com/y }]
`,
  );
  const addGroups = `{"groupIdList":${ids},"failures":[]}`;
  const one = (id: string) => `{"id":"5${id}","type":"sublinks","groupId":${id},"device":"mobile"}`;
  const added = `{"success":[${one('20240101123456789')},${one('20240101123456788')}],"failures":[]}`;
  world.sandbox.control.addFaults(
    { operation: 'addGroups', kind: 'status', status: 200, body: addGroups },
    { operation: 'addRichCreatives', kind: 'status', status: 200, body: added },
  );
  const { document } = await world.json('apply', APPLY);
  expect(document.items.map(({ address, outcome, id }) => `${address} ${outcome} ${id}`)).toEqual([
    'group/a done 20240101123456789',
    'group/b done 20240101123456788',
    'rich-creative/a/sublinks-mobile done 520240101123456789',
    'rich-creative/b/sublinks-mobile done 520240101123456788',
  ]);
  expect(world.writes()[1]?.fields['groupIdList']).toMatch(/^\["?20240101123456789"?,"?20240101123456788"?\]$/);
  expect((await world.run(['plan', '--detailed-exitcode'])).code).toBe(0);
});

test('a mark in front of the state and of a saved plan changes nothing', async () => {
  const world = await worldOf('groups:\n  g: { campaignId: 1001, name: g, price: 1 }\n');
  await world.must(...APPLY);
  await world.edit(MANIFEST, 'groups:', 'keywords:\n  - { id: 5, price: 2 }\ngroups:');
  await world.sandbox.control.change({ keywords: [{ id: '5', price: '1.00' }] });
  await world.must('plan', '--out', 'plan.json');
  const plain = await world.run(['plan', '--json']);
  for (const file of ['plan.json', '.adwright/state/main/state.json']) {
    await world.write(file, `\uFEFF${await world.read(file)}`);
  }
  expect((await world.run(['plan', '--json'])).stdout).toBe(plain.stdout);
  expect((await world.must('apply', 'plan.json')).stdout).toContain('keyword/5');
});

test('a manifest with a fault sends nothing', async () => {
  for (const line of ['price：1.5', 'price: 1\n    x: ~', 'price: 1,5', 'price: NaN']) {
    const world = await worldOf(`groups:\n  g:\n    campaignId: 1001\n    name: n\n    ${line}\n`);
    const { code } = await world.run(APPLY);
    expect([line, code, world.requests()]).toEqual([line, 1, []]);
  }
});

test('twice the keywords take at most three times as long to read', async () => {
  const manifest = (count: number) => {
    const rows = Array.from(
      { length: count },
      (_, index) => `  - id: ${80_000_000 + index}\n    word: 词${index}\n    price: 0.80\n`,
    );
    return { 'ads/a.yaml': `version: 1\nkeywords:\n${rows.join('')}` };
  };
  const seconds = async (count: number) => {
    const before = cpuTime();
    const { graph } = await load(manifest(count));
    expect(graph.resources.size).toBe(count);
    return cpuTime() - before;
  };
  await seconds(1000);
  const [half, whole] = [await seconds(8000), await seconds(16_000)];
  // A busy machine must not make this fail, a quadratic reader must.
  expect(whole).toBeLessThan(3 * half + 500);
}, 120_000);

test('a section that is empty, or away, removes nothing and says what is no longer declared', async () => {
  const world = await worldOf('groups:\n  g: { campaignId: 1001, name: g, price: 1 }\n');
  await world.must(...APPLY);
  for (const rest of ['groups: {}\n', 'keywords: []\n']) {
    await world.write(MANIFEST, `version: 1\n${rest}`);
    const { code, document } = await world.json('plan', ['plan', '--detailed-exitcode']);
    expect([code, document.summary]).toEqual([
      0,
      expect.objectContaining({ forget: 1, create: 0, update: 0, noop: 0 }),
    ]);
    const { stdout } = await world.run(['plan']);
    expect(stdout.replace(/\s+/g, ' ')).toContain('left in place: what is enabled still runs and spends');
    expect(stdout).toContain('1 forgotten (still runs and spends)');
  }
  await world.write(MANIFEST, 'version: 1\ngroups:\n');
  expect((await world.run(['plan'])).code).toBe(1);
});

test('what cannot be seen in a name is shown in the plan', async () => {
  const world = await worldOf('groups:\n  g: { campaignId: 1001, name: "a\u200Bb", price: 1 }\n');
  const { stdout } = await world.run(['plan']);
  expect(stdout).toContain('a<U+200B>b');
  expect(stdout).not.toContain('\u200B');
});

test('a title that passed here and not at the service fails that app alone, with the service’s code', async () => {
  const app = (name: string) =>
    `  ${name}: { title: ${name}, type: iOS, icon: i.png, appUrl: "https://a.cn/${name}" }\n`;
  const world = await worldOf(`apps:\n${app('one')}${app('two')}`);
  await world.write('ads/i.png', png(64, 64));
  world.sandbox.control.addFaults({
    operation: 'addAppTask',
    kind: 'status',
    status: 200,
    body: '{"appTaskId":0,"failures":[{"code":50403,"message":"标题长度错误","description":"title"},{"code":50403,"message":"标题长度错误","description":"title"}]}',
  });
  const { code, document } = await world.json('apply', APPLY);
  expect(code).toBe(3);
  expect(document.items.map(({ outcome }) => outcome)).toEqual(['failed', 'failed']);
  expect(JSON.stringify(document.items[0]?.error)).toMatch(/50403.*标题长度错误|标题长度错误.*50403/);
});
