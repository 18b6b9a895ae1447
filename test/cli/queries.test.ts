import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { displayWidth } from '../../src/render/characters/measure.js';
import { turnableClock } from '../support/cli.js';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

const BIG = '9007199254740993001';

const FIXTURE = `campaigns: [ { campaignId: 7, name: 茶叶 } ]
groups:
  - { groupId: "3001", campaignId: 7, name: "=HYPERLINK(1)" }
  - { groupId: "3002", campaignId: 7, name: 红茶 }
keywords:
  - { id: "${BIG}", groupId: "3001", word: 龙井茶, price: "1.50", matchType: phrase }
  - { id: "4002", groupId: "3001", word: tea, price: "0.30", matchType: exact, status: reject, cause: 违禁词 }
apps:
  - { appId: "6001", title: 茶友, type: iOS, appUrl: "https://a.example.com/1", status: enable }
  - { appId: "6002", title: tea, type: Android, appUrl: "https://a.example.com/2", status: pending }
pictures:
  - { picId: "5001", width: 200, height: 100, source: pichouse, tags: [绿茶, 主图], groupIds: ["3001", "3002"] }
  - { picId: "5002", width: 300, height: 100, source: creative, tags: [], groupIds: ["3001"] }
tags: [ { id: "1", title: 重点, is_important: "1" } ]
keywordPackages:
  移动热词: [ { word: 红茶, pv: 1200, mpv: "<10" } ]
  转化词包: [ { word: 绿茶, pv: "20", mpv: "11" } ]
`;

function teaShop(account = '', fixture = FIXTURE): Promise<World> {
  return World.start({ files: { 'adwright.yaml': projectFile(account) }, fixture });
}

const lines = (text: string) => text.trimEnd().split('\n');
/** What the service was asked, without logins. */
const asked = (world: World) => world.requests().filter(({ operation }) => operation !== 'login');

