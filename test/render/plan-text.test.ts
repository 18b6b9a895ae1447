import { describe, expect, test } from 'vitest';
import type { Change, Plan } from '../../src/model/change/plan.js';
import { displayWidth } from '../../src/render/characters/measure.js';
import { cpuTime } from '../support/cpu-time.js';
import { expectGolden } from './golden-file.js';
import { change, field, image, samplePlan } from './sample-plan.js';
import { renderPlanMarkdown, renderPlanText } from './with-rules.js';

const ownerNames = new Map([['556677', '冬靴']]);
const plain = { color: false, width: 100 };

function planOf(changes: readonly Change[], summary: Partial<Plan['summary']> = {}): Plan {
  const none = { create: 0, update: 0, import: 0, forget: 0, blocked: 0, unresolved: 0, pending: 0, noop: 0, drift: 0 };
  return { ...samplePlan(), changes, findings: [], diagnostics: [], summary: { ...none, ...summary } };
}

describe('plan text', () => {
  for (const width of [60, 80, 120]) {
    test(`every action and hostile names in ${width} columns`, () => {
      const text = renderPlanText(samplePlan(), { color: false, width, ownerNames });
      expectGolden(`plan-${width}.txt`, text);
      for (const line of text.split('\n')) {
        if (!/^(Digest|Plan): /.test(line)) expect(displayWidth(line), line).toBeLessThanOrEqual(width);
      }
    });
  }

  test('verbose adds reasons and facts', () => {
    expectGolden(
      'plan-verbose.txt',
      renderPlanText(samplePlan(), { color: false, width: 100, ownerNames, verbose: true }),
    );
  });

  test('no control, format or escape character survives, and colour is the only source of escapes', () => {
    const text = renderPlanText(samplePlan(), plain);
    expect(text.replaceAll('\n', '')).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\u3000]/u);
    const coloured = renderPlanText(samplePlan(), { ...plain, color: true });
    const esc = String.fromCharCode(27);
    expect(coloured).toContain(`${esc}[32m`);
    expect(coloured.replaceAll(new RegExp(`${esc}\\[[0-9;]*m`, 'g'), '')).toBe(text);
  });

  test('an empty plan says so', () => {
    const text = renderPlanText(planOf([], { noop: 120 }), plain);
    expect(text).toContain(
      '\nNo changes. The account matches the manifests, as far as it can be read. 120 unchanged.\n',
    );
    expect(text.trimEnd().split('\n').at(-1)).toBe(`Digest: ${samplePlan().digest}`);
  });

  test('a plan of blocked items only promises no changes to apply', () => {
    const blocked = change('group/a', 'blocked', { reason: 'No operation.' });
    const text = renderPlanText(planOf([blocked], { blocked: 1, noop: 2 }), plain);
    expect(text).toContain('Plan: nothing to apply; 1 blocked, 2 unchanged.');
  });

  test('equal changes are folded and each is still named (case: many equal edits)', () => {
    const changes = Array.from({ length: 212 }, (_, index) =>
      change(`keyword/${80000000 + index}`, 'update', {
        facts: { word: `词${index}`, groupId: String(1 + (index % 9)) },
        source: { file: 'keywords/shoes.csv', line: 2 + index, column: 1 },
        fields: [field('price', { desired: '0.81', observed: '0.75' })],
      }),
    );
    const odd = change('keyword/90000000', 'update', { fields: [field('price', { desired: '5', observed: '4' })] });
    const text = renderPlanText(planOf([...changes, odd], { update: 213 }), plain);
    expect(text).toContain('~ 212 keywords in 9 groups\n');
    expect(text).toContain('price     0.75 → 0.81  (+0.06, +8%)');
    expect(text).toContain('keywords/shoes.csv:2-213');
    for (let index = 0; index < 212; index++) expect(text).toContain(`${80000000 + index} 词${index}`);
    expect(text).toContain('~ keyword/90000000');
  });

  test('bids that were all multiplied are folded with their values; others stay listed', () => {
    const cents = Array.from({ length: 60 }, (_, index) => 50 + index * 3);
    const money = (value: number) => (value / 100).toFixed(2);
    const changes = cents.map((from, index) =>
      change(`keyword/${80000000 + index}`, 'update', {
        facts: { groupId: String(index % 4) },
        fields: [field('price', { observed: money(from), desired: money(Math.round(from * 1.08)) })],
      }),
    );
    const odd = [
      change('keyword/1', 'update', { fields: [field('price', { observed: '1.00', desired: '10.80' })] }),
      change('keyword/2', 'update', { fields: [field('price', { observed: '1.00', desired: '0' })] }),
    ];
    const text = renderPlanText(planOf([...changes, ...odd], { update: 62 }), plain);
    expect(text).toContain('~ 60 keywords in 4 groups\n        price     × 1.08  (rounded to cents)\n');
    expect(text).toContain('80000000 0.50 → 0.54,');
    expect(text).toContain('80000059 2.27 → 2.45\n');
    expect(text).toContain('1.00 → 10.80  (+9.80, +980%)');
    expect(text).toContain('0 (use the group bid)');
  });

  test('long changes that say the same are said once, below the lines of all of them', () => {
    const fields = [1, 2, 3].map((index) => field(`content${index}`, { desired: `文${index}` }));
    const names = ['a', 'b', 'c'].map((name) => `rich-creative/${name}/sublinks-mobile`);
    const alike = names.map((name) => change(name, 'create', { fields }));
    const other = change('rich-creative/d/sublinks-mobile', 'create', { fields: fields.slice(1) });
    const text = renderPlanText(planOf([...alike.slice(0, 2), other, ...alike.slice(2)], { create: 4 }), plain);
    expect(text).toContain(
      `  Rich creatives (4)\n${names.map((name) => `    + ${name}\n`).join('')}        all 3 alike:\n        content1  文1\n`,
    );
    expect(text.split('content1').length).toBe(2);
    expect(text.split('content2').length).toBe(3);
  });

  test('a creation waits for what is held up, folded or not; all others do not', () => {
    const creative = (group: string, name: string) =>
      change(`rich-creative/${group}/${name}-mobile`, 'create', { parents: [`group/${group}`] });
    const held = change('group/a', 'blocked', { blocksChildren: true });
    const edit = change('group/b', 'blocked');
    const few = [held, edit, creative('a', 'sublinks'), creative('b', 'sublinks')];
    const text = renderPlanText(planOf(few, { create: 2, blocked: 2 }), plain);
    expect(text).toMatch(/^ {4}\+ rich-creative\/a\/sublinks-mobile {2}waits for group\/a$/m);
    expect(text).toMatch(/^ {4}\+ rich-creative\/b\/sublinks-mobile$/m);
    expect(text).toContain('Plan: 2 to create (1 waiting), 0 to update; 2 blocked,');

    const many = Array.from({ length: 40 }, (_, index) => creative(index < 30 ? 'a' : 'b', `x${index}`));
    const folded = renderPlanText(planOf([held, edit, ...many], { create: 40, blocked: 2 }), plain);
    expect(folded).toContain('+ 40 rich creatives\n        waits     30 of them: for group/a\n');
  });

  test('what the review rejected says why, each or all of them, and that it is sent again', () => {
    const rejected = (id: number, cause: string | undefined, price = '2') =>
      change(`keyword/${id}`, 'update', {
        facts: { mobileStatus: 'reject', ...(cause !== undefined && { cause }) },
        fields: [field('price', { observed: '1', desired: price })],
      });
    const text = renderPlanText(planOf([rejected(1, '酒\u202e'), rejected(2, undefined)], { update: 2 }), plain);
    expect(text).toContain('review    rejected, the reason given is “酒<U+202E>”; apply sends it again\n');
    expect(text).toContain('review    rejected, no reason is given; apply sends it again\n');
    const many = Array.from({ length: 30 }, (_, index) => rejected(index, `第${index % 5}`));
    const fine = change('keyword/99', 'update', { fields: [field('price', { observed: '1', desired: '2' })] });
    const folded = renderPlanText(planOf([...many, fine], { update: 31 }), { ...plain, width: 400 });
    expect(folded).toContain('30 of them: rejected, the reason given is “第0”; apply sends it again, rejected');
    expect(folded).toContain(', and 2 others\n');
  });

  test('a name that moved is shown, also where there is nothing else', () => {
    const moved = [{ from: 'group/old\u001b', to: 'group/new' }];
    const plan = { ...planOf([], {}), moved };
    expect(renderPlanText(plan, plain)).toContain('\nMoved\n  group/old<U+001B> has moved to group/new\n\nNo changes.');
    expect(renderPlanMarkdown(plan)).toContain('\n#### Moved\n\n```\ngroup/old<U+001B> has moved to group/new\n```\n');
  });

  test('kinds come in the order that is given, others after', () => {
    const changes = ['picture/1', 'app/a', 'group/a'].map((address) => change(address, 'create'));
    const text = renderPlanText(planOf(changes, { create: 3 }), { ...plain, kinds: ['group', 'app'] });
    expect(text.match(/^ {2}\w+ \(1\)$/gm)).toEqual(['  Groups (1)', '  Apps (1)', '  Pictures (1)']);
  });

  test('a changed picture shows path, type, pixels, bytes and hashes, and no line is long', () => {
    const icon = field('icon', { desired: image('b.png', 'bb', '90001'), prior: image('a.png', 'aa', '90000') });
    const long = field('url', {
      desired: `https://e.com/${'新'.repeat(4000)}`,
      observed: `https://e.com/${'旧'.repeat(4000)}`,
    });
    const text = renderPlanText(planOf([change('app/a', 'update', { fields: [icon, long] })], { update: 1 }), {
      color: false,
      width: 10_000,
    });
    expect(text).toContain('a.png (png, 225×126 px, 90,000 bytes, sha256 aaaaaaaaaaaa)');
    expect(text).toContain('b.png (png, 225×126 px, 90,001 bytes, sha256 bbbbbbbbbbbb)');
    expect(Math.max(...text.split('\n').map((line) => line.length))).toBeLessThan(500);
  });

  test('drift shows last applied, live and manifest', () => {
    const drifted = change('keyword/1', 'update', {
      drift: true,
      fields: [field('price', { desired: '2', prior: '2', observed: '3', drift: true })],
    });
    const text = renderPlanText(planOf([drifted], { update: 1, drift: 1 }), plain);
    expect(text).toContain('last applied 2 · live 3 · manifest 2');
    expect(text).toContain('\nDrift\n');
    expect(text).toContain('Plan: 0 to create, 1 to update; 1 in drift, 0 unchanged.');
  });

  test('price 0 and an empty url say what they mean', () => {
    const zero = change('keyword/1', 'update', {
      fields: [
        field('price', { desired: '0', observed: '2' }),
        field('url', { desired: '', observed: 'http://a.com/' }),
      ],
    });
    const text = renderPlanText(planOf([zero], { update: 1 }), plain);
    expect(text).toContain('2             → 0 (use the group bid)\n');
    expect(text).toContain(`"" (use the creative's URL)  (may be reviewed again)`);
  });

  test('a change of one slash is visible and marked for review; a bid edit is not', () => {
    const slash = change('keyword/1', 'update', {
      fields: [field('url', { desired: 'http://a.com/', observed: 'http://a.com' })],
    });
    const text = renderPlanText(planOf([slash], { update: 1 }), plain);
    expect(text).toContain('http://a.com → http://a.com/  (may be reviewed again)');
    expect(
      renderPlanText(
        planOf([change('keyword/1', 'update', { fields: [field('price', { desired: '1', observed: '2' })] })]),
        plain,
      ),
    ).not.toContain('reviewed');
  });

  test('5,000 distinct changes are rendered quickly and completely', () => {
    const changes = Array.from({ length: 5000 }, (_, index) =>
      change(`group/组-${index}`, 'create', { fields: [field('name', { desired: `组 ${index} 👟` })] }),
    );
    const started = cpuTime();
    const text = renderPlanText(planOf(changes, { create: 5000 }), plain);
    expect(cpuTime() - started).toBeLessThan(20_000);
    for (let index = 0; index < 5000; index += 7) expect(text).toContain(`+ group/组-${index}\n`);
  });
});
