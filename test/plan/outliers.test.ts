import { describe, expect, test } from 'vitest';
import { kinds } from '../../src/kinds/registry.js';
import type { Change, Kind, Values } from '../../src/model/index.js';
import { Outliers } from '../../src/plan/safety/outliers.js';
import { change, field } from '../render/sample-plan.js';
import { projectFile } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

const keyword = kinds.get('keyword') as Kind;

/** An account whose keywords have these values. */
function account(keywords: readonly Values[]): Outliers {
  const outliers = new Outliers(kinds);
  const found = keywords.map((values, index) => {
    const id = String(index + 1);
    return [
      { address: `keyword/${id}`, desired: {} },
      { id, values, facts: {}, at: '2024-06-01T08:00:00Z' },
    ] as const;
  });
  outliers.seeLive({ kind: keyword, batch: { found, missing: [] } });
  return outliers;
}

const bids = (...prices: readonly string[]) => account(prices.map((price) => ({ price })));

const bidEdit = (desired: string, observed?: string): Change =>
  change('keyword/1', 'update', {
    fields: [field('price', { desired, ...(observed !== undefined && { observed }) })],
    source: { file: 'a.yaml', line: 3, column: 1 },
  });

function warningsOf(outliers: Outliers, changes: readonly Change[], whole = true) {
  if (!outliers.knowsBids) for (const one of changes) outliers.countBid(one);
  const check = outliers.judge(whole);
  for (const one of changes) check.see(one);
  return check.warnings();
}

const codes = (outliers: Outliers, changes: readonly Change[], whole = true) =>
  warningsOf(outliers, changes, whole).map(({ code }) => code);

describe('a bid', () => {
  const usual = ['0.50', '0.80', '0.8', '1.00', '90.00'];

  test.each([
    ['8.00', '0.80', true],
    ['7.99', '0.80', false],
    ['0.08', '0.80', true],
    ['0.09', '0.80', false],
    // The group's bid is no bid of its own.
    ['0', '0.80', false],
    // Far from the usual one already: held against itself.
    ['95.00', '90.00', false],
    ['900.00', '90.00', true],
    ['0.80', '90.00', false],
  ])('of %s where it was %s among 0.80: %s', (desired, observed, warned) => {
    expect(codes(bids(...usual), [bidEdit(desired, observed)])).toEqual(warned ? ['outlier-bid'] : []);
  });

  test('is reported with both figures, its address and its place', () => {
    const [warning] = warningsOf(bids(...usual), [bidEdit('8.00', '0.80')]);
    expect(warning).toMatchObject({
      severity: 'warning',
      detail: 'Ten times the usual bid of this account, 0.8, or more: keyword/1 0.8 → 8.',
      address: 'keyword/1',
      source: { file: 'a.yaml', line: 3 },
    });
  });

  test('of a whole column is one warning that names some', () => {
    const slips = Array.from({ length: 9 }, (_, index) => ({ ...bidEdit('8', '0.8'), address: `keyword/${index}` }));
    const warnings = warningsOf(bids(...usual), slips);
    expect(warnings).toHaveLength(1);
    expect(warnings[0]?.detail).toMatch(/keyword\/4 0\.8 → 8, and 4 more\.$/);
  });

  test('of a new group is compared with what is remembered, and in an empty account with its like', () => {
    const group = (name: string, price: string) =>
      change(`group/${name}`, 'create', { fields: [field('price', { desired: price })] });
    const remembered = new Outliers(kinds);
    const at = '2024-06-01T08:00:00Z';
    const entry = { kind: 'group', status: 'settled', provenance: { how: 'acknowledged', at } } as const;
    remembered.seePrior([
      { ...entry, address: 'group/x', values: { price: '1.20' } },
      { ...entry, address: 'group/y', values: { price: '1.30' } },
    ]);
    expect(codes(remembered, [group('a', '12')])).toEqual(['outlier-bid']);
    expect(codes(new Outliers(kinds), [group('a', '12')])).toEqual([]);
    expect(
      codes(
        new Outliers(kinds),
        ['1', '1.2', '1.3', '12'].map((price) => group(price, price)),
      ),
    ).toEqual(['outlier-bid']);
  });

  test('that is not a number, as a service may send it, is skipped', () => {
    expect(codes(bids('', '-', '1e3', '0.8'), [bidEdit('0.9', 'n/a')])).toEqual([]);
  });

  test('that is blocked is not warned of: it is never sent', () => {
    expect(codes(bids('0.8'), [{ ...bidEdit('80'), action: 'blocked' }])).toEqual([]);
  });
});

