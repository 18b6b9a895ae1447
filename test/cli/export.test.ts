import { load } from 'js-yaml';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { keywordSection } from '../../src/kinds/keyword/schema.js';
import {
  manifestPieces,
  manifestText,
  type WrittenEntry,
  writtenBlocks,
} from '../../src/manifest/yaml/manifest-text.js';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** Texts that some YAML reader takes for something else, or that need care on the way. */
const TEXTS = [
  'no',
  '007',
  '2024-01-01',
  '~',
  'two  inner blanks',
  '1e5',
  '12:30:45',
  '0o14',
  'y',
  'null',
  '- a',
  '*a',
  '{keyword}',
  'a: b',
  'a #b',
  '"quoted" \\ and \'single\'',
  '=',
  '<<',
  '１２',
  '夏日🚲特惠',
  'a\u200bb\u2028c\ufeff',
  ' blanks at the ends ',
  'tab\tand\nline',
  'ends with a colon:',
];

const keywordsOf = (entries: readonly WrittenEntry[]) => ({
  section: keywordSection,
  blocks: writtenBlocks(entries, { byOwner: false }),
});

test('a manifest that is written in pieces is the whole of it', () => {
  const entries = Array.from({ length: 5_000 }, (_, n) => ({ entry: { id: `${80_000_000 + n}`, word: `女鞋 ${n}` } }));
  const pieces = [...manifestPieces([keywordsOf(entries)], ['head'])];
  expect(pieces.length).toBeGreaterThan(2);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(140_000);
  const small = entries.flatMap((entry, n) => writtenBlocks([{ ...entry, ownerId: `${n}` }], { byOwner: true }));
  expect(small).toHaveLength(entries.length);
  const gathered = [...manifestPieces([{ section: keywordSection, blocks: small }], ['head'])];
  expect(gathered.length).toBeLessThan(5);
  expect(Buffer.concat(gathered)).toEqual(Buffer.concat(pieces));
  expect(load(Buffer.concat(pieces).toString())).toEqual({ version: 1, keywords: entries.map(({ entry }) => entry) });
});

test('texts are read back as they were by readers of YAML 1.1 and 1.2', () => {
  const entries = TEXTS.map((word, index) => ({ entry: { id: `9007199254740993${index}`, word, price: '1.10' } }));
  const text = manifestText([keywordsOf(entries)], []);
  const wanted = { version: 1, keywords: entries.map(({ entry }) => entry) };
  expect(parse(text, { version: '1.1' })).toEqual(wanted);
  expect(parse(text, { version: '1.2' })).toEqual(wanted);
  expect(load(text)).toEqual(wanted);
});

const LONG = `https://www.example.com/${'a'.repeat(376)}`;
const FIXTURE = `account: { uid: "20001" }
keywords:
  - { id: "90071992547409931", groupId: "556001", word: "no", price: "0.80", matchType: phrase, destinationUrl: "${LONG}" }
  - { id: "2", groupId: "556001", word: "007", price: "1", matchType: exact, optStatus: paused }
  - { id: "3", groupId: "556001", word: "two  blanks", price: "0", matchType: broad }
  - { id: "4", groupId: "556001", word: "2024-01-01", price: "1.10", matchType: exact, mobileDestinationUrl: "https://m.example.com/{keyword}?a=b&c" }
  - { id: "5", groupId: "556001", word: "~", price: "1.10", matchType: exact }
  - { id: "6", groupId: "556001", word: gone, price: "1.10", matchType: exact, status: delete }
apps:
  - { appId: "7001", title: 鞋城 iOS, type: iOS, appUrl: "https://apps.example.com/id1", remark: "on" }
  - { appId: "7002", title: 鞋城 iOS, type: Android, appUrl: "https://dl.example.com/a.apk", developer: 公司, privacyUrl: "https://www.example.com/p", authUrl: "https://www.example.com/q", appAutoCheck: "ON" }
pictures:
  - { picId: "33445", tags: [夏季, "1.10"] }
  - { picId: "33446", tags: [] }
`;

const live = () => World.start({ files: { 'adwright.yaml': projectFile() }, fixture: FIXTURE });
const IDS = ['90071992547409931', '2', '3', '4', '5'];

test('export, then plan: nothing to do but to take the apps over, once', async () => {
  const world = await live();
  const { code, stdout, stderr } = await world.run(['export', ...IDS]);
  expect([code, stderr]).toEqual([0, '']);
  await world.write('ads/all.yaml', stdout);
  const first = await world.json('plan', ['plan', '--detailed-exitcode']);
  expect(first.document.summary).toMatchObject({ create: 0, update: 0, blocked: 0, drift: 0, import: 2, noop: 6 });
  await world.must('apply', '--auto-approve');
  expect(world.writes()).toEqual([]);
  expect((await world.run(['plan', '--detailed-exitcode'])).code).toBe(0);
  expect(await world.run(['fmt', '--check'])).toEqual({ code: 0, stdout: '', stderr: '' });
});

