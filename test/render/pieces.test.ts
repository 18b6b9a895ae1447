import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { addressed, guardCell, shellWord } from '../../src/model/index.js';
import { factorOf, isMultiple, isZero, priceMove, sum } from '../../src/model/text/decimal.js';
import { cutToWidth, displayWidth, headOfWidth } from '../../src/render/characters/measure.js';
import { layout, layoutLines, painter, type Segment } from '../../src/render/characters/paint.js';
import { visibleItem, visibleValue } from '../../src/render/characters/visible.js';
import { wordDiff } from '../../src/render/characters/word-diff.js';
import { csvHeading, csvLine, renderProgress, renderTable, sparkline, visible } from '../../src/render/index.js';

describe('money', () => {
  test.each([
    ['0.80', '1.00', '+0.20, +25%'],
    ['1.00', '0.80', '-0.20, -20%'],
    ['0.1', '0.3', '+0.20, +200%'],
    ['3', '1', '-2.00, -66.7%'],
    ['1.005', '1.1', '+0.095, +9.5%'],
    ['0', '1', '+1.00'],
    ['1000', '1000.01', '+0.01, less than 0.1%'],
    ['90071992547409931.01', '90071992547409931.02', '+0.01, less than 0.1%'],
  ])('%s to %s is %s', (from, to, move) => {
    expect(priceMove(from, to)).toBe(move);
  });

  test('what is not a price and what does not move have no move', () => {
    expect(priceMove('1.5', '1.50')).toBeUndefined();
    expect(priceMove('abc', '1')).toBeUndefined();
    expect(isZero('0.00')).toBe(true);
    expect(isZero('')).toBe(false);
  });

  test('sums are exact', () => {
    expect(sum(['0.1', '0.2', '', '-', '100'])).toBe('100.3');
    expect(sum([])).toBe('0');
    expect(sum(Array.from({ length: 1000 }, () => '0.01'))).toBe('10.00');
  });

  test('factors', () => {
    expect(factorOf('0.75', '0.81')).toBe('1.08');
    expect(isMultiple('0.77', '0.83', '1.08')).toBe(true);
    expect(isMultiple('0.77', '0.84', '1.08')).toBe(false);
  });
});

describe('text that can be seen', () => {
  test.each([
    ['a\u200bb', 'a<U+200B>b'],
    ['\u001b[31m', '<U+001B>[31m'],
    ['a\u00a0b\u3000c', 'a<U+00A0>b<U+3000>c'],
    ['\ufeff', '<U+FEFF>'],
    ['👨‍👩‍👧', '👨‍👩‍👧'],
    ['❤️', '❤️'],
    ['1️⃣', '1️⃣'],
    ['a\u200db', 'a<U+200D>b'],
    ['a\ufe0f', 'a<U+FE0F>'],
    ['\ud800', '<U+D800>'],
    ['女鞋 é', '女鞋 é'],
  ])('%j', (text, shown) => {
    expect(visible(text)).toBe(shown);
  });

  test('nothing invisible ever survives', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(visible(text)).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202a-\u202e\u2066-\u2069\u200b\u3000]/u);
        expect(visible(visible(text))).toBe(visible(text));
      }),
    );
  });

  test('values that would be misread are quoted', () => {
    expect(visibleValue('')).toBe('""');
    expect(visibleValue(' a')).toBe('" a"');
    expect(visibleValue('a b')).toBe('a b');
    expect(visibleItem('a b')).toBe('"a b"');
  });
});

test('an address in a command is quoted where a shell would read something else', () => {
  expect(shellWord('group/秋季')).toBe('group/秋季');
  expect(shellWord("group/a'b;rm")).toBe(`'group/a'\\''b;rm'`);
  expect(addressed('`resolve ADDRESS`', 'group/b$(x)')).toBe("`resolve 'group/b$(x)'`");
  expect(addressed('`resolve ADDRESS`', 'group/a$&b$')).toBe("`resolve 'group/a$&b$'`");
});

