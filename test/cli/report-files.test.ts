import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { displayWidth } from '../../src/render/characters/measure.js';
import { alteringWire } from '../support/altering-wire.js';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

const FIXTURE = `campaigns: [ { campaignId: 5001, name: 一个名称相当长的推广计划 } ]
groups:
  - { groupId: "9007199254740001", campaignId: 5001, name: 秋季女鞋 }
  - { groupId: "9007199254740002", campaignId: 5001, name: "<b>男鞋</b>" }
`;

const shop = () => World.start({ files: { 'adwright.yaml': projectFile() }, fixture: FIXTURE });

describe('the files of a report', () => {
  test('days that are not ready: chart and page are written all the same, with gaps, and the exit code is 8', async () => {
    const world = await shop();
    world.sandbox.control.setOptions({ reports: { readyAt: '12:00' } });
    const argv = ['report', 'creatives', '--last', '3d', '--chart', 'c.svg', '--html', 'r.html'];
    expect((await world.run(argv)).code).toBe(8);
    const chart = await world.read('c.svg');
    expect(chart.match(/class="gap"[^>]*><title>2026-03-01: no report</g)).toHaveLength(5);
    expect(chart).toContain('No report yet, a gap in the charts: 2026-03-01.');
    const page = await world.read('r.html');
    expect(page).toContain('<td>2026-03-01</td><td class="number">no report</td>');
    expect(page).toContain('&lt;b&gt;男鞋&lt;/b&gt;');
    expect(page).not.toContain('<b>');
    for (const title of ['By day', 'By device', 'By type', 'By campaign', 'By group', 'Rows'])
      expect(page).toContain(`<h2>${title}</h2>`);
  });

  test('--chart as a page, and of a report without types', async () => {
    const world = await shop();
    await world.must('report', 'components', '--last', '2d', '--chart', 'c.html', '--html', 'r.html');
    expect(await world.read('c.html')).toMatch(/^<!doctype html>[\s\S]*<svg class="chart"/);
    const page = await world.read('r.html');
    expect(page).not.toContain('By type');
    expect(page).toContain('<h2>By component</h2>');
  });

  test.each([
    [['--chart', 'chart.png'], 'ends with .svg or .html'],
    [['--chart', 'chart'], 'ends with .svg or .html'],
    [['--chart', 'nowhere/chart.svg'], 'its folder does not exist'],
    [['--html', 'nowhere/report.html'], 'its folder does not exist'],
    [['--html', '.'], 'it is a folder'],
    [['--all-accounts', '--html', 'r.html'], '--html is a file of one account'],
    [['--all-accounts', '--chart', 'c.svg'], '--chart is a file of one account'],
  ])('%j is refused before any call, and nothing is written', async (flags, words) => {
    const world = await shop();
    const before = await readdir(world.folder);
    const end = await world.run(['report', 'creatives', ...flags]);
    expect([end.code, end.stderr.replace(/\s+/g, ' ')]).toEqual([1, expect.stringContaining(words)]);
    expect(world.requests()).toEqual([]);
    expect(await readdir(join(world.folder))).toEqual(before);
  });
});

