import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { projectFile, SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

const SHOES = fileURLToPath(new URL('../../examples/shoe-store', import.meta.url));

test('lost manifests come back: groups, creatives and apps with their pictures, as they were last applied', async () => {
  const world = await World.start({ project: SHOES });
  await world.must('apply', '--auto-approve');
  world.clock.turn(700_000);
  await world.must('apply', '--auto-approve');
  const ids = world.sandbox.control.state().keywords.map(({ id }) => id);
  for (const name of await readdir(join(world.folder, 'ads'), { recursive: true }))
    if (/\.(yaml|csv)$/.test(name)) await rm(join(world.folder, 'ads', name));
  const { code, stdout } = await world.run(['export', ...ids, '--out', 'ads/back']);
  expect([code, stdout]).toEqual([
    0,
    ['groups', 'richCreatives', 'apps', 'pictures', 'keywords'].map((one) => `wrote ads/back/${one}.yaml\n`).join(''),
  ]);
  const { document } = await world.json('plan', ['plan']);
  expect(document.summary).toMatchObject({ create: 0, update: 0, blocked: 0, forget: 0, drift: 0 });
  const creatives = await world.read('ads/back/richCreatives.yaml');
  expect(creatives).toMatch(
    /\n {4}# The state keeps no pictures\. This one was \S+, SHA-256 [0-9a-f]{16}…: it has to be there\.\n/,
  );
  expect(await world.run(['fmt', '--check'])).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('what is in doubt, and a creative whose group the state does not know, are left out and named', async () => {
  const world = await World.start(SMALL);
  world.sandbox.control.addFaults({ operation: 'addRichCreatives', kind: 'reset-after' });
  expect((await world.run(['apply', '--auto-approve'])).code).toBe(4);
  const doubtful = await world.run(['export']);
  expect(doubtful.stdout).toBe(
    'version: 1\ngroups:\n  autumn:\n    campaignId: "1001"\n    name: 秋季女鞋\n    price: "1.20"\n    status: enable\n    id: "910001"\n',
  );
  expect(doubtful.stderr).toContain(
    'rich-creative/autumn/sublinks-mobile is left out: it is not known whether it was carried out.',
  );
  await world.must('resolve', 'rich-creative/autumn/sublinks-mobile', '--id', '5');
  expect((await world.run(['export'])).stdout).toContain(
    'richCreatives:\n  - groups: [autumn]\n    creative: sublinks-mobile\n    content: [{ text: 新品, url: https://m.example.com/new }, { text: 特价,',
  );
  await world.must('state', 'rm', 'group/autumn');
  const orphan = await world.run(['export']);
  expect(orphan.stdout).toBe('version: 1\n');
  expect(orphan.stderr).toContain('rich-creative/autumn/sublinks-mobile is left out: the state has no group/autumn.');
});

const GROUPS = ['Shoes', 'shoes', '..', 'con', 'a:b*?', '秋季', 'keywords'];

test('--split group: a file for each group with its creatives and keywords, under a name that every system takes', async () => {
  const world = await World.start({
    files: {
      'adwright.yaml': projectFile(),
      'ads/a.yaml': `version: 1\ngroups:\n${GROUPS.map((name, n) => `  ${JSON.stringify(name)}: { campaignId: 1001, name: G${n}, price: 1.20 }\n`).join('')}richCreatives:\n  - groups: [秋季]\n    creative: sublinks-mobile\n    content: [{ text: 新品, url: "https://m.example.com/new" }, { text: 特价, url: "https://m.example.com/sale" }]\n`,
    },
    fixture: `${SMALL.fixture}apps:\n  - { appId: "7001", title: 鞋城 iOS, type: iOS, appUrl: "https://apps.example.com/id1" }\n`,
  });
  await world.must('apply', '--auto-approve');
  const groupId = world.sandbox.control.state().groups.find(({ name }) => name === 'G5')?.id ?? '';
  await world.sandbox.control.change({
    keywords: [{ id: '9', groupId, word: '靴子', price: '1.30', matchType: 'exact' }],
  });
  const argv = ['export', '9', '80001001', '80001002', '--split', 'group'];
  expect((await world.run(argv)).stderr).toContain('name their folder with --out');
  const { code, stdout } = await world.run([...argv, '--out', 'split']);
  expect(code).toBe(0);
  const files = (await readdir(join(world.folder, 'split'))).sort();
  expect(files).toEqual([
    'Shoes.yaml',
    'a-b.yaml',
    'apps.yaml',
    'group-556001.yaml',
    'group-con.yaml',
    'group.yaml',
    'keywords-910007.yaml',
    'shoes-910002.yaml',
    '秋季.yaml',
  ]);
  expect(stdout.trimEnd().split('\n').sort()).toEqual(files.map((file) => `wrote split/${file}`).sort());
  expect((await world.read('split/秋季.yaml')).match(/^\w+:|^ {2}- \w+: \S+/gm)).toEqual([
    'version:',
    'groups:',
    'richCreatives:',
    '  - groups: [秋季]',
    'keywords:',
    '  - id: "9"',
  ]);
  expect((await world.read('split/group-556001.yaml')).match(/ - id: \S+/g)).toHaveLength(2);
  const again = await world.run([...argv, '--out', 'split']);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is not overwritten')]);
  // What one file kept from being whole is not left in parts.
  await world.write('half/秋季.yaml', '# mine\n');
  const half = await world.run([...argv, '--out', 'half']);
  expect([half.code, half.stderr]).toEqual([1, expect.stringContaining('秋季.yaml')]);
  expect(await readdir(join(world.folder, 'half'))).toEqual(['秋季.yaml']);
  expect(await world.read('half/秋季.yaml')).toBe('# mine\n');
  // The parts make the same whole.
  await world.write('ads/a.yaml', 'version: 1\n');
  for (const file of files) await world.write(`ads/${file}`, await world.read(`split/${file}`));
  const { document } = await world.json('plan', ['plan']);
  expect(document.summary).toMatchObject({ create: 0, update: 0, blocked: 0, forget: 0, import: 1 });
});

test('--split group: what belongs to a group comes in the order in which it was read, over several replies', async () => {
  const owners = ['556001', '556002', '556001', '556002', '556001'];
  const keyword = (groupId: string, n: number) =>
    `  - { id: "${n + 1}", groupId: "${groupId}", word: 鞋${n}, price: "0.80", matchType: exact }\n`;
  const world = await World.start({
    files: { 'adwright.yaml': projectFile('    limits: { keywordsPerRead: 2, concurrentReads: 1 }\n') },
    fixture: `keywords:\n${owners.map(keyword).join('')}`,
  });
  const { code, stderr } = await world.run(['export', '4', '1', '2', '3', '5', '--out', 'ads', '--split', 'group']);
  expect([code, stderr]).toEqual([0, '']);
  const idsIn = async (file: string) => (await world.read(file)).match(/(?<= id: ")\d+/g);
  expect(await idsIn('ads/group-556001.yaml')).toEqual(['1', '3', '5']);
  expect(await idsIn('ads/group-556002.yaml')).toEqual(['4', '2']);
});