describe('width', () => {
  test('the quick way and the thorough way agree', () => {
    expect(displayWidth('女鞋ab，！')).toBe(10);
    expect(displayWidth('👟')).toBe(2);
    expect(displayWidth('é')).toBe(1);
    const ranges = [
      [0x20, 0x24f],
      [0x2010, 0x2027],
      [0x2190, 0x2193],
      [0x3001, 0x3015],
      [0x4e00, 0x9fa5],
      [0xff01, 0xff5e],
    ] as const;
    for (const [first, last] of ranges) {
      // A few hundred characters of each range, its ends among them.
      const step = Math.ceil((last - first) / 300);
      for (const code of [
        ...Array.from({ length: Math.ceil((last - first) / step) }, (_, n) => first + n * step),
        last,
      ])
        expect([code, displayWidth(String.fromCharCode(code))]).toEqual([code, stringWidth(String.fromCharCode(code))]);
    }
  });

  test('cut by columns, never inside a character', () => {
    expect(cutToWidth('秋季女鞋', 8)).toBe('秋季女鞋');
    expect(cutToWidth('秋季女鞋', 7)).toBe('秋季女…');
    expect(cutToWidth('秋季女鞋', 6)).toBe('秋季…');
    expect(headOfWidth('👨‍👩‍👧a', 1)).toBe('');
    expect(headOfWidth('👨‍👩‍👧a', 2)).toBe('👨‍👩‍👧');
  });

  test('laid-out lines fit and lose no character', () => {
    const paint = painter(false);
    fc.assert(
      fc.property(fc.array(fc.string({ unit: 'grapheme' })), fc.integer({ min: 10, max: 60 }), (texts, width) => {
        const segments = texts.map((text) => ({ text: visible(text) }));
        const lines = layout(segments, width, 4, paint);
        for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(width);
        const bare = (text: string) => text.replaceAll(' ', '');
        expect(bare(lines.join(''))).toBe(bare(segments.map((segment) => segment.text).join('')));
      }),
    );
  });
});