describe('a host', () => {
  const known = account([{ url: 'https://www.example.com/a' }, { mobileUrl: 'https://m.example.com' }]);
  const link = (url: string) => change('keyword/1', 'update', { fields: [field('url', { desired: url })] });

  test.each([
    ['https://WWW.example.com/b', []],
    ['https://www.exarnple.com/b', ['outlier-host']],
    ['https://www.example.com.evil.net/', ['outlier-host']],
    ['', []],
  ])('of %s', (url, expected) => {
    expect(codes(known, [link(url)])).toEqual(expected);
  });

  test('inside a creative is found as well, each host once', () => {
    const fields = [field('content', { desired: [{ url: 'https://a.net/1' }, { url: 'https://a.net/2' }] })];
    expect(codes(known, [change('rich-creative/x/y', 'create', { fields })])).toEqual(['outlier-host']);
  });

  test('is the first of many where nothing is known of the account', () => {
    expect(codes(new Outliers(kinds), [link('https://a.net/')])).toEqual([]);
  });
});

describe('pauses', () => {
  const pause = (id: number) =>
    change(`keyword/${id}`, 'update', { fields: [field('status', { desired: 'pause', observed: 'enable' })] });
  const running = (count: number, paused = 0) =>
    account([
      ...Array.from({ length: count }, () => ({ status: 'enable' })),
      ...Array.from({ length: paused }, () => ({ status: 'pause' })),
    ]);

  test.each([
    [2, 4, 0, false],
    [3, 4, 0, true],
    [3, 5, 5, true],
    [1, 1, 0, false],
  ])('of %i where %i run and %i do not: %s', (count, live, paused, warned) => {
    const changes = Array.from({ length: count }, (_, index) => pause(index));
    expect(codes(running(live, paused), changes)).toEqual(warned ? ['outlier-pauses'] : []);
  });

  test('of targets say nothing of the whole', () => {
    expect(codes(running(2), [pause(1), pause(2)], false)).toEqual([]);
  });
});

test('slips are shown by plan, in text, Markdown and JSON, and stop nothing', async () => {
  const row = (id: number, price: string, more = '') => `  - { id: "${id}", groupId: "1", price: "${price}"${more} }\n`;
  const world = await World.start({
    files: {
      'adwright.yaml': projectFile(),
      'ads/k.yaml':
        'version: 1\nkeywords:\n  - { id: 1, price: 8.00, status: pause }\n  - { id: 2, price: 0.90, url: "https://www.exarnple.com/", status: pause }\n  - { id: 3, price: 0.80 }\n',
    },
    fixture: `keywords:\n${row(1, '0.80')}${row(2, '0.90', ', destinationUrl: "https://www.example.com/"')}${row(3, '0.80')}`,
  });
  const { document, code } = await world.json('plan', ['plan', '--fail-on', 'guardrail']);
  expect(code).toBe(0);
  const warned = document.diagnostics.map((one) => one.code);
  expect(warned).toEqual(expect.arrayContaining(['outlier-bid', 'outlier-host', 'outlier-pauses']));
  const text = await world.must('plan', '--markdown', 'plan.md');
  for (const shown of [text.stdout, await world.read('plan.md')]) {
    expect(shown).toContain('keyword/1 0.8 → 8');
    expect(shown).toContain('www.exarnple.com is not used in this account yet');
    expect(shown).toContain('2 of the 3 running keywords would be paused');
  }
  // Told with the plan, and not again after the table of what was done.
  const applied = await world.run(['apply', '--auto-approve']);
  expect(applied.code).toBe(0);
  expect(`${applied.stderr}${applied.stdout}`.split('outlier-host')).toHaveLength(2);
});
