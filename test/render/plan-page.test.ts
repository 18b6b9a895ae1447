import { describe, expect, it } from 'vitest';
import { heldUp } from '../../src/model/index.js';
import { type PackedJson, pack, unpack } from '../../src/render/html/packed.js';
import { changeSetting, changeView } from '../../src/render/view/change-view.js';
import { HOSTILE_TEXTS } from '../support/hostile-texts.js';
import { bidChanges, pageData, planOf, planPage, RULES } from './plan-page.js';
import { change, field, samplePlan } from './sample-plan.js';

describe('packed values', () => {
  it.each<readonly [string, readonly PackedJson[]]>([
    ['nothing', []],
    [
      'like shapes',
      [
        { a: '1', b: [1, 2] },
        { a: '2', b: [3, 5] },
        { a: '10', b: [0, -7] },
      ],
    ],
    [
      'numbers as text, and what only looks like one',
      [{ a: '007' }, { a: '7' }, { a: '7.0' }, { a: '9007199254740993' }],
    ],
    ['other shapes', ['x', null, true, [], {}, [[{}]], { a: { b: null } }]],
    ['odd names', [JSON.parse('{"__proto__": "a", "": "b", "\\"": "c"}')]],
  ])('come back as they were: %s', (_name, values) => {
    expect(JSON.stringify(unpack(pack(values)))).toBe(JSON.stringify(values));
  });

  it('keeps numbers as steps and what is always the same once', () => {
    expect(
      pack([
        { id: '100', kind: 'k' },
        { id: '101', kind: 'k' },
        { id: '99', kind: 'k' },
      ]),
    ).toEqual({
      shapes: [
        {
          shape: { id: 0, kind: 0 },
          columns: [
            { steps: [100, 1, -2], text: true },
            { all: 'k', count: 3 },
          ],
        },
      ],
      order: { all: 0, count: 3 },
    });
  });
});

describe('the page of a plan', () => {
  it('has what the text has: counts, digest, findings, sections, values, notes', async () => {
    const text = await planPage(samplePlan());
    for (const part of [
      'Plan: 4 to create, 6 to update',
      '5f2c5f2c',
      'Apply will not start',
      '--allow maxPriceChangePercent',
      'The bid rises by 25%',
      '<h2>Drift</h2>',
      'Keywords in group 778899',
      '<del>0.80</del> → <ins>1.00</ins> <span class="quiet">(+0.20, +25%)</span>',
      'https://www.example.com/<del>summer</del><ins>autumn</ins>/{keyword}',
      'The interface has no operation that changes a rich creative.',
      '… and 2 more, remembered by id only',
    ])
      expect(text).toContain(part);
    expect(text).toContain('href="#keyword%2F80001234"');
    expect(text).toContain('id="keyword/80001234"');
  });

  it('marks what changed in a URL that drifted', async () => {
    const url = (season: string) => `https://www.example.com/${season}/{keyword}?k={wordid}`;
    const fields = [
      field('url', { desired: url('autumn'), prior: url('autumn'), observed: url('summer'), drift: true }),
    ];
    const drifted = change('keyword/8', 'update', { drift: true, fields });
    expect(await planPage(planOf([drifted], samplePlan()))).toContain(
      'live → manifest</span> https://www.example.com/<del>summer</del><ins>autumn</ins>/{keyword}',
    );
  });

  it('says the same of a change in the browser as where it was written', async () => {
    const plan = samplePlan();
    const page = pageData(await planPage(plan));
    if (page === undefined) throw new Error('the page holds no data');
    const setting = changeSetting(plan, heldUp(plan), RULES);
    expect(page.plan.changes.map((one) => changeView(one, page.setting))).toEqual(
      [...plan.changes].map((one) => changeView(one, setting)),
    );
  });

  it('shows 200 changes without scripts, and holds all', async () => {
    const plan = planOf(bidChanges(1000), samplePlan());
    const text = await planPage(plan);
    expect(/<main[\s\S]*<\/main>/.exec(text)?.[0].match(/<article /g)).toHaveLength(200);
    expect(text).toContain('the first 200 of 1000 changes');
    expect(pageData(text)?.plan.changes).toHaveLength(1000);
  });

  it('of 10,000 changes has less than 400 KB', async () => {
    const text = await planPage(planOf(bidChanges(10_000), samplePlan()));
    expect(Buffer.byteLength(text)).toBeLessThan(400_000);
  });

  it('of a plan without changes is a page too, without a script', async () => {
    const text = await planPage(planOf([], samplePlan()));
    expect(text).toContain('No changes. The account matches the manifests');
    expect(text).not.toContain('<script');
  });

  it.each(HOSTILE_TEXTS)('puts %j in as text', async (hostile) => {
    const plan = planOf(
      [
        change(`group/${hostile}`, 'create', {
          reason: hostile,
          source: { file: hostile, line: 1, column: 1 },
          facts: { word: hostile, groupId: hostile },
          fields: [field('name', { desired: hostile }), field('price', { desired: hostile, observed: hostile })],
        }),
      ],
      { ...samplePlan(), account: hostile },
    );
    const text = await planPage(plan);
    const own = await planPage(planOf([], samplePlan()));
    const elements = (page: string) =>
      new Set([...page.matchAll(/<([a-z]+)/gi)].map(([, name]) => name?.toLowerCase()));
    const known = new Set([...elements(own), ...elements(await planPage(samplePlan()))]);
    expect([...elements(text.replace(/<script>[\s\S]*<\/script>/, ''))].filter((name) => !known.has(name))).toEqual([]);
    expect(text.match(/<script/g)?.length).toBe(
      2 + (/<script>([\s\S]*)<\/script>/.exec(text)?.[1]?.match(/<script/g)?.length ?? 0),
    );
  });
});