describe('a line that is laid out at once', () => {
  const segment: fc.Arbitrary<Segment> = fc.record({
    text: fc.string({ unit: fc.constantFrom('a', 'b', ' ', '女', '👟', ',', '\u{1f3fb}', '\u0e33'), maxLength: 12 }),
    style: fc.constantFrom(undefined, 'quiet' as const, 'gone' as const),
    breaks: fc.constantFrom(undefined, 'whole' as const, 'fill' as const),
  }) as fc.Arbitrary<Segment>;

  test.each([true, false])('is what word by word gives, painted: %s', (color) => {
    const paint = painter(color);
    fc.assert(
      fc.property(fc.array(segment, { maxLength: 6 }), fc.integer({ min: 10, max: 60 }), (segments, width) => {
        expect(layout(segments, width, 4, paint)).toEqual([...layoutLines(segments, width, 4, paint)]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('word diff', () => {
  test('URLs and Chinese by their words', () => {
    expect(wordDiff('https://a.com/summer/{k}', 'https://a.com/autumn/{k}')).toEqual([
      { kind: 'same', text: 'https://a.com/' },
      { kind: 'gone', text: 'summer' },
      { kind: 'new', text: 'autumn' },
      { kind: 'same', text: '/{k}' },
    ]);
    expect(wordDiff('夏季女鞋大特价', '秋季女鞋大特价').filter((part) => part.kind !== 'same')).toEqual([
      { kind: 'gone', text: '夏' },
      { kind: 'new', text: '秋' },
    ]);
  });

  test('both texts can be read off the parts', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (from, to) => {
        const parts = wordDiff(from, to);
        const side = (not: string) =>
          parts
            .filter((part) => part.kind !== not)
            .map((part) => part.text)
            .join('');
        expect(side('new')).toBe(visible(from));
        expect(side('gone')).toBe(visible(to));
      }),
    );
  });

  test('a long unchanged stretch is shortened, and two unrelated texts stay whole', () => {
    const long = '字'.repeat(400);
    expect(wordDiff(`${long}a`, `${long}b`)[0]?.text).toMatch(/^字{30}…\(311 characters unchanged\)…字{59}$/);
    expect(wordDiff('one two', '三 四')).toEqual([
      { kind: 'gone', text: 'one two' },
      { kind: 'new', text: '三 四' },
    ]);
  });
});

describe('table', () => {
  const rows = [
    { id: '9007199254740993', name: '秋季女鞋', clicks: '7' },
    { id: '1', name: 'a very long name that has to give way', clicks: '1200' },
  ];
  const columns = [
    { title: 'id', value: (row: (typeof rows)[0]) => row.id, whole: true },
    { title: 'name', value: (row: (typeof rows)[0]) => row.name },
    { title: 'clicks', value: (row: (typeof rows)[0]) => row.clicks, align: 'right' as const },
  ];

  test('aligned by what a terminal shows, ids whole, sums at the foot', () => {
    expect(renderTable(rows, columns, { color: false, width: 46, foot: ['', 'sum', '1207'] }).split('\n')).toEqual([
      'id                name                  clicks',
      '9007199254740993  秋季女鞋                   7',
      '1                 a very long name th…    1200',
      '────────────────  ────────────────────  ──────',
      '                  sum                     1207',
    ]);
  });

  test('a table without rows is fine', () => {
    expect(renderTable([], columns, { color: false, width: 80 })).toBe('id  name  clicks');
  });
});

describe('csv', () => {
  const text = (rows: Record<string, string>[], bom = false) =>
    [csvHeading(['a', 'b'], bom), ...rows.map((row) => csvLine(['a', 'b'], row))].join('');

  test('RFC 4180, the mark once and only when asked', () => {
    expect(
      text([
        { a: 'x,y', b: 'say "hi"' },
        { a: 'line\r\nend', b: '' },
      ]),
    ).toBe('a,b\r\n"x,y","say ""hi"""\r\n"line\r\nend",\r\n');
    const marked = text([{ a: '1' }, { a: '2' }], true);
    expect(marked.startsWith('\ufeffa,b')).toBe(true);
    expect(marked.split('\ufeff').length).toBe(2);
  });

  test('the quick look at a cell changes nothing', () => {
    const cells = fc.string({ unit: fc.constantFrom(...`a女é0 .-_=+@'",\r\n\t＝`), maxLength: 18 });
    fc.assert(
      fc.property(cells, (cell) => {
        const guarded = guardCell(cell);
        const written = /[",\r\n]|^\s|\s$/.test(guarded) ? `"${guarded.replaceAll('"', '""')}"` : guarded;
        expect(csvLine(['a'], { a: cell })).toBe(`${written}\r\n`);
      }),
      { numRuns: 2000 },
    );
  });

  test.each([
    ['=1+1', "'=1+1"],
    ['+cmd', "'+cmd"],
    ['@SUM(A1)', "'@SUM(A1)"],
    ['-1.50', '-1.50'],
    ['-', "'-"],
    ['\t=1', "'\t=1"],
    ['20240101123456789', "'20240101123456789"],
    ['123456789012345', '123456789012345'],
    ['女鞋', '女鞋'],
  ])('%j is guarded as %j', (from, to) => {
    expect(guardCell(from)).toBe(to);
  });
});

describe('progress and bars', () => {
  test('a bar on a terminal, a sentence elsewhere', () => {
    const progress = { label: 'reading keywords', done: 500, total: 2000, startedAt: 0, now: 5000 };
    expect(renderProgress(progress, { terminal: false, width: 80 })).toBe(
      'reading keywords: 500/2000, 100/s, 15 s left',
    );
    expect(renderProgress(progress, { terminal: true, width: 80 })).toBe(
      'reading keywords  █████░░░░░░░░░░░░░░░  25%  500/2000  100/s  15 s left',
    );
    expect(displayWidth(renderProgress(progress, { terminal: true, width: 30 }))).toBeLessThan(30);
  });

  test('without a total, at the start, and at the end', () => {
    expect(renderProgress({ label: 'x', done: 3, startedAt: 0, now: 0 }, { terminal: false, width: 80 })).toBe('x: 3');
    expect(
      renderProgress({ label: 'x', done: 9, total: 9, startedAt: 0, now: 2000 }, { terminal: false, width: 80 }),
    ).toBe('x: 9/9, 4.5/s, in 2 s');
  });

  test('a sparkline runs from zero to the highest, and a day without a report is a space', () => {
    expect(sparkline([0, 1, undefined, 7])).toBe('▁▂ █');
    expect(sparkline([0, 0])).toBe('▁▁');
    expect(sparkline([])).toBe('');
  });
});
