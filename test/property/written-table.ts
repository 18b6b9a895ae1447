import fc from 'fast-check';
import { FIELDS, type Field, keywordValues, Writer, type WrittenFile } from './written-manifest.js';

const HEADINGS: Record<string, readonly string[]> = {
  id: ['id', '关键词ID'],
  price: ['price', '出价', '出价（元）', 'Bid'],
  url: ['url', '访问URL', 'destinationUrl'],
  matchType: ['matchType', '匹配方式'],
  status: ['status', '启用状态', 'optStatus'],
  deeplinkUrl: ['deeplinkUrl', '应用直达'],
  备注: ['备注', '"备注, 2"'],
};
const WORDS: Record<string, Record<string, readonly string[]>> = {
  status: { enable: ['enable', '启用', '有效', 'enabled'], pause: ['pause', '暂停', '暂停推广', 'paused'] },
  matchType: {
    exact: ['exact', '精确', '精确匹配'],
    phrase: ['phrase', '短语', '短语匹配'],
    broad: ['broad', '广泛', '广泛匹配'],
    phrase_intelligence: ['phrase_intelligence', '智能短语', '智能短语匹配'],
  },
};
const NOTES = ['', 'a', '"a, ""b"""', '"two\nlines"', '鞋𠀀㐀', "'5", '--'] as const;
export const tableFile = fc.record({
  rows: fc.array(
    fc.record({
      values: keywordValues,
      quotes: fc.array(fc.boolean(), { minLength: 7, maxLength: 7 }),
      note: fc.constantFrom(...NOTES),
      word: fc.nat(3),
      guard: fc.nat(4),
      nothing: fc.constantFrom('', '', '--', '""'),
      short: fc.boolean(),
      blank: fc.boolean(),
    }),
    { minLength: 1, maxLength: 5 },
  ),
  columns: fc.shuffledSubarray(['id', ...FIELDS, '备注'], { minLength: 3 }).filter((names) => names.includes('id')),
  heading: fc.nat(3),
  separator: fc.constantFrom(',', ';', '\t'),
  encoding: fc.constantFrom('utf-8' as const, 'gb18030' as const),
  mark: fc.boolean(),
  lineEnd: fc.constantFrom('\n', '\r\n'),
  open: fc.boolean(),
});

export function writeTable({
  rows,
  columns,
  heading,
  separator,
  encoding,
  mark,
  lineEnd: end,
  open,
}: typeof tableFile extends fc.Arbitrary<infer F> ? F : never) {
  const out = new Writer();
  const names = columns.map((name) => HEADINGS[name]?.[heading % (HEADINGS[name]?.length ?? 1)] ?? name);
  out.say(`${names.map((name) => (name.startsWith('"') && separator !== ',' ? '备注' : name)).join(separator)}\n`);
  for (const [n, row] of rows.entries()) {
    const id = `9${n + 1}`;
    const address = `keyword/${id}`;
    const wanted: Record<string, string> = {};
    let last = columns.length;
    // A short row leaves out what it does not say at its end.
    if (row.short)
      while (
        last > 1 &&
        columns[last - 1] !== 'id' &&
        columns[last - 1] !== '备注' &&
        row.values[columns[last - 1] as Field] === undefined
      )
        last--;
    for (const [index, name] of columns.slice(0, last).entries()) {
      if (index > 0) out.say(separator);
      if (name === '备注') out.say(row.note);
      else if (name === 'id') out.say([id, `"${id}"`, `="${id}"`, `'${id}`, id][row.guard] ?? id);
      else {
        const value = row.values[name as Field];
        if (value === undefined) {
          out.value(`${address} ${name}`, row.nothing);
          continue;
        }
        wanted[name] = value;
        const words = WORDS[name]?.[value];
        const cell = words?.[row.word % words.length] ?? (value === '' ? '[]' : value);
        const quoted = row.quotes[index] === true || cell.includes(separator) || cell.includes('"');
        out.value(`${address} ${name}`, quoted ? `"${cell.replaceAll('"', '""')}"` : cell);
      }
    }
    for (const name of columns.slice(last)) out.value(`${address} ${name}`, '');
    out.wanted.set(address, wanted);
    out.say(row.blank ? '\n\n' : '\n');
  }
  const final = out.pieces.at(-1);
  if (open && final !== undefined) out.pieces[out.pieces.length - 1] = { text: '' };
  const file: WrittenFile = { pieces: out.pieces, encoding, mark: mark && encoding === 'utf-8', lineEnd: end };
  return { file, wanted: out.wanted };
}
