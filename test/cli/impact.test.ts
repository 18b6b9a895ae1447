import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { alteringWire } from '../support/altering-wire.js';
import { userFoldersOf } from '../support/cli.js';
import { projectFile, SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

/** Two keywords in two groups, of which the first is to change; a third group is touched by nothing. */
const FIXTURE = `groups:
  - { groupId: "556001", name: "秋季\t女鞋" }
  - { groupId: "556003", name: 箱包 }
keywords:
  - { id: "80001001", groupId: "556001", word: 女鞋, price: "0.80", matchType: phrase }
  - { id: "80001002", groupId: "556002", word: 男鞋, price: "0.80", matchType: phrase }
`;
const KEYWORDS = `version: 1
keywords:
  - { id: 80001001, word: 女鞋, price: 0.90 }
  - { id: 80001002, word: 男鞋, price: 0.80 }
`;

/** What each group spends on each device and day, in place of what the sandbox makes up. */
const COSTS: Readonly<Record<string, string>> = { '556001': '0.11', '556002': '10', '556003': '0.29' };

interface Row {
  groupId: string;
  totalCost: string;
  clicks: string;
  views: string;
}

/** A world whose reports say `COSTS`, with 1 click and 10 views in each row. */
async function priced(account = '', files: Readonly<Record<string, string>> = {}) {
  const world = await World.start({
    fixture: FIXTURE,
    files: { 'adwright.yaml': projectFile(account), 'ads/shoes.yaml': KEYWORDS, ...files },
  });
  const alter = (path: string, reply: { status: number; body: string }) => {
    if (!path.includes('report/')) return reply;
    const body: { richcreativeList?: Row[] } = JSON.parse(reply.body);
    for (const row of body.richcreativeList ?? []) {
      Object.assign(row, { totalCost: COSTS[row.groupId], clicks: '1', views: '10' });
    }
    return { ...reply, body: JSON.stringify(body) };
  };
  const wire = await alteringWire(world.sandbox.url, alter, () => undefined);
  onTestFinished(() => wire.close());
  const env = { ADWRIGHT_BASE_URL: wire.url };
  const reports = () => world.requests().filter(({ operation }) => operation === 'creativeReport').length;
  return {
    world,
    reports,
    run: (...argv: readonly string[]) => world.run(argv, { env }),
    plan: async (...argv: readonly string[]) => (await world.json('plan', ['plan', ...argv], { env })).document,
  };
}

describe('plan --impact', () => {
  test('joins seven days of both devices with what is touched; the digest is the same without it', async () => {
    const { plan } = await priced();
    const with7 = await plan('--impact');
    // 7 days, 2 devices: 14 × 0.11; the account 14 × (0.11 + 10 + 0.29). 1.54 / 145.60 = 1.0577 %.
    expect(with7.impact).toEqual({
      from: '2026-02-23',
      to: '2026-03-01',
      cost: '1.54',
      accountCost: '145.60',
      sharePercent: '1.1',
      groups: [{ id: '556001', cost: '1.54', clicks: 14, views: 140, changes: 1 }],
      missing: [],
    });
    const without = await plan();
    expect(without.impact).toBeUndefined();
    expect(without.digest).toBe(with7.digest);
  });

  test('text and Markdown say what was spent, and never what a change will cost', async () => {
    const { run, world } = await priced();
    const { stdout } = await run('plan', '--impact', '1', '--markdown', 'plan.md', '--out', 'saved.plan');
    const sentence =
      "The group touched spent 0.22 yuan on 2026-03-01, 1.1% of the account's 20.80 yuan, with 2 clicks and 20 views.";
    expect(stdout).toContain(`Cost\n  ${sentence}\n`);
    // What the report calls a group that no manifest describes, the first time and from what was kept; a tab breaks nothing.
    expect(stdout).toContain('Keywords in group 556001 秋季 女鞋, spent 0.22 (1)');
    expect(stdout).toMatch(/GROUP +ID +COST +CLICKS +VIEWS +CHANGES\n +秋季 女鞋 +556001 +0\.22 +2 +20 +1\n/);
    expect((await run('plan', '--impact', '1')).stdout).toContain('Keywords in group 556001 秋季 女鞋, spent 0.22 (1)');
    expect(stdout).not.toMatch(/will cost|would cost/);
    const comment = await world.read('plan.md');
    expect(comment).toContain(`\n${sentence}\n`);
    expect(comment).toMatch(/<summary>Cost by group \(1\)<\/summary>\n\n```\nGROUP/);
    expect((await run('show', 'saved.plan')).stdout).toContain(sentence);
  });

  test('days that are not ready are named and in no sum', async () => {
    const { plan, run, world } = await priced();
    world.sandbox.control.setOptions({ reports: { readyAt: '12:00' } });
    const { impact } = await plan('--impact', '2');
    expect(impact).toMatchObject({ cost: '0.22', from: '2026-02-28', to: '2026-03-01', missing: ['2026-03-01'] });
    expect((await run('plan', '--impact', '2')).stdout).toContain('Without 2026-03-01: no report.');
    const none = (await plan('--impact', '1')).impact;
    expect(none).toMatchObject({ cost: null, accountCost: null, sharePercent: null, missing: ['2026-03-01'] });
    expect(none?.groups).toEqual([{ id: '556001', cost: null, clicks: null, views: null, changes: 1 }]);
  });

  test('a report that fails makes its days missing, with a warning, and stops nothing', async () => {
    const { plan, run, world } = await priced();
    const fails = { operation: 'creativeReport', kind: 'refuse-all', code: 4711, message: '报表出错' } as const;
    // The mobile half of the second day.
    world.sandbox.control.addFaults({ ...fails, from: 4, times: 1 });
    const document = await plan('--impact', '3');
    expect(document.impact).toMatchObject({ cost: '0.44' });
    expect(document.impact?.missing).toHaveLength(1);
    const warnings = document.diagnostics.filter(({ code }) => code === 'figures-unread');
    expect(warnings).toHaveLength(1);
    expect(warnings[0]).toMatchObject({ severity: 'warning', detail: expect.stringContaining('4711') });
    expect(warnings[0]?.detail).toContain(document.impact?.missing[0]);
    expect((await run('apply', '--auto-approve')).code).toBe(0);
  });

  test('a finished day is asked for once; one that was not finished, or a damaged copy, is asked for again', async () => {
    const { plan, reports, world } = await priced();
    // 08:00 in China: yesterday is there, and may still grow.
    world.sandbox.control.setOptions({ reports: { readyAt: '00:00' } });
    world.clock.turn(-2 * 3_600_000);
    const early = await plan('--impact', '3');
    expect(early.diagnostics.map(({ code }) => code)).toEqual(['report-maybe-incomplete']);
    expect(reports()).toBe(6);
    await plan('--impact', '3');
    expect(reports()).toBe(8);
    world.clock.turn(2 * 3_600_000);
    const [first, second] = [await plan('--impact', '3'), await plan('--impact', '3')];
    expect(reports()).toBe(10);
    expect(second.impact).toEqual(first.impact);
    expect(second.impact).toMatchObject({ cost: '0.66', accountCost: '62.40' });

    const folder = join(userFoldersOf(world.folder).data, 'figures');
    const [account = ''] = await readdir(folder);
    const file = join(folder, account, '2026-02-27');
    await writeFile(file, (await readFile(file, 'utf8')).replace('0.11', '9.11'));
    expect((await plan('--impact', '3')).impact).toEqual(first.impact);
    expect(reports()).toBe(12);
  });

  test('a folder that cannot be written to costs nothing but the copy', async () => {
    const { plan, reports, world } = await priced();
    const { data } = userFoldersOf(world.folder);
    await mkdir(data, { recursive: true });
    await writeFile(join(data, 'figures'), 'in the way');
    for (const times of [2, 4]) {
      expect((await plan('--impact', '1')).impact).toMatchObject({ cost: '0.22' });
      expect(reports()).toBe(times);
    }
  });

  test.each([['0'], ['91'], ['1.5'], ['-1'], ['week']])('%s days are refused before any call', async (days) => {
    const { run, world } = await priced();
    const end = await run('plan', `--impact=${days}`);
    expect([end.code, end.stderr]).toEqual([1, expect.stringContaining('from 1 to 90')]);
    expect(world.requests()).toEqual([]);
  });

  test('a plan that changes nothing tells what the account spent', async () => {
    const { plan, world } = await priced();
    await world.edit('ads/shoes.yaml', '0.90', '0.80');
    expect((await plan('--impact', '1')).impact).toMatchObject({
      cost: '0.00',
      accountCost: '20.80',
      sharePercent: '0.0',
      groups: [],
    });
  });
});

describe('guardrails on what the groups touched spent', () => {
  test.each([
    ['maxSpendTouched', '1.54', '1.53'],
    // 1.54 / 145.60 = 1.05769… %
    ['maxSpendTouchedPercent', '1.06', '1.057'],
  ])('%s: %s passes without the flag, %s stops plan and apply until it is allowed', async (rule, passes, stops) => {
    const { plan, run, world, reports } = await priced(`    guardrails: { ${rule}: ${passes} }\n`);
    const sound = await plan();
    expect([sound.findings, sound.impact?.cost, reports()]).toEqual([[], '1.54', 14]);
    await world.edit('adwright.yaml', passes, stops);
    expect((await plan()).findings).toMatchObject([{ rule, allowed: false }]);
    expect((await run('plan', '--fail-on', 'guardrail')).code).toBe(5);
    const refused = await run('apply', '--auto-approve');
    expect([refused.code, refused.stderr.replace(/\s+/g, ' ')]).toEqual([
      1,
      expect.stringContaining(`--allow ${rule}`),
    ]);
    expect(world.writes()).toEqual([]);
    expect((await run('apply', '--auto-approve', '--allow', rule)).code).toBe(0);
    expect(world.writes()).toHaveLength(1);
  });

  test('judged on the days there are; without any there is a finding of its own', async () => {
    const { plan, run, world } = await priced('    guardrails: { maxSpendTouched: 1.32 }\n');
    world.sandbox.control.setOptions({ reports: { readyAt: '12:00' } });
    // Six of seven days: 12 × 0.11.
    expect((await plan()).findings).toEqual([]);
    const all = { operation: 'creativeReport', kind: 'refuse-all', code: 1, message: 'x', times: 0 } as const;
    world.sandbox.control.addFaults(all);
    world.clock.turn(10 * 86_400_000);
    const blind = await plan();
    expect(blind.findings).toMatchObject([{ rule: 'figures-missing', allowed: false }]);
    expect(blind.impact).toMatchObject({ cost: null });
    expect((await run('apply', '--auto-approve')).code).toBe(1);
    expect((await run('apply', '--auto-approve', '--allow', 'figures-missing')).code).toBe(0);
  });

  test('a saved plan is judged on as many days as it was made with', async () => {
    const { run } = await priced('    guardrails: { maxSpendTouched: 0.22 }\n');
    expect((await run('plan', '--impact', '1', '--out', 'one.plan', '--fail-on', 'guardrail')).code).toBe(0);
    expect((await run('apply', '--auto-approve')).code).toBe(1);
    expect((await run('apply', 'one.plan')).code).toBe(0);
  });

  test('apply takes the days as plan does; pull reads no figures', async () => {
    const { plan, run, reports } = await priced('    guardrails: { maxSpendTouched: 0.22 }\n');
    const { digest } = await plan('--impact', '1');
    expect((await run('pull')).code).toBe(0);
    expect(reports()).toBe(2);
    expect((await run('apply', '--expect', digest)).code).toBe(1);
    expect((await run('apply', '--expect', digest, '--impact', '1')).code).toBe(0);
  });

  test('a plan that reads nothing says that it cannot be judged; one that touches nothing asks nothing', async () => {
    const { plan, world, reports } = await priced('    guardrails: { maxSpendTouched: 100 }\n');
    expect((await plan('--no-refresh')).findings).toMatchObject([{ rule: 'figures-missing' }]);
    await world.edit('ads/shoes.yaml', '0.90', '0.80');
    const still = await plan();
    expect([still.findings, still.impact, reports()]).toEqual([[], undefined, 0]);
  });
});

test('over several accounts each has its cost, in the table, the comment and the document', async () => {
  const two = (name: string) =>
    `  ${name}: { baseUrl: "https://ads.example.com", credentials: agency, manifests: ["${name}/*.yaml"] }\n`;
  const world = await World.start({
    fixture: FIXTURE,
    files: {
      'adwright.yaml': `version: 1\naccounts:\n${two('a')}${two('b')}`,
      'a/all.yaml': KEYWORDS,
      'b/all.yaml': KEYWORDS.replace('0.90', '0.80'),
    },
  });
  const env = {
    ADWRIGHT_AGENCY_BASE_URL: world.sandbox.url,
    ADWRIGHT_AGENCY_API_KEY: 'sandbox',
    ADWRIGHT_AGENCY_USERNAME: 'sandbox',
    ADWRIGHT_AGENCY_PASSWD: 'sandbox',
  };
  const { document } = await world.json('accounts', ['plan', '--all-accounts', '--impact', '2'], { env });
  const [a, b] = document.accounts as unknown as { impact: { cost: string; groups: unknown[] } }[];
  expect(a?.impact.groups).toHaveLength(1);
  expect(b?.impact).toMatchObject({ cost: '0.00', groups: [] });
  const { stdout } = await world.run(['plan', '--all-accounts', '--impact', '2', '--markdown', 'all.md'], { env });
  expect(stdout).toMatch(/ACCOUNT +EXIT +RESULT +COST TOUCHED/);
  expect(stdout).toMatch(new RegExp(`^a .* ${a?.impact.cost}`, 'm'));
  expect(await world.read('all.md')).toContain(`, the groups touched spent ${a?.impact.cost} yuan`);
});

test('over 10,010 rows the sums are those of the CSV, added up by other means', async () => {
  const groups = Array.from({ length: 715 }, (_, index) => String(600_001 + index));
  const touched = groups.filter((_, index) => index % 3 === 0);
  const keyword = (group: string) => `{ id: "9${group}", groupId: "${group}", word: w${group}, price: "0.80" }`;
  const world = await World.start({
    fixture: `groups:\n${groups.map((id) => `  - { groupId: "${id}", name: g${id} }\n`).join('')}keywords:\n${touched.map((id) => `  - ${keyword(id)}\n`).join('')}`,
    files: {
      'adwright.yaml': projectFile(),
      'ads/k.yaml': `version: 1\nkeywords:\n${touched.map((id) => `  - { id: 9${id}, price: 0.90 }\n`).join('')}`,
    },
  });
  await world.must('report', 'creatives', '--ad-type', 'base_report', '--from', '2026-02-23', '--csv', 'rows.csv');
  const [head = '', ...lines] = (await world.read('rows.csv')).trimEnd().split('\r\n');
  expect(lines).toHaveLength(10_010);
  const column = (name: string) => head.split(',').indexOf(name);
  const [idAt, costAt, clicksAt] = [column('groupId'), column('totalCost'), column('clicks')];
  let [account, own, clicks] = [0n, 0n, 0n];
  const byGroup = new Map<string, bigint>();
  for (const line of lines) {
    const cells = line.split(',');
    const [yuan = '', fen = ''] = (cells[costAt] ?? '').split('.');
    const cost = BigInt(yuan) * 100n + BigInt(fen.padEnd(2, '0'));
    account += cost;
    const id = cells[idAt] ?? '';
    if (!touched.includes(id)) continue;
    own += cost;
    clicks += BigInt(cells[clicksAt] ?? '');
    byGroup.set(id, (byGroup.get(id) ?? 0n) + cost);
  }
  const yuan = (fen: bigint) => `${fen / 100n}.${String(fen % 100n).padStart(2, '0')}`;
  const { impact } = (await world.json('plan', ['plan', '--impact', '7'])).document;
  expect([impact?.cost, impact?.accountCost]).toEqual([yuan(own), yuan(account)]);
  expect(Object.fromEntries((impact?.groups ?? []).map(({ id = '', cost }) => [id, cost]))).toEqual(
    Object.fromEntries([...byGroup].map(([id, fen]) => [id, yuan(fen)])),
  );
  expect(impact?.groups.reduce((sum, { clicks: one }) => sum + BigInt(one ?? 0), 0n)).toBe(clicks);
  // Shares in tenths of a percent, rounded half up.
  const tenths = (own * 2000n + account) / (2n * account);
  expect(impact?.sharePercent).toBe(`${tenths / 10n}.${tenths % 10n}`);
});

test('a group that is created is listed without figures; SMALL is that project', async () => {
  const world = await World.start(SMALL);
  const { impact } = (await world.json('plan', ['plan', '--impact', '1'])).document;
  expect(impact?.groups.at(-1)).toEqual({ address: 'group/autumn', changes: 2 });
  expect(impact?.groups).toHaveLength(2);
});