describe('lists', () => {
  test('keywords get: the order of the ids, ids digit for digit, and what was not returned', async () => {
    const world = await teaShop();
    const { document, stderr } = await world.json('rows', ['keywords', 'get', '4002', BIG, '4002', '999']);
    expect(document.rows.map((row) => [row['id'], row['word'], row['price'], row['cause']])).toEqual([
      ['4002', 'tea', '0.30', '违禁词'],
      [BIG, '龙井茶', '1.50', ''],
    ]);
    expect(stderr).toBe('Not returned by the service: 999.\n');
    expect(asked(world).map(({ fields }) => fields['idList'])).toEqual([`[4002,${BIG},999]`]);
    const quiet = await world.run(['keywords', 'get', '999', '--quiet']);
    expect(quiet).toEqual({ code: 0, stdout: 'No rows.\n', stderr: '' });
  });

  test('columns are aligned by what a terminal shows', async () => {
    const world = await teaShop();
    const { stdout } = await world.must('keywords', 'get', BIG, '4002');
    const [head = '', ...rows] = lines(stdout);
    const at = displayWidth(head.slice(0, head.indexOf('matchType')));
    for (const row of rows) {
      const start = /phrase|exact/.exec(row)?.index ?? -1;
      expect(displayWidth(row.slice(0, start)), row).toBe(at);
    }
    expect(stdout).not.toContain('\u001b');
  });

  test('what the interface would refuse is refused before any call', async () => {
    const world = await teaShop();
    for (const argv of [
      ['keywords', 'get', 'abc'],
      ['keywords', 'get', '0123'],
      ['keywords', 'get', '-5'],
      ['keywords', 'get', '1.5'],
      ['keywords', 'get', '1,2'],
      ['keywords', 'get', ''],
      ['keywords', 'get'],
      ['apps', 'list', '6001', 'x'],
      ['pictures', 'list', '--width', '0'],
      ['pictures', 'list', '--height', '2e2'],
      ['pictures', 'list', '--source', 'web'],
    ]) {
      const { code, stdout, stderr } = await world.run(argv);
      expect({ argv, code, stdout }).toEqual({ argv, code: 1, stdout: '' });
      expect(stderr).toMatch(/^error/);
    }
    expect(world.requests()).toEqual([]);
  });

  test('every wrong id is named, not the first alone', async () => {
    const world = await teaShop();
    const { document } = await world.json('error', ['keywords', 'get', 'x1', '5', 'x2']);
    expect(document.diagnostics.map(({ code, detail }) => [code, detail])).toEqual([
      ['query-parameter', expect.stringContaining('"x1"')],
      ['query-parameter', expect.stringContaining('"x2"')],
    ]);
  });

  test('tags and packages; a package is asked for by its exact name', async () => {
    const world = await teaShop();
    expect((await world.json('rows', ['keywords', 'tags'])).document.rows).toEqual([
      { id: '1', title: '重点', is_important: '1' },
    ]);
    const all = await world.json('rows', ['keywords', 'packages']);
    expect(all.document.rows).toEqual([
      { package: '移动热词', word: '红茶', pv: '1200', mpv: '<10' },
      { package: '转化词包', word: '绿茶', pv: '20', mpv: '11' },
    ]);
    expect((await world.json('rows', ['keywords', 'packages', '转化词包'])).document.rows).toHaveLength(1);
    const none = await world.run(['keywords', 'packages', '转化']);
    expect(none).toMatchObject({ code: 0, stdout: 'No rows.\n' });
    expect(none.stderr).toContain('no package named exactly 转化');
  });

  test('apps: all, some, and one that is not there', async () => {
    const world = await teaShop();
    const titles = async (...ids: string[]) =>
      (await world.json('rows', ['apps', 'list', ...ids])).document.rows.map((row) => row['title']);
    expect(await titles()).toEqual(['茶友', 'tea']);
    expect(await titles('6002')).toEqual(['tea']);
    expect((await world.run(['apps', 'list', '6002', '7'])).stderr).toBe('Not returned by the service: 7.\n');
  });

  test('pictures: filters go to the service, its own word for rich creatives among them; tags are a list', async () => {
    const world = await teaShop(
      '    service: { richCreativeWord: combo }\n',
      `${FIXTURE}options: { service: { richCreativeWord: combo } }\n`,
    );
    const list = async (...argv: string[]) => (await world.json('rows', ['pictures', 'list', ...argv])).document.rows;
    expect((await list()).map((row) => [row['picId'], row['tags']])).toEqual([
      ['5001', ['绿茶', '主图']],
      ['5002', []],
    ]);
    expect(
      (await list('--width', '300', '--height', '100', '--source', 'creative')).map((row) => row['picId']),
    ).toEqual(['5002']);
    expect(asked(world).at(-1)?.fields).toEqual({ width: '300', height: '100', source: 'creative', page: '1' });
    expect((await world.run(['pictures', 'list', '--source', 'combo'])).code).toBe(0);
    const refused = await world.run(['pictures', 'list', '--source', 'richcreative']);
    expect(refused.code).toBe(1);
    expect(refused.stderr).toContain('pichouse, creative, combo, openapi');
  });

  test('several pages; a count that does not come true and a page that repeats are reported on stderr', async () => {
    const pictures = Array.from({ length: 401 }, (_, index) => `  - { picId: "${10_000 + index}" }\n`).join('');
    const world = await teaShop('', `pictures:\n${pictures}`);
    const { document, stderr } = await world.json('rows', ['pictures', 'list']);
    expect(document.rows).toHaveLength(401);
    expect(stderr).toBe('');
    expect(asked(world)).toHaveLength(3);

    const page = { count: 500, pictureList: [{ picId: 1, tags: [] }] };
    world.sandbox.control.addFaults({
      operation: 'listPictures',
      kind: 'status',
      status: 200,
      body: JSON.stringify(page),
      times: 2,
    });
    const again = await world.json('rows', ['pictures', 'list']);
    expect(again.document.rows).toHaveLength(1);
    expect(again.stderr).toContain('page-repeated');

    world.sandbox.control.clearFaults();
    world.sandbox.control.addFaults({
      operation: 'listPictures',
      kind: 'status',
      status: 200,
      body: JSON.stringify(page),
      times: 1,
    });
    world.sandbox.control.addFaults({
      operation: 'listPictures',
      kind: 'status',
      status: 200,
      body: '{"count":500,"pictureList":[]}',
      from: 2,
      times: 1,
    });
    expect((await world.json('rows', ['pictures', 'list'])).stderr).toContain('counts 500 rows and returned 1');
  });
});

