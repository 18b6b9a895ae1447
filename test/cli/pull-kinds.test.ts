import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { project } from './edited-project.js';

const YAML = `version: 1
keywords:
  - id: "1" # 女鞋
    price: 0.80
    status: enable
    matchType: exact
    url: 'https://a.example.com/1' # PC
    mobileUrl: ""
    deeplinkUrl: app://a
  - { id: "2", price: "1.00", status: enable, matchType: exact, url: "https://a.example.com/{keyword}" }
pictures:
  - id: "7"
    tags:
      - 旧
      - 主图 # last
keywordFiles: [more.csv]
`;
const CSV =
  '关键词ID,出价（元）,启用状态,匹配方式,访问URL,备注\r\n3,0.80,启用,精确匹配,https://a.example.com/3,"a, b"\r\n="4",0.90,有效,精确,[],\r\n5,0.80,enabled,exact,--,x\r\n';
const BRIEF = 'id,price\n3,0.80\n4,0.90\n5,0.80\n';

type Row = [
  drift: string,
  to: Readonly<Record<string, string>>,
  yaml: readonly [string, string],
  csv: readonly [string, string],
];

const ROWS: readonly Row[] = [
  ['bid', { price: '2.35' }, ['price: 0.80', 'price: 2.35'], ['3,0.80', '3,2.35']],
  ['status', { optStatus: 'paused' }, ['status: enable\n', 'status: pause\n'], ['0.80,启用', '0.80,暂停']],
  ['match type', { matchType: 'phrase' }, ['matchType: exact\n', 'matchType: phrase\n'], ['精确匹配', '短语匹配']],
  [
    'URL',
    { destinationUrl: 'https://b.example.com/{k}?a=1,2' },
    ["'https://a.example.com/1' # PC", "'https://b.example.com/{k}?a=1,2' # PC"],
    ['https://a.example.com/3', '"https://b.example.com/{k}?a=1,2"'],
  ],
  [
    'URL that became empty',
    { destinationUrl: '' },
    ["'https://a.example.com/1'", "''"],
    ['https://a.example.com/3', '[]'],
  ],
];

const emptyDrift = { update: 0, drift: 0 };

describe('pull takes over every kind of drift', () => {
  it.each(ROWS)('%s', async (_drift, to, yaml, csv) => {
    const { run, sandbox, text } = await project({ 'ads/a.yaml': YAML, 'ads/more.csv': CSV });
    await run('apply', '--auto-approve');
    await run('apply', '--auto-approve', '--resend');
    await sandbox.control.advanceClock(86_400);
    await run('apply', '--auto-approve');
    await sandbox.control.change({ keywords: ['1', '3'].map((id) => ({ id, groupId: '41', ...to })) });
    expect(JSON.parse((await run('plan', '--json')).stdout).summary).toMatchObject({ update: 2, drift: 2 });
    const pulled = await run('pull', '--write');
    expect([pulled.code, pulled.stderr]).toEqual([0, expect.anything()]);
    expect(await text('ads/a.yaml')).toBe(YAML.replace(...(yaml as [string, string])));
    expect(await text('ads/more.csv')).toBe(CSV.replace(...(csv as [string, string])));
    expect(JSON.parse((await run('plan', '--json')).stdout).summary).toMatchObject(emptyDrift);
  });

  it('tags, and words of other columns', async () => {
    const { run, sandbox, text } = await project({ 'ads/a.yaml': YAML, 'ads/more.csv': CSV });
    await run('apply', '--auto-approve');
    await sandbox.control.advanceClock(86_400);
    await run('apply', '--auto-approve');
    await sandbox.control.change({
      keywords: ['4', '5'].map((id) => ({ id, groupId: '41', optStatus: 'paused', matchType: 'broad' })),
      pictures: [{ picId: '7', tags: ['新', '1: a'] }],
    });
    expect((await run('pull', '--write')).code).toBe(0);
    expect(await text('ads/a.yaml')).toBe(YAML.replace('- 旧\n      - 主图 # last', '- 新\n      - "1: a" # last'));
    expect(await text('ads/more.csv')).toBe(
      CSV.replace('0.90,有效,精确', '0.90,暂停推广,广泛').replace('0.80,enabled,exact', '0.80,paused,broad'),
    );
    expect(JSON.parse((await run('plan', '--json')).stdout).summary).toMatchObject(emptyDrift);
  });

  it('and leaves alone what has no column: the table does not manage it', async () => {
    const { run, sandbox, text } = await project({ 'ads/a.yaml': YAML, 'ads/more.csv': BRIEF });
    await run('apply', '--auto-approve');
    await sandbox.control.advanceClock(86_400);
    await run('apply', '--auto-approve');
    await sandbox.control.change({
      keywords: ['3', '4'].map((id) => ({ id, groupId: '41', price: '5', optStatus: 'paused' })),
    });
    expect((await run('pull', '--write')).code).toBe(0);
    expect(await text('ads/more.csv')).toBe('id,price\n3,5.00\n4,5.00\n5,0.80\n');
    expect(JSON.parse((await run('plan', '--json')).stdout).summary).toMatchObject(emptyDrift);
  });

  it('but for a value that two entries share', async () => {
    const shared =
      'version: 1\nx-bid: &bid 0.80\nkeywords:\n  - { id: "1", price: *bid }\n  - { id: "2", price: *bid }\n';
    const { run, sandbox, folder, text } = await project();
    await writeFile(join(folder, 'ads/a.yaml'), shared);
    await run('apply', '--auto-approve');
    await sandbox.control.change({ keywords: [{ id: '1', groupId: '41', price: '5' }] });
    const { code, stderr } = await run('pull', '--write');
    expect(code).toBe(3);
    expect(stderr).toContain('not written: keyword/1 price: ads/a.yaml:4: price is the alias *bid.');
    expect(await text('ads/a.yaml')).toBe(shared);
  });
});
