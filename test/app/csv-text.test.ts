import { describe, expect, test } from 'vitest';
import { CsvText } from '../../src/app/workspace/csv-text.js';
import { csvHeading, csvLine } from '../../src/render/index.js';

const COLUMNS = [{ name: 'a' }, { name: 'b' }] as unknown as ConstructorParameters<typeof CsvText>[0];

const rows = (count: number, text: string) => Array.from({ length: count }, (_, n) => ({ a: String(n), b: text }));

const CASES: readonly (readonly [string, readonly { readonly a: string; readonly b: string }[]])[] = [
  ['nothing', []],
  ['one row', rows(1, 'x')],
  ['several blocks of Latin letters', rows(40_000, 'brown shoes for rain, "waterproof"')],
  ['several blocks of Chinese', rows(40_000, '秋季女鞋 防水 🥾')],
  ['rows as long as a block may hold', [174_760, 174_761, 174_762, 174_763].flatMap((n) => rows(2, '鞋'.repeat(n)))],
  [
    'a row of more than a block between short ones',
    [...rows(3, 'x'), ...rows(1, '鞋'.repeat(300_000)), ...rows(3, 'y')],
  ],
];

describe.each([true, false])('the text of a CSV file, with its mark: %s', (bom) => {
  test.each(CASES)('is what its lines are, of %s', (_, all) => {
    const csv = new CsvText(COLUMNS, bom);
    csv.add(all.slice(0, 2));
    csv.add(all.slice(2));
    const whole = csvHeading(['a', 'b'], bom) + all.map((row) => csvLine(['a', 'b'], row)).join('');
    const text = Buffer.concat([...csv.pieces()]).toString('utf8');
    expect(text.length).toBe(whole.length);
    expect(text === whole).toBe(true);
  });
});