describe('reports: what is refused before any call', () => {
  // It is 2026-03-02, 10:00, in Shanghai.
  test('each fault, with what is allowed', async () => {
    const world = await teaShop();
    const faults: readonly [string, string[], string][] = [
      ['components: today', ['components', '--to', '2026-03-02'], 'at latest yesterday, 2026-03-01'],
      ['creatives: tomorrow', ['creatives', '--to', '2026-03-03'], 'at latest today, 2026-03-02'],
      ['91 days', ['components', '--from', '2025-12-01', '--to', '2026-03-01'], 'at most 90 days'],
      ['a day that the calendar lacks', ['components', '--from', '2024-02-30'], 'not "2024-02-30"'],
      ['no date', ['creatives', '--from', 'yesterday'], 'not "yesterday"'],
      ['another form of date', ['creatives', '--from', '2026-3-1'], 'YYYY-MM-DD'],
      ['the end before the start', ['components', '--from', '2026-03-01', '--to', '2026-02-01'], 'is after --to'],
      ['an unknown level', ['components', '--level', 'campaign'], 'account, plan, group'],
      ['an unknown type', ['components', '--type', 'tablet'], 'all, computer, mobile'],
      ['an unknown type of creatives', ['creatives', '--type', 'pc'], 'all, computer, mobile'],
      ['an unknown ad type', ['creatives', '--ad-type', 'sum'], 'creative, base_report'],
      ['ids that are none', ['components', '--level', 'group', '--ids', '1,x'], '"x" is not an id'],
      ['a list without ids', ['components', '--level', 'group', '--ids', ','], '"," is not an id'],
      ['ids at a level that ignores them', ['components', '--ids', '3001'], '--level plan'],
      ['a level of creatives', ['creatives', '--level', 'group'], "unknown option '--level'"],
      ['an ad type of components', ['components', '--ad-type', 'creative'], "unknown option '--ad-type'"],
      ['a mark without a file', ['components', '--bom'], '--bom needs --csv'],
      ['a file in no folder', ['components', '--csv', 'nope/x.csv'], 'its folder does not exist'],
      ['a file that is a folder', ['components', '--csv', '.'], 'it is a folder'],
    ];
    for (const [fault, argv, words] of faults) {
      const { code, stdout, stderr } = await world.run(['report', ...argv]);
      expect({ fault, code, stdout }).toEqual({ fault, code: 1, stdout: '' });
      expect(stderr.replace(/\s+=?\s*/g, ' '), fault).toContain(words);
    }
    expect(world.requests()).toEqual([]);
  });

  test('exactly 90 days are asked for each, and the last is yesterday', async () => {
    const world = await teaShop('    limits: { requestsPerSecond: 100000 }\n');
    const run = await world.run(['report', 'components', '--from', '2025-12-02', '--type', 'mobile']);
    expect(run.code).toBe(0);
    const days = asked(world)
      .map(({ fields }) => [fields['startDate'], fields['endDate'], fields['type']])
      .sort();
    expect(days).toHaveLength(90);
    expect(days[0]).toEqual(['2025-12-02', '2025-12-02', 'mobile']);
    expect(days.at(-1)).toEqual(['2026-03-01', '2026-03-01', 'mobile']);
  });

  test.each([
    ['2026-03-01T15:59:59Z', 'Asia/Shanghai', '2026-02-28'],
    ['2026-03-01T16:00:00Z', 'Asia/Shanghai', '2026-03-01'],
    ['2026-03-01T16:00:00Z', 'America/Los_Angeles', '2026-02-28'],
    ['2026-03-02T08:00:00Z', 'America/Los_Angeles', '2026-03-01'],
  ])('at %s in %s yesterday is %s, whatever the zone of this machine', async (now, timeZone, day) => {
    const world = await teaShop(`    timeZone: ${timeZone}\n`);
    const clock = turnableClock(now);
    const next = new Date(Date.parse(day) + 86_400_000).toISOString().slice(0, 10);
    const refused = await world.run(['report', 'components', '--to', next], { clock });
    expect(refused.stderr.replace(/\s+/g, ' ')).toContain(
      `at latest yesterday, ${day} in the account's time (${timeZone})`,
    );
    await world.run(['report', 'components'], { clock });
    expect(asked(world)[0]?.fields['startDate']).toBe(day);
  });
});

