import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/model/index.js';
import { loadProject, type ProjectRules } from '../../src/project/project.js';
import { folderOf, short } from './support.js';

async function project(text: string | Uint8Array, name = 'adwright.yaml', rules: ProjectRules = {}) {
  const root = await folderOf({ [name]: text });
  const loaded = await loadProject(root, undefined, rules);
  return { ...loaded, root, found: loaded.diagnostics.map(short) };
}
const account = (...lines: string[]) =>
  `version: 1\naccounts:\n  main:\n    baseUrl: https://ads.example.com\n${lines.map((line) => `    ${line}\n`).join('')}`;

describe('the project file', () => {
  it('fills in every default', async () => {
    const { project: loaded, found, root } = await project(account());
    expect(found).toEqual([]);
    expect(loaded?.root).toBe(root);
    expect(loaded?.state).toEqual({
      backend: 'file',
      own: {},
      lockTimeoutSeconds: 60,
    });
    expect(loaded?.accounts.get('main')).toEqual({
      name: 'main',
      baseUrl: 'https://ads.example.com',
      manifests: ['ads/**/*.{yaml,yml}'],
      service: {
        platformSegment: 'ads',
        richCreativeWord: 'richcreative',
        loginPath: '/account/clientLogin',
        tagListPath: '/ads/tag/getlist',
        creativeSets: 'nested',
        format: 'none',
      },
      groupNames: { min: 1, max: 0, count: 'characters' },
      prices: { decimals: 2, groupZero: 'refused' },
      passwordScheme: 'encrypted',
      timeZone: 'Asia/Shanghai',
      limits: DEFAULT_LIMITS,
      guardrails: {},
    });
  });

  it('takes what is written, the example of the contract included', async () => {
    const { project: loaded, found } = await project(`version: 1
accounts:
  main:
    baseUrl: https://ads.example.com/
    manifests: ["ads/**/*.yaml"]
    service:
      platformSegment: xx
      richCreativeWord: combo
      creativeSets: flat
      groupNames: { min: 2, max: 30, count: gbk-bytes }
      prices: { decimals: 3, groupZero: accepted }
    login: { password: aes-128-cbc-md5 }
    timeZone: Europe/Berlin
    limits: { requestsPerSecond: 0.5, groupsPerAdd: 10 }
    guardrails: { maxPrice: 5.50, maxChanges: 10, protected: ["group/*"] }
state: { backend: git, remote: upstream, lineage: 6f1c, lockTimeoutSeconds: 5 }
`);
    expect(found).toEqual([]);
    expect(loaded?.accounts.get('main')).toMatchObject({
      baseUrl: 'https://ads.example.com',
      service: {
        platformSegment: 'xx',
        richCreativeWord: 'combo',
        tagListPath: '/xx/tag/getlist',
        creativeSets: 'flat',
      },
      groupNames: { min: 2, max: 30, count: 'gbk-bytes' },
      prices: { decimals: 3, groupZero: 'accepted' },
      passwordScheme: 'aes-128-cbc-md5',
      limits: { requestsPerSecond: 0.5, groupsPerAdd: 10, keywordsPerRead: 500 },
      guardrails: { maxPrice: '5.50', maxChanges: 10, protected: ['group/*'] },
    });
    expect(loaded?.state).toMatchObject({
      backend: 'git',
      own: { remote: 'upstream' },
      lineage: '6f1c',
      lockTimeoutSeconds: 5,
    });
  });

  it('says how to make one, and sees a misnamed one', async () => {
    expect((await project('version: 1\n', 'other.yaml')).found).toEqual(['project-not-found']);
    const { diagnostics } = await project('version: 1\n', 'adwright.yml');
    expect(diagnostics[0]?.detail).toContain('"adwright.yml": rename it');
  });

  it('reports all faults with their places', async () => {
    const {
      found,
      project: loaded,
      accounts,
    } = await project(
      account(
        'limits: { keywordsPerUpdate: 501, groupsPerAd: 1, bodyBytes: 1MB }',
        'timeZone: Mars/Base',
        'manifest: [x]',
      ),
    );
    expect(found).toEqual([
      'adwright.yaml:5:39 unknown-key',
      'adwright.yaml:5:66 bad-setting',
      'adwright.yaml:7:5 unknown-key',
    ]);
    expect(loaded).toBeUndefined();
    expect(accounts).toEqual(['main']);
    expect((await project(account('timeZone: Mars/Base', 'limits: { keywordsPerUpdate: 501 }'))).found).toEqual([
      'adwright.yaml:5:15 bad-time-zone',
      'adwright.yaml:6:34 bad-setting',
    ]);
  });

  it.each([
    ['/ads/*.yaml', 'is an absolute path; write it relative to the file that names it'],
    ['C:\\ads\\a.yaml', 'is an absolute path; write it relative to the file that names it'],
    ['../x/*.yaml', 'leads outside the project'],
    ['ads\\..\\..\\a.yaml', 'leads outside the project'],
    ['.git/*.yaml', 'leads into .git or .adwright, where no file of the project is'],
  ])('refuses the pattern %s where it is written', async (pattern, why) => {
    const { found, diagnostics } = await project(account(`manifests: [ads/*.yaml, '${pattern}']`));
    expect(found).toEqual(['adwright.yaml:5:29 outside-project']);
    expect(diagnostics[0]?.detail).toBe(`"${pattern}" ${why}.`);
  });

  it('takes a pattern that leads back into the project', async () => {
    expect((await project(account('manifests: [ads/../other/*.yaml, "**/*.yaml"]'))).found).toEqual([]);
  });

  it.each(['https://ads.example.com?x=1', 'ads.example.com', 'https://', 'sandbx', 'https://a.cn/#x'])(
    'refuses the address %s',
    async (url) => {
      expect((await project(account().replace('https://ads.example.com', url))).found).toEqual([
        'adwright.yaml:4:14 bad-base-url',
      ]);
    },
  );

  it.each([
    'http://ads.example.com',
    // These only look like this machine.
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
  ])('refuses %s, unless http is allowed', async (url) => {
    const text = account().replace('https://ads.example.com', url);
    const { project: loaded, found } = await project(text);
    expect(found).toEqual(['adwright.yaml:4:14 plain-http']);
    expect(loaded).toBeUndefined();
    const allowed = await project(text, 'adwright.yaml', { allowHttp: true });
    expect(allowed.diagnostics).toMatchObject([{ code: 'plain-http', severity: 'warning' }]);
    expect(allowed.project).toBeDefined();
  });

  it.each(['http://127.0.0.1:8080', 'http://127.1', 'http://LOCALHOST:80', 'http://[::1]:8080/x'])(
    'takes %s, which leaves nothing of this machine',
    async (url) => {
      expect((await project(account().replace('https://ads.example.com', url))).found).toEqual([]);
    },
  );

  it('wants manifests of each of several accounts, and names that stay apart', async () => {
    const { found, accounts } = await project(
      'version: 1\naccounts:\n  brand-a: {baseUrl: sandbox, manifests: [a/*.yaml]}\n  Brand_A: {baseUrl: sandbox, manifests: [b/*.yaml]}\n  品牌: {baseUrl: sandbox, manifests: [c]}\n  d: {baseUrl: sandbox}\n',
    );
    expect(found).toEqual([
      'adwright.yaml:4:3 bad-account-name',
      'adwright.yaml:5:3 bad-account-name',
      'adwright.yaml:6:3 manifests-not-named',
    ]);
    expect(accounts).toEqual(['brand-a', 'Brand_A', '品牌', 'd']);
  });

  it('is one document and a map', async () => {
    expect((await project('version: 1\naccounts: {a: {baseUrl: sandbox}}\n---\nversion: 1\n')).found).toEqual([
      'adwright.yaml:4:1 wrong-shape',
    ]);
    expect((await project('- a\n')).found).toEqual(['adwright.yaml:1:1 wrong-shape']);
    expect((await project('')).found).toEqual(['adwright.yaml:1:1 wrong-shape']);
    expect((await project('version: 1\n')).found).toEqual(['adwright.yaml:1:1 missing-key']);
  });
});

