/** Generated and mutated manifests for holding the reader of the plain form against `yaml`. The same seed, the same text. */

export type Random = () => number;

/** Numbers from 0 to 1 that depend on the seed alone. */
export function seeded(seed: number): Random {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const pick = <T>(random: Random, list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
const upTo = (random: Random, most: number) => Math.floor(random() * (most + 1));

const PLAIN_SCALARS = [
  ...['80001234', '0.80', 'exact', '女鞋', '红色 高跟鞋', 'https://www.example.com/a?b=1&c={keyword}', 'app://shoes'],
  ...[
    '""',
    "''",
    '"a b"',
    "'it'",
    '"with # inside"',
    '~',
    'null',
    'true',
    'no',
    '007',
    '1e5',
    '2024-01-01',
    'a:b',
    'a#b',
  ],
];
const SCALARS = [
  ...PLAIN_SCALARS,
  ...[
    '.5',
    '-1',
    'x - y',
    '[a,b]',
    '{a: 1}',
    '{ a: }',
    '{ a, b: 1 }',
    '[a, ]',
    '{ a: 1, a: 2 }',
    '[a: b]',
    '[ -1, a b ]',
    '[a #b]',
    '{ "a": 1 }',
    '[a] b',
    '"es\\"c"',
    "'do''uble'",
    '&anchor x',
    '*anchor',
    '!tag x',
    '|',
    '>-',
  ],
  ...[
    'text # remark',
    '"quoted" # remark',
    '',
    ' ',
    'end ',
    '"open',
    '@x',
    '`y`',
    '%z',
    '- a',
    '? q',
    'b：c',
    'tab\there',
  ],
  ...[
    '\u00a0x',
    'x\u3000',
    '😀',
    'a\u200bb',
    ',x',
    '#x',
    ': x',
    'x:',
    '<<',
    '"\\u4e2d"',
    '---',
    '...',
    '…',
    '"a\tb"',
    '\u0085',
  ],
];
const KEYS = [
  'id',
  'word',
  'price',
  'matchType',
  'url',
  'status',
  'name',
  'x-more',
  '秋季',
  'a.b',
  '007',
  '"q"',
  'null',
  'a b',
  '<<',
];

/** A document, mostly in the plain form. */
export function generatedDocument(random: Random): string {
  const lines: string[] = ['version: 1'];
  const strange = pick(random, [0, 0, 0, 0.02, 0.1]);
  const scalar = () => pick(random, random() < strange ? SCALARS : PLAIN_SCALARS);
  const key = () => pick(random, random() < strange ? KEYS : KEYS.slice(0, 10));
  const blank = () => (random() < strange ? pick(random, ['', '  ', '   ', '\t']) : ' ');
  const noise = () => {
    if (random() < 0.04)
      lines.push(pick(random, ['', '  ', '# remark', '    # further in', '      #tight', '\t', '#']));
  };
  const map = (indent: number, depth: number, dash: string): void => {
    const used = new Set<string>();
    const count = 1 + upTo(random, 5);
    for (let n = 0; n < count; n++) {
      const name = key();
      if (used.has(name) && random() < 0.98) continue;
      used.add(name);
      const lead = n === 0 && dash !== '' ? dash : ' '.repeat(indent);
      pair(lead, name, indent, depth);
      noise();
    }
  };
  const pair = (lead: string, name: string, indent: number, depth: number): void => {
    const kind = random();
    if (depth > 3 || kind < 0.75) lines.push(`${lead}${name}:${blank()}${scalar()}`);
    else if (kind < 0.8) lines.push(`${lead}${name}:`);
    else if (kind < 0.9) {
      lines.push(`${lead}${name}:`);
      map(indent + pick(random, [1, 2, 2, 4]), depth + 1, '');
    } else {
      lines.push(`${lead}${name}:`);
      list(indent + pick(random, [0, 2, 2, 4]), depth + 1);
    }
  };
  const list = (indent: number, depth: number): void => {
    const count = 1 + upTo(random, 4);
    for (let n = 0; n < count; n++) {
      const dash = `${' '.repeat(indent)}-${pick(random, [' ', ' ', ' ', '   '])}`;
      if (random() < 0.4 || depth > 3) lines.push(`${dash}${scalar()}`);
      else map(dash.length, depth + 1, dash);
      noise();
    }
  };
  const sections = ['keywords', 'groups', 'pictures', 'x-base', 'moved'];
  for (let n = 0; n < 1 + upTo(random, 3); n++) {
    lines.push(`${sections[n]}:${random() < strange ? ` ${scalar()}` : ''}`);
    if (random() < 0.6) list(pick(random, [0, 2, 2, 2]), 1);
    else map(pick(random, [1, 2, 2]), 1, '');
    noise();
  }
  return lines.join('\n') + (random() < 0.9 ? '\n' : '');
}

const INSERTS = [
  ...' \n:-#"\'[]{}&*!|>?,\t%@`~',
  ' #',
  ': ',
  '- ',
  '\n\n',
  '\n  ',
  '---\n',
  '<<: ',
  '|\n',
  'key: ',
  '：',
  '\\',
];

/** The text with a few characters taken out, put in or moved. */
export function mutated(text: string, random: Random): string {
  let changed = text;
  for (let n = upTo(random, 3); n > 0; n--) {
    const at = upTo(random, changed.length);
    const length = upTo(random, 3);
    const kind = random();
    if (kind < 0.4) changed = changed.slice(0, at) + pick(random, INSERTS) + changed.slice(at);
    else if (kind < 0.7) changed = changed.slice(0, at) + changed.slice(at + length);
    else if (kind < 0.85) changed = changed.slice(0, at) + pick(random, SCALARS) + changed.slice(at + length);
    else {
      const from = upTo(random, changed.length);
      changed = changed.slice(0, at) + changed.slice(from, from + 20) + changed.slice(at);
    }
  }
  return changed;
}

/** The first list of such a document, without its key. */
export function generatedList(random: Random): string {
  const text = generatedDocument(random);
  const list = text.slice(text.indexOf('\n', text.indexOf('\nkeywords:') + 1) + 1);
  const end = list.search(/^[a-z][\w-]*:/m);
  return end < 0 ? list : list.slice(0, end);
}
