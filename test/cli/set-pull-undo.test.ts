import { mkdir, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { RunningSandbox } from '../../src/sandbox/index.js';
import { MANIFEST, project, TABLE } from './edited-project.js';

const prices = ({ control }: RunningSandbox) =>
  Object.fromEntries(control.state().keywords.map(({ id, price }) => [id, price]));

describe('set', () => {
  it('shows a diff and writes nothing without --write', async () => {
    const { run, text } = await project();
    const shown = await run('set', 'price*=1.1', '--target', 'keyword/*');
    expect(shown.code).toBe(0);
    expect(shown.stdout).toBe(`--- a/ads/a.yaml
+++ b/ads/a.yaml
@@ -2,7 +2,7 @@
 keywords:
   - id: "1" # 女鞋
     word: 女鞋
-    price: 0.80
+    price: 0.88
     status: enable
-  - { id: "2", word: 男鞋, price: "1.00", matchType: exact }
+  - { id: "2", word: 男鞋, price: "1.10", matchType: exact }
 keywordFiles: [more.csv]
--- a/ads/more.csv
+++ b/ads/more.csv
@@ -1,4 +1,4 @@
 id,price,status
-3,0.80,enable
+3,0.88,enable
 4,,enable
 5,0,enable
`);
    expect(shown.stderr).toContain('3 values in 2 files would change. Write them with --write.');
    expect(await text('ads/a.yaml')).toBe(MANIFEST);
  });

  it.each<[string, readonly string[], Record<string, string>]>([
    [
      'adds a missing field',
      ['status=pause', '--target', 'keyword/2'],
      { 'ads/a.yaml': MANIFEST.replace('matchType: exact }', 'matchType: exact, status: pause }') },
    ],
    [
      'fills an empty cell',
      ['price=0.60', '--target', 'keyword/4'],
      { 'ads/more.csv': TABLE.replace('4,,', '4,0.60,') },
    ],
    [
      'by a condition',
      ['price+=-0.05', '--target', 'keyword/*', '--where', 'matchType=exact'],
      { 'ads/a.yaml': MANIFEST.replace('"1.00"', '"0.95"') },
    ],
    [
      'by a price that is written otherwise',
      ['price=0.90', '--target', '*', '--where', 'price=0.8'],
      { 'ads/a.yaml': MANIFEST.replace('0.80', '0.90'), 'ads/more.csv': TABLE.replace('0.80', '0.90') },
    ],
    [
      'by words',
      ['status=pause', '--target', '*', '--word', '女鞋', '--word', '男'],
      { 'ads/a.yaml': MANIFEST.replace('status: enable', 'status: pause') },
    ],
    [
      'half up to cents',
      ['price*=1.05625', '--target', 'keyword/1'],
      { 'ads/a.yaml': MANIFEST.replace('0.80', '0.85') },
    ],
  ])('%s', async (_name, argv, expected) => {
    const { run, text } = await project();
    expect((await run('set', ...argv, '--write')).code).toBe(0);
    expect(await text('ads/a.yaml')).toBe(expected['ads/a.yaml'] ?? MANIFEST);
    expect(await text('ads/more.csv')).toBe(expected['ads/more.csv'] ?? TABLE);
  });

  it.each<[string, readonly string[], string]>([
    ['without a target', ['price=1'], '--target'],
    ['a target that matches nothing', ['price=1', '--target', 'keyword/99'], '--target keyword/99'],
    ['a field that nothing has', ['bid=1', '--target', 'keyword/*'], 'has a field bid'],
    ['a bid below 0', ['price+=-2', '--target', 'keyword/*'], 'keyword/1: 0.80 becomes -1.20'],
    ['a bid that rounds to 0', ['price*=0.005', '--target', 'keyword/1'], 'keyword/1: 0.80 becomes 0.00'],
    [
      'a factor for what is not an amount of money',
      ['status*=2', '--target', 'keyword/1'],
      'status of keyword/1 is not an amount of money',
    ],
    ['a value that the field does not take', ['status=off', '--target', 'keyword/*'], 'ads/a.yaml:6'],
    ['no assignment', ['price', '--target', 'keyword/*'], 'is not of the form'],
  ])('refuses %s, and writes nothing', async (_name, argv, message) => {
    const { run, text } = await project();
    const refused = await run('set', ...argv, '--write');
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain(message);
    expect(await text('ads/a.yaml')).toBe(MANIFEST);
    expect(await text('ads/more.csv')).toBe(TABLE);
  });

  it('ends with 3 and names what it could not write', async () => {
    const { run } = await project();
    const { code, stdout } = await run('set', 'matchType=phrase', '--target', 'keyword/*', '--write', '--json');
    expect(code).toBe(3);
    const document = JSON.parse(stdout);
    expect(document.changes.map(({ address, from, to }: Record<string, unknown>) => [address, from, to])).toEqual([
      ['keyword/1', null, 'phrase'],
      ['keyword/2', 'exact', 'phrase'],
    ]);
    expect(document.written).toBe(true);
    expect(document.notWritten[0]).toEqual({
      address: 'keyword/3',
      path: 'matchType',
      reason: 'ads/more.csv:2: matchType has no column in this table.',
    });
  });
});

describe('pull', () => {
  it('takes over what drifted, so that nothing drifts any more', async () => {
    const { run, sandbox, text } = await project();
    expect((await run('apply', '--auto-approve')).code).toBe(0);
    await sandbox.control.change({
      keywords: [
        { id: '1', groupId: '41', price: '0.95' },
        { id: '3', groupId: '41', price: '2' },
      ],
    });
    const { code, stderr } = await run('pull', '--write');
    expect(stderr).toContain('Wrote 2 values in 2 files.');
    expect(code).toBe(0);
    expect(await text('ads/a.yaml')).toBe(MANIFEST.replace('0.80', '0.95'));
    expect(await text('ads/more.csv')).toBe(TABLE.replace('0.80', '2.00'));
    expect(JSON.parse((await run('plan', '--json')).stdout).summary).toMatchObject({ update: 0, drift: 0 });
  });

  it('names what was edited as well, and takes it where it is asked for by name', async () => {
    const { run, sandbox, text } = await project();
    expect((await run('apply', '--auto-approve')).code).toBe(0);
    await sandbox.control.change({ keywords: [{ id: '2', groupId: '41', price: '0.95' }] });
    expect((await run('set', 'matchType=phrase', '--target', 'keyword/2', '--write')).code).toBe(0);
    const named = await run('pull', '--write');
    expect(named.code).toBe(3);
    expect(named.stderr).toContain('not written: keyword/2 price: The manifest was edited as well');
    expect((await run('pull', 'keyword/2', '--write')).code).toBe(0);
    expect(await text('ads/a.yaml')).toBe(MANIFEST.replace('"1.00"', '"0.95"'));
  });

  it.each<[string, string, string, string]>([
    [
      'a list in another order',
      'pictures:\n  - { id: "7", tags: [a, b] }\n',
      'pictures:\n  - { id: "7", tags: [b, a] }\n',
      'pictures:\n  - { id: "7", tags: [新] }\n',
    ],
    [
      'a repeated tag',
      'pictures:\n  - { id: "7", tags: [a, b] }\n',
      'pictures:\n  - { id: "7", tags: [a, b, a] }\n',
      'pictures:\n  - { id: "7", tags: [新] }\n',
    ],
  ])('takes what is only written otherwise for no edit: %s', async (_name, first, second, pulled) => {
    const { run, sandbox, text, folder } = await project({ 'ads/p.yaml': `version: 1\n${first}` });
    expect((await run('apply', '--auto-approve')).code).toBe(0);
    await sandbox.control.change({ pictures: [{ picId: '7', tags: ['新'] }] });
    await writeFile(join(folder, 'ads/p.yaml'), `version: 1\n${second}`);
    expect((await run('pull', '--write')).code).toBe(0);
    expect(await text('ads/p.yaml')).toBe(`version: 1\n${pulled}`);
  });
});

describe('undo', () => {
  it('writes the values of before the last run, and undoes an undo', async () => {
    const { run, sandbox, text } = await project();
    expect((await run('apply', '--auto-approve')).code).toBe(0);
    const before = prices(sandbox);
    await run('set', 'price*=2', '--target', 'keyword/*', '--write');
    expect((await run('apply', '--auto-approve')).code).toBe(0);
    expect(prices(sandbox)).not.toEqual(before);
    const undone = await run('undo', '--write');
    expect(undone.code).toBe(0);
    expect((await run('apply', '--auto-approve')).code).toBe(0);
    expect(prices(sandbox)).toEqual(before);
    expect(await text('ads/more.csv')).toBe(TABLE);
    expect((await run('undo', '--write')).code).toBe(0);
    expect((await run('apply', '--auto-approve')).code).toBe(0);
    expect(prices(sandbox)).toMatchObject({ '1': '1.60', '2': '2.00', '3': '1.60' });
  });

  it('covers what the run planned and did not do', async () => {
    const { run, sandbox } = await project();
    await run('apply', '--auto-approve');
    await run('set', 'price=9', '--target', 'keyword/1', '--target', 'keyword/2', '--write');
    sandbox.control.addFaults({
      operation: 'updateKeywords',
      kind: 'refuse-all',
      from: 1,
      code: 90001,
      message: 'closed',
    });
    expect((await run('apply', '--auto-approve')).code).toBe(3);
    sandbox.control.clearFaults();
    expect((await run('undo', '--write')).code).toBe(0);
    expect(JSON.parse((await run('plan', '--json')).stdout).summary).toMatchObject({ update: 0 });
  });

  it('names what was edited since, and lists what no operation takes back', async () => {
    const { run, folder } = await project();
    await run('apply', '--auto-approve');
    await writeFile(
      join(folder, 'ads/b.yaml'),
      'version: 1\ngroups:\n  new: { campaignId: 1001, name: 新, price: 1 }\n',
    );
    await run('set', 'price=2', '--target', 'keyword/1', '--write');
    expect((await run('apply', '--auto-approve')).code).toBe(0);
    await run('set', 'price=3', '--target', 'keyword/1', '--write');
    const { code, stdout } = await run('undo', '--json');
    expect(code).toBe(3);
    expect(JSON.parse(stdout).notWritten).toEqual([
      {
        address: 'keyword/1',
        path: 'price',
        reason: 'It was changed since the run, to 3; before the run it was 0.80.',
      },
      {
        address: 'group/new',
        path: '',
        reason: expect.stringMatching(/^The run was to create it \(id \d+\), and no operation can undo that\./),
      },
    ]);
  });

  it('is named by state log, and a run that is not there is an error', async () => {
    const { run } = await project();
    const nothing = await run('undo');
    expect(nothing.code).toBe(1);
    expect(nothing.stderr).toContain('There is nothing to undo.');
    await run('set', 'price=2', '--target', 'keyword/1', '--write');
    await run('apply', '--auto-approve');
    const { rows } = JSON.parse((await run('state', 'log', '--json')).stdout);
    const last = rows.find(({ type }: { type: string }) => type === 'undo');
    expect(last.about).toMatch(/^adwright undo [0-9a-f]{8}: 1 update \(adwright apply --auto-approve\)$/);
    expect((await run('undo', last.run)).code).toBe(0);
    expect((await run('undo', '00000000')).stderr).toContain('There is no run 00000000.');
  });

  it('keeps a hundred runs, the newest, and applies whatever an old one holds', async () => {
    const { run, folder } = await project();
    const kept = join(folder, '.adwright/undo/main');
    await mkdir(kept, { recursive: true });
    const old = Array.from(
      { length: 101 },
      (_, index) => `2025-01-01T00000${String(index).padStart(3, '0')}Z-old.jsonl`,
    );
    for (const name of old) await writeFile(join(kept, name), 'cut short');
    await run('set', 'price=2', '--target', 'keyword/1', '--write');
    expect((await run('apply', '--auto-approve')).code).toBe(0);
    const names = (await readdir(kept)).sort();
    expect(names).toHaveLength(100);
    expect(names.slice(0, 99)).toEqual(old.slice(2));
    expect((await run('undo')).code).toBe(0);
  });
});