describe('credentials', () => {
  it.each([
    'apiKey: s3cr3t',
    'api_key: s3cr3t',
    'accessToken: s3cr3t',
    'password: s3cr3t',
    'ADWRIGHT_PASSWD: s3cr3t',
    'login: { username: s3cr3t }',
    'login: { password: s3cr3t }',
    'service: { apiSecret: s3cr3t }',
  ])('%s is refused and not repeated', async (line) => {
    const { found, diagnostics } = await project(account(line));
    expect(found).toEqual([expect.stringMatching(/^adwright\.yaml:5:\d+ credential-in-project$/)]);
    expect(JSON.stringify(diagnostics)).not.toContain('s3cr3t');
  });

  it('are found inside an address and never shown by a syntax fault', async () => {
    const inside = await project(account().replace('https://', 'https://user:s3cr3t@'));
    expect(inside.found).toEqual(['adwright.yaml:4:5 credential-in-project']);
    const broken = await project('version: 1\npassword: "s3cr3t\n');
    expect(JSON.stringify([inside.diagnostics, broken.diagnostics])).not.toContain('s3cr3t');
    expect(broken.project).toBeUndefined();
  });

  it('do not include the names of accounts', async () => {
    expect((await project('version: 1\naccounts: {user: {baseUrl: sandbox}}\n')).found).toEqual([]);
  });
});
