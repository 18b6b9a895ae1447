import { expect, test } from 'vitest';
import { projectFile, SMALL, SMALL_MANIFEST } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** Three files, each with faults of its own; what follows is the place of every one. */
const FAULTY = {
  'adwright.yaml': projectFile(),
  'ads/1-groups.yaml': `version: 1
groups:
  autumn:
    campaignId: 12a
    name: 秋季女鞋
    price: 1,20
    statsu: enable
  winter: { campaignId: 1001, name: 冬季, price: -1 }
`,
  'ads/2-keywords.yaml': `version: 1
keywords:
  - { id: 80001001, price: 0.9 }
  - { id: 80001001, price: 0.8 }
  - { id: "080", matchType: fuzzy }
`,
  'ads/3-creatives.yaml': `version: 1
richCreatives:
  - groups: [winter]
    creative: sublinks-tablet
    content: [{ text: 新品, url: "https://m.example.com/new" }]
  - groups: [autum]
    creative: sublinks-mobile
    content: [{ text: 新品, url: "https://m.example.com/new" }, { text: 特价, url: "https://m.example.com/sale" }]
apps:
  ios: { title: 鞋城, type: iOS, icon: images/none.png, appUrl: "https://apps.example.com/id1" }
`,
  'ads/4-broken.yaml': 'version: 1\ngroups: {\n',
};

test('every fault is reported with file, line and column in one run, and nothing is sent', async () => {
  const world = await World.start({ files: FAULTY });
  for (const argv of [['validate'], ['plan'], ['apply', '--auto-approve']]) {
    const { code, document } = await world.json(argv[0] === 'validate' ? 'validate' : 'error', argv);
    expect(code).toBe(1);
    const places = document.diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ source }) => `${source?.file}:${source?.line}`);
    expect([...new Set(places)]).toEqual([
      'ads/1-groups.yaml:4',
      'ads/1-groups.yaml:6',
      'ads/1-groups.yaml:7',
      'ads/1-groups.yaml:8',
      'ads/2-keywords.yaml:4',
      'ads/2-keywords.yaml:5',
      'ads/3-creatives.yaml:4',
      'ads/3-creatives.yaml:6',
      'ads/3-creatives.yaml:10',
      'ads/4-broken.yaml:3',
    ]);
    for (const { source, summary, detail } of document.diagnostics) {
      expect(source?.column).toBeGreaterThan(0);
      expect(`${summary}${detail}`).not.toContain('undefined');
    }
  }
  expect(world.requests()).toEqual([]);
});

test('the text points at each place and says what to do', async () => {
  const world = await World.start({ files: FAULTY });
  const { code, stdout, stderr } = await world.run(['plan']);
  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('--> ads/1-groups.yaml:7:5');
  expect(stderr).toMatch(/statsu.*status/s);
  expect(stderr).toMatch(/^1\d errors in 4 files$/m);
  expect(stderr).not.toMatch(/^\s+at .*:\d+:\d+\)?$/m);
});

test.each<[string, Readonly<Record<string, string>>, string, number]>([
  [
    'two manifests claim one address',
    { 'ads/more.yaml': 'version: 1\nkeywords:\n  - { id: 80001001, price: 1 }\n' },
    'ads/shoes.yaml',
    11,
  ],
  [
    'two names have one id',
    {
      'ads/more.yaml':
        'version: 1\ngroups:\n  a: { campaignId: 1, name: 甲, price: 1, id: "77" }\n  b: { campaignId: 1, name: 乙, price: 1, id: "77" }\n',
    },
    'ads/more.yaml',
    4,
  ],
  [
    'a name and a groupIds entry are one group',
    {
      'ads/more.yaml': `version: 1
groups:
  a: { campaignId: 1, name: 甲, price: 1, id: "77" }
richCreatives:
  - groups: [a]
    groupIds: ["77"]
    creative: sublinks-mobile
    content:
      - { text: 新品, url: "https://m.example.com/new" }
      - { text: 特价, url: "https://m.example.com/sale" }
`,
    },
    'ads/more.yaml',
    6,
  ],
])('%s: an error that names both places', async (_what, files, file, line) => {
  const world = await World.start({ ...SMALL, files: { ...SMALL.files, ...files } });
  const { code, document } = await world.json('error', ['plan']);
  expect(code).toBe(1);
  const [fault] = document.diagnostics;
  expect(document.diagnostics).toHaveLength(1);
  expect(fault?.source).toMatchObject({ file, line });
  expect(fault?.related).toHaveLength(1);
});

test('a name that turned out to be a groupIds entry: only the state shows it, and it is an error too', async () => {
  const world = await World.start(SMALL);
  await world.must('apply', '--auto-approve');
  world.sandbox.control.clearLog();
  await world.edit('ads/shoes.yaml', 'groups: [autumn]', 'groups: [autumn]\n    groupIds: ["910001"]');
  const { code, document } = await world.json('error', ['apply', '--auto-approve']);
  expect(code).toBe(1);
  expect(document.error.code).toBe('same-live-object');
  expect(document.error.message).toMatch(/rich-creative\/id:910001.*rich-creative\/autumn/s);
  expect(document.diagnostics[0]?.related).toHaveLength(1);
  expect(world.writes()).toEqual([]);
});

test('an adopted id that the state knows under another name is an error too', async () => {
  const world = await World.start(SMALL);
  await world.must('apply', '--auto-approve');
  await world.write(
    'ads/more.yaml',
    'version: 1\ngroups:\n  copy: { campaignId: 1001, name: 另, price: 1, id: "910001" }\n',
  );
  const { code, document } = await world.json('error', ['plan']);
  expect(code).toBe(1);
  expect(document.error.message).toMatch(/group\/copy.*group\/autumn|group\/autumn.*group\/copy/s);
});

test('a target that matches nothing is an error, the others are named too', async () => {
  const world = await World.start(SMALL);
  const { code, document } = await world.json('error', ['plan', '--target', 'group/nope', 'keyword/8*', 'app/*']);
  expect(code).toBe(1);
  expect(document.diagnostics.map(({ detail }) => detail)).toEqual(['--target group/nope', '--target app/*']);
});

test('no project, and a project file with a credential in it', async () => {
  const world = await World.start({ files: { 'README.md': '' } });
  expect((await world.json('error', ['plan'])).document.error.code).toBe('project-not-found');
  await world.write('adwright.yaml', projectFile('    apiKey: key-7f3a9\n    login: { passwd: pass-51c0d }\n'));
  await world.write('ads/shoes.yaml', SMALL_MANIFEST);
  const { code, stdout, document } = await world.json('error', ['plan']);
  expect(code).toBe(1);
  expect(document.diagnostics.map((one) => one.code)).toEqual(['credential-in-project', 'credential-in-project']);
  expect(stdout).not.toMatch(/7f3a9|51c0d/);
});