describe('reports', () => {
  test('a table with sums at its foot and the course of views, clicks and cost', async () => {
    const world = await teaShop();
    const { stdout } = await world.must(
      'report',
      'components',
      '--from',
      '2026-02-27',
      '--level',
      'group',
      '--ids',
      '3002',
    );
    const { document } = await world.json('rows', [
      'report',
      'components',
      '--from',
      '2026-02-27',
      '--level',
      'group',
      '--ids',
      '3002',
    ]);
    const total = (name: string) => document.rows.reduce((sum, row) => sum + Number(row[name]), 0);
    const text = lines(stdout);
    expect(document.rows).toHaveLength(3 * 4);
    expect(text[0]).toMatch(
      /^date +type +campaignId +campaignName +groupId +groupName +sublinkId +views +clicks +totalCost$/,
    );
    const foot = text.find((line) => line.startsWith('12 rows')) ?? '';
    expect(foot.split(/\s+/).slice(2)).toEqual([
      String(total('views')),
      String(total('clicks')),
      total('totalCost').toFixed(2),
    ]);
    expect(stdout).toContain('2026-02-27 to 2026-03-01\n');
    for (const name of ['views', 'clicks', 'totalCost'])
      expect(stdout).toMatch(new RegExp(`^${name} +[\\d.]+ {2}[▁▂▃▄▅▆▇█]{3}$`, 'm'));
    // Chosen here and not at the service, as the interface advises.
    expect(asked(world).every(({ fields }) => fields['idList'] === undefined)).toBe(true);
  });

  test('creatives: two requests a day, and each row says its device', async () => {
    const world = await teaShop();
    const { document } = await world.json('rows', ['report', 'creatives', '--ad-type', 'base_report']);
    expect(document.rows.map((row) => [row['groupId'], row['type']])).toEqual([
      ['3001', 'computer'],
      ['3002', 'computer'],
      ['3001', 'mobile'],
      ['3002', 'mobile'],
    ]);
    expect(asked(world).map(({ fields }) => [fields['type'], fields['ad_type']])).toEqual([
      ['computer', 'base_report'],
      ['mobile', 'base_report'],
    ]);
  });

  test('no rows, one row, several pages', async () => {
    const world = await teaShop();
    const none = await world.must('report', 'components', '--level', 'group', '--ids', '777');
    expect(none.stdout).toBe('No rows.\n');
    const one = await world.must(
      'report',
      'creatives',
      '--type',
      'mobile',
      '--ad-type',
      'base_report',
      '--ids',
      '3001',
    );
    expect(one.stdout).toContain('\n1 row ');
    world.sandbox.control.setOptions({ reports: { generatedGroups: 498 } });
    const many = await world.json('rows', ['report', 'components']);
    expect(many.document.rows).toHaveLength(2000);
    expect(new Set(many.document.rows.map((row) => `${row['sublinkId']} ${row['type']}`)).size).toBe(2000);
    expect(many.stderr).toBe('');
    // A full last page asks for one more, which a service may answer with the last one again.
    world.sandbox.control.setOptions({ pastLastPage: 'last-page' });
    const repeated = await world.json('rows', ['report', 'components']);
    expect(repeated.document.rows).toHaveLength(2000);
    expect(repeated.stderr).toContain('page-repeated');
  });

  test('CSV: the columns of the table, formulas defused, ids whole, a mark only when asked', async () => {
    const world = await teaShop('', FIXTURE.replaceAll('3002', BIG));
    await world.must('report', 'creatives', '--type', 'mobile', '--ad-type', 'base_report', '--csv', 'out.csv');
    const text = await world.read('out.csv');
    const [head, first, second] = text.split('\r\n');
    expect(head).toBe('date,type,campaignId,campaignName,groupId,groupName,views,clicks,totalCost');
    expect(first).toMatch(/^2026-03-01,mobile,7,茶叶,3001,'=HYPERLINK\(1\),\d+,\d+,\d+\.\d\d$/);
    expect(second).toMatch(new RegExp(`^2026-03-01,mobile,7,茶叶,'${BIG},红茶,`));
    await world.must('report', 'creatives', '--csv', 'mark.csv', '--bom');
    expect([...(await readFile(join(world.folder, 'mark.csv'))).subarray(0, 5)]).toEqual([
      0xef, 0xbb, 0xbf, 0x64, 0x61,
    ]);
    // An empty report is a heading, not an empty file.
    await world.must('report', 'components', '--level', 'group', '--ids', '777', '--csv', 'none.csv');
    expect(lines(await world.read('none.csv'))).toHaveLength(1);
  });
});

describe('a report that is not ready (70109)', () => {
  /** 2026-03-02, 08:00 in Shanghai: half an hour before the report of the day before. */
  async function early(): Promise<World> {
    const world = await teaShop();
    world.clock.turn(-2 * 3_600_000);
    return world;
  }
  const REPORT = ['report', 'components', '--from', '2026-02-28'];

  test('exit 8, the day is named, and the days that are ready are there', async () => {
    const world = await early();
    const text = await world.run([...REPORT, '--csv', 'out.csv']);
    expect(text.code).toBe(8);
    expect(text.stderr).toContain('report-not-ready');
    expect(text.stderr).toContain('2026-03-01');
    expect(text.stdout).toContain('2026-02-28  computer');
    expect(lines(await world.read('out.csv'))).toHaveLength(1 + 8);
    const { document, code } = await world.json('rows', REPORT);
    expect(code).toBe(8);
    expect(document.rows).toHaveLength(8);
    expect(document.diagnostics).toMatchObject([{ code: 'report-not-ready' }]);
  });

  test('--wait waits until it is, and says so', async () => {
    const world = await early();
    const run = await world.run([...REPORT, '--wait']);
    expect(run.code).toBe(0);
    expect(run.stderr).toContain('2026-03-01: not ready (70109); asking again in 60 s.');
    expect(run.stdout).toContain('2026-03-01  computer');
    // Asked 1, 3, 7, 15, 25 and 35 minutes after 08:00: ready at 08:30.
    expect(asked(world).length).toBeLessThan(10);
    const local = world.clock.now().getTime() - Date.parse('2026-03-02T00:00:00Z');
    expect(local).toBeGreaterThanOrEqual(30 * 60_000);
    expect(local).toBeLessThan(41 * 60_000);
  });

  test('waiting ends after two hours: exit 8', async () => {
    const world = await early();
    world.sandbox.control.setOptions({ reports: { readyAt: '23:59' } });
    const run = await world.run([...REPORT, '--wait']);
    expect(run.code).toBe(8);
    expect(world.clock.now().getTime() - Date.parse('2026-03-02T00:00:00Z')).toBeLessThan(121 * 60_000);
  });

  test('Ctrl-C while waiting: exit 130, and nothing more is asked', async () => {
    const world = await early();
    const stop = new AbortController();
    const clock = {
      now: () => world.clock.now(),
      sleep: async (milliseconds: number) => {
        if (milliseconds >= 60_000) stop.abort();
        world.clock.turn(milliseconds);
      },
    };
    const run = await world.run([...REPORT, '--wait'], { clock, signal: stop.signal });
    expect(run.code).toBe(130);
    expect(asked(world)).toHaveLength(2);
    expect(run.stderr).not.toContain('bug in Adwright');
  });

  test('before 08:30 a list that comes all the same is marked as perhaps incomplete', async () => {
    const world = await early();
    world.sandbox.control.setOptions({ reports: { readyAt: '00:00' } });
    const { document, code } = await world.json('rows', REPORT);
    expect(code).toBe(0);
    expect(document.diagnostics).toMatchObject([{ code: 'report-maybe-incomplete', severity: 'warning' }]);
  });
});

describe('pictures unbind', () => {
  const unbind = async (world: World, list: string, ...argv: string[]) => {
    await world.write('unbind.yaml', list);
    return world.run(['pictures', 'unbind', 'unbind.yaml', ...argv]);
  };
  const LIST = '- { groupId: 3001, picIdList: [5001, "5002"] }\n- { groupId: 3002, picIdList: [5001] }\n';
  const bound = (world: World) => world.sandbox.control.state().pictures.map(({ groupIds }) => groupIds);

  test('shows what it will do, asks, and tells of each group; a single refusal does not stop the others', async () => {
    const world = await teaShop();
    await world.write('unbind.yaml', LIST);
    const run = await world.run(['pictures', 'unbind', 'unbind.yaml'], { terminal: true, answer: 'yes' });
    expect(run.code).toBe(3);
    expect(run.stderr).toContain('group 3001: unbind 5001, 5002');
    expect(run.stderr).toContain('3 pictures from 2 groups');
    expect(run.stderr.indexOf('group 3001')).toBeLessThan(run.stderr.indexOf('Only `yes`'));
    expect(run.stdout).toMatch(/3001 .*failed.*250202/);
    expect(run.stdout).toMatch(/3002 .*done/);
    expect(world.writes().map(({ fields }) => fields['picList'])).toEqual([
      '[{"groupId":3001,"picIdList":["5001","5002"]},{"groupId":3002,"picIdList":["5001"]}]',
    ]);
  });

  test.each([
    ['HTTP 200', 200],
    ['HTTP 400', 400],
  ])('a refusal of the whole call with %s: each group shows its code and its words', async (_, status) => {
    const world = await teaShop();
    const body = '{"failures":[{"code":250202,"message":"not now","description":"maintenance"}]}';
    world.sandbox.control.addFaults({ operation: 'unbindPictures', kind: 'status', status, body });
    const { code, stdout } = await unbind(world, LIST, '--auto-approve', '--json');
    expect(code).toBe(3);
    const { rows } = JSON.parse(stdout) as { rows: { groupId: string; code?: string; message?: string }[] };
    expect(rows.map(({ groupId }) => groupId)).toEqual(['3001', '3002']);
    for (const row of rows) {
      expect(row.code).toBe('250202');
      expect(row.message).toContain('not now, maintenance');
    }
  });

  test('a refusal of the whole call whose reasons differ: each at its group, and what names none once', async () => {
    const world = await teaShop();
    const failures = [
      { code: 7, message: 'no right', groupId: 3002 },
      { code: 8, message: 'limit', groupId: 77 },
    ];
    const body = JSON.stringify({ failures });
    world.sandbox.control.addFaults({ operation: 'unbindPictures', kind: 'status', status: 200, body });
    const { code, stdout } = await unbind(world, LIST, '--auto-approve', '--json');
    expect(code).toBe(3);
    expect(JSON.parse(stdout)).toMatchObject({
      rows: [
        { groupId: '3001', outcome: 'failed', message: 'the service refused the whole request' },
        { groupId: '3002', outcome: 'failed', code: '7', message: 'no right' },
      ],
      diagnostics: [
        {
          code: 'failure-unnamed',
          detail:
            'group 3001 and 1 more: the reply does not say which item these reasons are about: 8: limit (it names groupId 77).',
        },
      ],
    });
  });

  test('anything but yes, and no one to ask: nothing is sent', async () => {
    const world = await teaShop();
    await world.write('unbind.yaml', LIST);
    const no = await world.run(['pictures', 'unbind', 'unbind.yaml'], { terminal: true, answer: 'y' });
    expect(no.code).toBe(1);
    const alone = await world.run(['pictures', 'unbind', 'unbind.yaml']);
    expect(alone.code).toBe(1);
    expect(alone.stderr).toContain('--auto-approve');
    expect(alone.stderr).not.toContain('--expect');
    expect((await world.json('error', ['pictures', 'unbind', 'unbind.yaml'])).document.error.code).toBe(
      'confirmation-needed',
    );
    expect(world.requests()).toEqual([]);
    const before = bound(world);
    expect(before).toEqual([['3001', '3002'], ['3001']]);
  });

  test.each([
    ['a map', 'groupId: 1\n', 1],
    ['an empty file', '', 1],
    ['an empty list', '[]\n', 1],
    ['no YAML', '- { groupId: 1, picIdList: [1\n', 1],
    ['an unknown key', '- { groupId: 1, picIdList: [1], pics: [2] }\n', 1],
    ['a missing key', '- { groupId: 1 }\n', 1],
    ['ids that are none', '- { groupId: g, picIdList: [p, 007] }\n', 3],
    ['no picture', '- { groupId: 1, picIdList: [] }\n', 1],
    ['a group twice, a picture twice', '- { groupId: 1, picIdList: [1] }\n- { groupId: 1, picIdList: [2, 2] }\n', 1],
  ])('%s is a fault with its place', async (_, list, faults) => {
    const world = await teaShop();
    const run = await unbind(world, list, '--auto-approve', '--json');
    expect(run.code).toBe(1);
    const { diagnostics } = JSON.parse(run.stdout) as { diagnostics: { source?: { file: string; line: number } }[] };
    expect(diagnostics.length).toBe(faults);
    for (const { source } of diagnostics)
      expect(source).toMatchObject({ file: 'unbind.yaml', line: expect.any(Number) });
    expect(world.requests()).toEqual([]);
  });

  test('a file that is not there', async () => {
    const world = await teaShop();
    const run = await world.run(['pictures', 'unbind', 'nope.yaml', '--auto-approve']);
    expect(run.code).toBe(1);
    expect(run.stderr).toContain('nope.yaml: there is no such file');
  });

  test('201 groups are two calls of 200 and 1; ids above 2^53 arrive digit for digit', async () => {
    const ids = [BIG, ...Array.from({ length: 200 }, (_, index) => String(20_000 + index))];
    const groups = ids.map((groupId) => `  - { groupId: "${groupId}", campaignId: 1 }\n`).join('');
    const world = await teaShop(
      '',
      `groups:\n${groups}pictures:\n  - { picId: "${BIG}", tags: [a], groupIds: ["${BIG}"] }\n`,
    );
    const list = ids.map((groupId) => `- { groupId: ${groupId}, picIdList: [${BIG}] }\n`).join('');
    const run = await unbind(world, list, '--auto-approve', '--json');
    expect(run.code).toBe(0);
    const sent = world.writes().map(({ fields }) => fields['picList'] ?? '');
    expect(sent.map((text) => text.split('groupId').length - 1)).toEqual([200, 1]);
    expect(sent[0]?.startsWith(`[{"groupId":${BIG},"picIdList":["${BIG}"]}`)).toBe(true);
    expect(bound(world)).toEqual([[]]);
  });
});