test('days that the service writes in other ways are charted as what they are', async () => {
  const world = await shop();
  const argv = ['report', 'creatives', '--ad-type', 'base_report', '--last', '3d'];
  const plain = await world.must(...argv, '--chart', 'plain.svg');
  const forms = ['$1$2$3', '$1/$2/$3', '$1-$2-$3 00:00:00'];
  let row = 0;
  const wire = await alteringWire(
    world.sandbox.url,
    (_path, reply) => ({
      ...reply,
      body: reply.body.replace(/(?<="date":")[\d-]+/g, (date) =>
        date.replace(/(....)-(..)-(..)/, forms[row++ % forms.length] ?? ''),
      ),
    }),
    () => undefined,
  );
  onTestFinished(() => wire.close());
  const { code, stdout } = await world.run([...argv, '--chart', 'c.svg'], { env: { ADWRIGHT_BASE_URL: wire.url } });
  const courseOf = (text: string) => text.match(/^(?:views|clicks|totalCost) .*[▁▂▃▄▅▆▇█]{3}$/gm);
  expect([code, row, courseOf(stdout)]).toEqual([0, 12, courseOf(plain.stdout)]);
  expect(courseOf(stdout)).toHaveLength(3);
  expect(await world.read('c.svg')).toBe(await world.read('plain.svg'));
});

describe('more rows than a table shows', () => {
  const MANY = `campaigns: [ { campaignId: 5001, name: 鞋 } ]\ngroups:\n${Array.from({ length: 12 }, (_, n) => `  - { groupId: "${700 + n}", campaignId: 5001, name: "组 ${n}, 甲" }\n`).join('')}`;
  const argv = ['report', 'creatives', '--ad-type', 'base_report', '--last', '90d'];
  const total = 12 * 2 * 90;

  test('with --csv the table shows the first, sums all, and the file has all', async () => {
    const world = await World.start({ files: { 'adwright.yaml': projectFile() }, fixture: MANY });
    const { document } = await world.json('rows', [...argv, '--csv', 'json.csv']);
    const { stdout } = await world.run([...argv, '--csv', 'out.csv']);
    expect(stdout).toContain(`The first 2000 of ${total} rows. out.csv has all of them.`);
    expect(stdout).toMatch(new RegExp(`\\n${total} rows +\\d`));
    expect(stdout.match(/^20\d\d-/gm)).toHaveLength(2000 + 1);
    const csv = await world.read('out.csv');
    expect(csv.split('\r\n')).toHaveLength(1 + total + 1);
    expect(csv).toBe(await world.read('json.csv'));
    const views = document.rows.reduce((sum, row) => sum + Number(row['views']), 0);
    expect(stdout).toMatch(new RegExp(`\\n${total} rows .* ${views} `));
    expect(document.rows).toHaveLength(total);
  });

  test('without a file, or sorted, the table shows all', async () => {
    const world = await World.start({ files: { 'adwright.yaml': projectFile() }, fixture: MANY });
    for (const flags of [[], ['--csv', 'out.csv', '--sort', 'cost']]) {
      const { stdout } = await world.run([...argv, ...flags]);
      expect(stdout).not.toContain('The first');
      expect(stdout.match(/^20\d\d-/gm)).toHaveLength(total + 1);
    }
  });

  test('a report that fails leaves the older file as it was', async () => {
    const world = await World.start({ files: { 'adwright.yaml': projectFile(), 'out.csv': 'older\n' }, fixture: MANY });
    let calls = 0;
    const wire = await alteringWire(
      world.sandbox.url,
      (path, reply) => (path.includes('report') && ++calls > 40 ? { ...reply, status: 403, body: '{}' } : reply),
      () => undefined,
    );
    onTestFinished(() => wire.close());
    const end = await world.run([...argv, '--csv', 'out.csv'], { env: { ADWRIGHT_BASE_URL: wire.url } });
    expect(end.code).toBe(1);
    expect(await world.read('out.csv')).toBe('older\n');
    expect(await readdir(world.folder)).not.toContainEqual(expect.stringContaining('tmp'));
  });
});

describe('sums', () => {
  test('--sum group: a row a group in text, JSON and CSV, the same as adding up the rows', async () => {
    const world = await shop();
    const { document } = await world.json('rows', ['report', 'creatives', '--last', '2d']);
    const cents = (text: unknown) => {
      const [yuan = '', fen = ''] = String(text).split('.');
      return BigInt(yuan) * 100n + BigInt(fen.padEnd(2, '0'));
    };
    const byGroup = new Map<string, bigint>();
    for (const { groupId, totalCost } of document.rows)
      byGroup.set(String(groupId), (byGroup.get(String(groupId)) ?? 0n) + cents(totalCost));
    const argv = ['report', 'creatives', '--last', '2d', '--sum', 'group', '--sort', 'cost'];
    const sums = await world.json('rows', [...argv, '--csv', 'sums.csv']);
    expect(sums.document.rows).toHaveLength(2);
    expect(new Map(sums.document.rows.map((row) => [row['groupId'], cents(row['totalCost'])]))).toEqual(byGroup);
    const [first, second] = sums.document.rows.map((row) => cents(row['totalCost']));
    expect((first ?? 0n) >= (second ?? 0n)).toBe(true);
    const csv = (await world.read('sums.csv')).trimEnd().split('\r\n');
    expect(csv[0]).toBe('groupId,groupName,views,clicks,totalCost,clickRate,costPerClick');
    expect(csv).toHaveLength(3);
  });

  test('a row with something else than numbers is in no sum, with a warning', async () => {
    const world = await shop();
    const wire = await alteringWire(
      world.sandbox.url,
      (_path, reply) => ({ ...reply, body: reply.body.replace(/"totalCost":"[^"]*"/, '"totalCost":"1,000.00"') }),
      () => undefined,
    );
    onTestFinished(() => wire.close());
    const env = { ADWRIGHT_BASE_URL: wire.url };
    const argv = ['report', 'creatives', '--ad-type', 'base_report', '--last', '1d', '--sum', 'device'];
    const { document } = await world.json('rows', argv, { env });
    expect(document.diagnostics).toMatchObject([
      { code: 'report-rows-unsummed', detail: expect.stringMatching(/^2 rows/) },
    ]);
    const rows = (await world.json('rows', argv.slice(0, -2), { env })).document.rows;
    expect(rows.filter((row) => row['totalCost'] === '1,000.00')).toHaveLength(2);
    // One of the two groups is left on each device.
    const sound = rows.filter((row) => row['totalCost'] !== '1,000.00').map((row) => row['totalCost']);
    expect(document.rows.map((row) => row['totalCost'])).toEqual(sound);
  });
});

test.each([
  [['creatives']],
  [['creatives', '--ad-type', 'base_report']],
  [['components', '--level', 'group']],
  [['creatives', '--sum', 'group']],
  [['creatives', '--sum', 'campaign,group,type']],
  [['components', '--sum', 'day,device']],
])('report %j fits 80 columns of a terminal', async (argv) => {
  const world = await shop();
  const { stdout } = await world.run(['report', ...argv, '--last', '7d', '--no-color'], {
    terminal: true,
    columns: 80,
  });
  const lines = stdout.split('\n');
  expect(Math.max(...lines.map(displayWidth))).toBeLessThanOrEqual(80);
  expect(stdout).toContain('totalCost');
  expect(stdout).toMatch(/clickRate +\d+\.\d\d%/);
  // Ids stay whole; what has no room is named.
  if (argv.includes('--sum') && !argv.join().includes('group')) return;
  expect(stdout).toContain('9007199254740001');
  if (argv.length > 1) return;
  expect(stdout.replace(/\s+/g, ' ')).toContain(
    'Not shown, as there is no room: campaignId, campaignName, groupName. --json has all of it.',
  );
});
