import { expect, test } from 'vitest';
import { unguarded } from '../../src/manifest/table/cell-text.js';
import { guardCell, tableCell } from '../../src/model/index.js';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

const FIXTURE = `account: { uid: "20001" }
keywords:
  - { id: "90071992547409931", groupId: "556001", word: "女鞋,特价", price: "0.80", matchType: phrase, destinationUrl: "https://www.example.com/a,b" }
  - { id: "2", groupId: "556001", word: "=1+1", price: "1", matchType: exact, optStatus: paused }
  - { id: "3", groupId: "556001", word: 'say "hi"', price: "0", matchType: broad, mobileDestinationUrl: "https://m.example.com/{keyword}?a=b&c" }
  - { id: "4", groupId: "556001", word: "'@home", price: "1.10", matchType: exact }
  - { id: "5", groupId: "556001", word: "'007", price: "1.10", matchType: exact }
  - { id: "7", groupId: "556001", word: "--", price: "1.10", matchType: exact }
  - { id: "8", groupId: "556001", word: "[]", price: "1.10", matchType: exact }
  - { id: "9", groupId: "556001", word: "'[]", price: "1.10", matchType: exact }
  - { id: "6", groupId: "556001", word: gone, price: "1.10", matchType: exact, status: delete }
`;

test.each([
  ['=1+1', "'=1+1"],
  ["'=1+1", "''=1+1"],
  ["'80001234", "''80001234"],
  [' @SUM(A1)', "' @SUM(A1)"],
  ['＝女鞋', "'＝女鞋"],
  ['12345678901234567', "'12345678901234567"],
  ["'女鞋'", "'女鞋'"],
  ['-0.80', '-0.80'],
])('%j is guarded as %j, and the guard comes off on reading', (from, to) => {
  expect(guardCell(from)).toBe(to);
  expect(unguarded(to)).toBe(from);
});

test.each([
  ['', '[]'],
  ['[]', "'[]"],
  ["'[]", "''[]"],
  ['--', "'--"],
  ['=1+1', "'=1+1"],
  ['女鞋', '女鞋'],
])('the text %j is the cell %j', (text, cell) => {
  expect(tableCell(text)).toBe(cell);
});

test.each([
  ['[]', "'[]"],
  ['--', "'--"],
])('a keyword whose word is exactly %s is read back as itself, and the bare cell as none', async (word, cell) => {
  const table = `id,word,price\n7,${cell},1.10\n8,${cell},1.10\n5,--,1.10\n`;
  const world = await World.start({
    files: { 'adwright.yaml': projectFile(), 'ads/a.yaml': 'version: 1\nkeywordFiles: [k.csv]\n', 'ads/k.csv': table },
    fixture: FIXTURE,
  });
  const { document } = await world.json('plan', ['plan']);
  // The one with the other word is blocked; 5 has no word in the table, and is as it should be.
  expect(document.summary).toMatchObject({ blocked: 1, update: 0, noop: 2 });
  expect(document.changes.map(({ address }) => address)).toEqual([word === '--' ? 'keyword/8' : 'keyword/7']);
});

test('export --csv: keywordFiles takes the table back, and the plan is empty', async () => {
  const world = await World.start({
    files: {
      'adwright.yaml': projectFile(),
      'ads/all.yaml': 'version: 1\nkeywordFiles: [../kw.csv]\n',
      'ids.csv': 'id\n2\n3\n4\n5\n7\n8\n9\n',
    },
    fixture: FIXTURE,
  });
  const end = await world.run(['export', '90071992547409931', '--from', 'ids.csv', '--csv', 'kw.csv']);
  expect([end.code, end.stdout, end.stderr]).toEqual([0, 'wrote kw.csv (8 rows)\n', '']);
  const text = await world.read('kw.csv');
  const [head, first, second, third] = text.split('\r\n');
  expect(head).toBe('\ufeffid,word,price,matchType,url,mobileUrl,deeplinkUrl,status');
  expect(first).toContain(`'90071992547409931,"女鞋,特价",0.80,phrase,"https://www.example.com/a,b",`);
  expect(second).toBe("2,'=1+1,1.00,exact,[],[],,pause");
  expect(third).toContain('"say ""hi"""');
  expect((await world.run(['validate'])).code).toBe(0);
  const { document } = await world.json('plan', ['plan', '--detailed-exitcode']);
  expect(document.summary).toMatchObject({ create: 0, update: 0, blocked: 0, drift: 0, noop: 8 });
});

test('export --csv overwrites nothing, needs ids, and names what it leaves out', async () => {
  const world = await World.start({ files: { 'adwright.yaml': projectFile(), 'kw.csv': 'mine' }, fixture: FIXTURE });
  const there = await world.run(['export', '2', '--csv', 'kw.csv']);
  expect([there.code, await world.read('kw.csv')]).toEqual([1, 'mine']);
  expect(there.stderr).toContain('--csv kw.csv');
  expect((await world.run(['export', '--csv', 'new.csv'])).code).toBe(1);
  expect((await world.run(['export', '2', '--csv', 'new.csv', '--out', 'ads'])).code).toBe(1);
  await expect(world.read('new.csv')).rejects.toThrow();
  const some = await world.run(['export', '2', '6', '404', '--csv', 'new.csv']);
  expect(some.stderr).toContain('keyword/6');
  expect(some.stderr).toContain('keyword/404');
  expect(await world.read('new.csv')).not.toContain('gone');
});