test('pictures and keywords alone are an empty plan at once', async () => {
  const world = await live();
  await world.write('node_modules/adwright/schemas/manifest.schema.json', '{}');
  await world.write('ids.csv', '\ufeff关键词ID,出价,whatever\n="90071992547409931","1,000",x\n4,,\n');
  const { code, stdout } = await world.run(['export', '--from', 'ids.csv', '--out', 'ads/live']);
  expect([code, stdout]).toEqual([
    0,
    'wrote ads/live/apps.yaml\nwrote ads/live/pictures.yaml\nwrote ads/live/keywords.yaml\n',
  ]);
  expect(await world.read('ads/live/keywords.yaml')).toMatch(
    /^# yaml-language-server: \$schema=\.\.\/\.\.\/node_modules\/adwright\/schemas\/manifest\.schema\.json\nversion: 1\nkeywords:\n {2}- id: "90071992547409931"\n/,
  );
  await world.write('ads/live/apps.yaml', 'version: 1\n');
  expect((await world.run(['plan', '--detailed-exitcode'])).code).toBe(0);
  const again = await world.run(['export', '--out', 'ads/live']);
  expect([again.code, again.stderr]).toEqual([1, expect.stringContaining('is not overwritten')]);
});

test('what cannot be written is left out and named', async () => {
  const world = await live();
  const { code, stdout, stderr } = await world.run(['export', '5', '6', '99', '4']);
  expect(code).toBe(0);
  expect(stderr).toContain('keyword/6 is left out: the service says that it is deleted');
  expect(stderr).toContain('keyword/99 is left out: the service does not return it');
  expect(parse(stdout).keywords.map(({ id }: { id: string }) => id)).toEqual(['5', '4']);
  expect(parse(stdout).apps['鞋城-iOS-7002']).toEqual({
    title: '鞋城 iOS',
    type: 'Android',
    appUrl: 'https://dl.example.com/a.apk',
    appAutoCheck: 'ON',
    developer: '公司',
    privacyUrl: 'https://www.example.com/p',
    authUrl: 'https://www.example.com/q',
    id: '7002',
  });
});

test('what the rules of manifests forbid is left out, and the rest stays', async () => {
  const fixture = `keywords:
  - { id: "1", groupId: "5", word: a, price: "0.80", matchType: some_new_type, destinationUrl: "https://a.cn/a b" }
apps:
  - { appId: "7", title: 鞋城, type: iOS, appUrl: "ftp://a.cn/x" }
`;
  const world = await World.start({ files: { 'adwright.yaml': projectFile() }, fixture });
  const { stdout, stderr } = await world.run(['export', '1']);
  expect(stdout).toContain('  - id: "1"\n    word: a\n    price: "0.80"\n    mobileUrl: ""\n    status: enable\n');
  expect(stderr).toContain('keyword/1: matchType is left out.');
  expect(stderr).toContain('keyword/1: url is left out.');
  expect(stderr).toContain('app/7: it is left out.');
  expect(parse(stdout).apps).toBeUndefined();
});

test('what is listed under no id, or twice with different values, is left out', async () => {
  const world = await live();
  const app = { title: '鞋城', type: 'iOS', appUrl: 'https://a.cn/x' };
  const answer = (operation: 'getApps' | 'listPictures', reply: object) => {
    const body = JSON.stringify(reply);
    world.sandbox.control.addFaults({ operation, kind: 'status', status: 200, times: 0, body });
  };
  answer('getApps', {
    appList: [
      { ...app, appId: '0071' },
      { ...app, appId: '72' },
      { ...app, appId: '73' },
      { ...app, appId: '73', title: '鞋铺' },
      { ...app, title: '无号' },
    ],
  });
  answer('listPictures', {
    pictureList: [
      { picId: '007', tags: ['a'] },
      { picId: '8', tags: ['a'] },
      { picId: '8', tags: ['b'] },
      { picId: '9', tags: ['a'] },
      { picId: '9', tags: ['a'] },
    ],
  });
  const { stdout, stderr } = await world.run(['export']);
  expect(parse(stdout)).toMatchObject({ apps: { 鞋城: { id: '72' } }, pictures: [{ id: '9', tags: ['a'] }] });
  expect(Object.keys(parse(stdout).apps)).toEqual(['鞋城']);
  const leftOut = stderr.replace(/\s+/g, ' ').match(/\S+ is left out: [^.]*\./g);
  expect(leftOut).toEqual([
    'app/0071 is left out: "0071" is not an id.',
    'app/73 is left out: the service returns it twice, with different values.',
    'app is left out: the service lists it without an id.',
    'picture/007 is left out: "007" is not an id.',
    'picture/8 is left out: the service returns it twice, with different values.',
  ]);
});

test('an app that the state knows keeps the name it has there', async () => {
  const world = await live();
  await world.write('ads/a.yaml', (await world.run(['export'])).stdout.replaceAll('鞋城-iOS:', 'shop:'));
  await world.must('apply', '--auto-approve');
  const { stdout } = await world.run(['export']);
  expect(Object.keys(parse(stdout).apps)).toEqual(['shop', '鞋城-iOS-7002']);
});

test('faults of the ids end the command before any call', async () => {
  const world = await live();
  expect((await world.run(['export', '5x'])).code).toBe(1);
  await world.write('bad.csv', 'id,word\n2.02E+16,a\n');
  const { code, stderr } = await world.run(['export', '--from', 'bad.csv']);
  expect([code, stderr]).toEqual([1, expect.stringContaining('bad.csv:2:1')]);
  expect((await world.run(['export', '--from', 'none.csv'])).stderr).toContain('there is no such file');
  await world.write('bad.csv', 'name\na\n');
  expect((await world.run(['export', '--from', 'bad.csv'])).stderr).toContain('No column for the ids (id, keywordId');
  expect(world.requests()).toEqual([]);
});

test('one document with --json', async () => {
  const world = await live();
  const { stdout } = await world.run(['export', '2', '--json']);
  const { manifest, diagnostics } = JSON.parse(stdout);
  expect([parse(manifest).keywords[0].word, diagnostics]).toEqual(['007', []]);
});
