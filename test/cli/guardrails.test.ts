import { expect, test } from 'vitest';
import { projectFile, SMALL } from '../support/scenario/projects.js';
import { World } from '../support/scenario/world.js';

const FILE = 'ads/shoes.yaml';
const word = (id: number, price: string) =>
  `  - { id: ${id}, word: ${id === 80001001 ? '女鞋' : '男鞋'}, price: ${price}`;

/** Each rule, what breaks it, and the place and the values that the finding has to name. */
const RULES: readonly [
  rule: string,
  setting: string,
  from: string,
  to: string,
  address: string | undefined,
  words: string,
][] = [
  ['maxPrice', '8.00', 'price: 1.20', 'price: 8.01', 'group/autumn', '8.01'],
  ['maxPrice', '8.00', word(80001001, '0.90'), word(80001001, '10'), 'keyword/80001001', '8.00'],
  ['maxPriceChangePercent', '50', word(80001001, '0.90'), word(80001001, '1.21'), 'keyword/80001001', '1.21'],
  ['maxChanges', '2', 'price: 1.20', 'price: 1.20', undefined, '3'],
  ['maxPauses', '0', 'price: 0.90', 'price: 0.80, status: pause', undefined, '1'],
  [
    'allowedHosts',
    '[example.com]',
    'm.example.com/new',
    'm.example.com.evil.test/new',
    'rich-creative/autumn/sublinks-mobile',
    'm.example.com.evil.test',
  ],
  ['protected', '["keyword/8000*"]', 'price: 1.20', 'price: 1.20', 'keyword/80001001', 'keyword/8000*'],
];

test.each(RULES)('%s (%s) stops apply, until it is allowed', async (rule, setting, from, to, address, words) => {
  const files = { ...SMALL.files, 'adwright.yaml': projectFile(`    guardrails: { ${rule}: ${setting} }\n`) };
  const world = await World.start({ ...SMALL, files });
  await world.edit(FILE, from, to);

  const { code, document } = await world.json('plan', ['plan']);
  expect(code).toBe(0);
  expect(document.findings).toHaveLength(1);
  const [finding] = document.findings;
  expect(finding).toMatchObject({ rule, allowed: false, ...(address !== undefined && { address }) });
  expect(finding?.detail).toContain(words);
  if (address !== undefined) expect(finding?.source).toMatchObject({ file: FILE });
  expect((await world.run(['plan', '--fail-on', 'guardrail'])).code).toBe(5);

  const refused = await world.json('error', ['apply', '--auto-approve']);
  expect(refused).toMatchObject({ code: 1, document: { error: { code: 'guardrail' } } });
  expect(refused.document.error.message).toContain(`--allow ${rule}`);
  const other = rule === 'maxPrice' ? 'maxChanges' : 'maxPrice';
  expect((await world.run(['apply', '--auto-approve', '--allow', other])).code).toBe(1);
  expect(world.writes()).toEqual([]);

  expect((await world.run(['plan', '--fail-on', 'guardrail', '--allow', rule])).code).toBe(0);
  expect((await world.run(['apply', '--auto-approve', '--allow', rule])).code).toBe(0);
  expect(world.writes()).not.toEqual([]);
});

test.each([
  ['a rule that is none', ['--allow', 'maxprice'], 'maxprice'],
  ['a list', ['--allow', 'maxPrice,rename'], 'maxPrice,rename'],
  ['one of two', ['--allow', 'rename', '--allow', 'moved'], 'moved'],
  ['an empty word', ['--allow', ''], '""'],
])('--allow with %s is an error that lists the rules, before any call', async (_what, flags, named) => {
  const world = await World.start(SMALL);
  for (const argv of [['plan'], ['apply', '--auto-approve']]) {
    const refused = await world.json('error', [...argv, ...flags]);
    expect(refused.code).toBe(1);
    expect(refused.document.error).toEqual({
      code: 'usage',
      message:
        'The command line is invalid: --allow accepts maxPrice, maxPriceChangePercent, maxChanges, ' +
        `maxPauses, allowedHosts, protected, maxSpendTouched, maxSpendTouchedPercent, figures-missing, rename (repeat the option for several), not ${named}.`,
    });
  }
  expect(world.requests()).toEqual([]);
});

test.each([
  ['maxPrice', '8.00', 'price: 1.20', 'price: 8.00'],
  ['maxPriceChangePercent', '50', word(80001001, '0.90'), word(80001001, '1.20')],
  ['maxChanges', '3', 'price: 1.20', 'price: 1.20'],
  ['allowedHosts', '[example.com]', 'm.example.com/new', 'M.Example.com:8443/new'],
])('%s (%s) lets pass what just keeps to it', async (rule, setting, from, to) => {
  const files = { ...SMALL.files, 'adwright.yaml': projectFile(`    guardrails: { ${rule}: ${setting} }\n`) };
  const world = await World.start({ ...SMALL, files });
  await world.edit(FILE, from, to);
  expect((await world.json('plan', ['plan'])).document.findings).toEqual([]);
});

test('every finding is shown in one run, and one allowed rule does not allow another', async () => {
  const rails = projectFile('    guardrails: { maxPrice: 0.85, protected: ["group/*"], maxChanges: 1 }\n');
  const world = await World.start({ ...SMALL, files: { ...SMALL.files, 'adwright.yaml': rails } });
  const { stderr, code } = await world.run(['apply', '--auto-approve', '--allow', 'maxPrice']);
  expect(code).toBe(1);
  expect(stderr.match(/error\[guardrail\]/g)).toHaveLength(2);
  expect(stderr).toContain('protected');
  expect(stderr).toContain('maxChanges');
  expect(world.writes()).toEqual([]);
});
