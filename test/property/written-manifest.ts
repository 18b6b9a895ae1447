import fc from 'fast-check';
import iconv from 'iconv-lite';

/** A piece of a file: text that must stay, or the text of one value. */
export interface Piece {
  readonly text: string;
  /** `<address> <field>`; the place of a new field has an empty text. */
  readonly value?: string;
}

export interface WrittenFile {
  readonly pieces: readonly Piece[];
  readonly encoding: 'utf-8' | 'gb18030';
  readonly mark: boolean;
  readonly lineEnd: string;
}

export function bytesOf({ pieces, encoding, mark, lineEnd }: WrittenFile): Buffer {
  const text = pieces.map((piece) => piece.text).join('');
  return encode(`${mark ? '\uFEFF' : ''}${text.replaceAll('\n', lineEnd)}`, encoding);
}

export function encode(text: string, encoding: WrittenFile['encoding']): Buffer {
  return encoding === 'utf-8' ? Buffer.from(text, 'utf8') : Buffer.from(iconv.encode(text, 'gb18030'));
}

const cents = fc.integer({ min: 1, max: 99_999 }).map((n) => (n / 100).toFixed(2));
export const price = fc.oneof(cents, fc.constantFrom('0', '1', '1.5', '10', '0.30'));
const FIXED_URLS = [
  '',
  'https://a.example.com/',
  'https://a.example.com/{keyword}?x=1&y=2',
  "https://a.example.com/'it''s'",
  'https://a.example.com/"q"',
  'https://a.example.com/?a=1,2;3|4',
  'https://a.example.com/#top',
  'https://a.example.com/女鞋/%E9%9E%8B',
  'https://a.example.com/\\n\\',
  'https://a.example.com/[x]{y}*&!',
  'https://a.example.com/:',
  'https://a.example.com/a:b@c`%',
] as const;
export const url = fc.oneof(
  fc.constantFrom(...FIXED_URLS),
  fc
    .string({ unit: fc.constantFrom(...'ab19:#?&=%\'",;|{}[]*!`@\\~-_.鞋é𠀀'), maxLength: 12 })
    .map((end) => `https://a.example.com/${end}`),
);
const FIXED_TEXTS = [
  'null',
  '~',
  'yes',
  '007',
  '- a',
  '# b',
  'a # b',
  'a: b',
  'a:',
  '? c',
  '*d',
  '&e f',
  '!!str',
  '[g]',
  '{h: i}',
  '|',
  '>-',
  '---',
  '...',
  '%j',
  '@k',
  '`l`',
  "it's",
  '"m"',
  'a, b',
  'a  b',
  ' a',
  'b ',
  '<<',
  'x: &y *z',
  '夏季 主图',
  '𠀀㐀',
  'é',
  '1e5',
  '=1+1',
  "'1",
  '--',
  '[]',
] as const;
export const text = fc.oneof(
  fc.constantFrom(...FIXED_TEXTS),
  fc.string({ unit: fc.constantFrom(...'ab1 :#-?*&!|>%@`\'"[]{},\\/~=.鞋𠀀é'), minLength: 1, maxLength: 8 }),
);
export const tags = fc.uniqueArray(text, { minLength: 1, maxLength: 4 });
export const status = fc.constantFrom('enable', 'pause');
export const matchType = fc.constantFrom('exact', 'phrase', 'broad', 'phrase_intelligence');

export const keywordFields = { price, url, matchType, status, deeplinkUrl: url };
export type Field = keyof typeof keywordFields;
export const FIELDS = Object.keys(keywordFields) as Field[];

export const keywordValues = fc.record(keywordFields, { requiredKeys: [] });

/** What is read of one entry. */
export type Values = Readonly<Partial<Record<string, string | readonly string[]>>>;

/** A file that is written piece by piece, and what it says. */
export class Writer {
  readonly pieces: Piece[] = [];
  /** What is read for each address. */
  readonly wanted = new Map<string, Values>();
  say(text: string): void {
    this.pieces.push({ text });
  }

  value(name: string, text: string): void {
    this.pieces.push({ text, value: name });
  }
}

const SAFE = /^[A-Za-z0-9\u4e00-\u9fff](?:[A-Za-z0-9\u4e00-\u9fff./?=&_{}-]|:(?=[/a-z]))*$/u;
const NOTHING = new Set(['null', 'Null', 'NULL']);

/** How a text may be written: numbers choose. Styles that cannot hold it fall back to double quotes. */
export function scalar(
  value: string,
  style: number,
  place: { readonly flow: boolean; readonly indent: number },
): string {
  const double = JSON.stringify(value);
  const lines = !place.flow && /^\S(?:.*\S)?$/u.test(value) && !value.startsWith('#');
  const pad = ' '.repeat(place.indent);
  switch (style % 9) {
    case 0:
    case 1:
    case 2:
      return SAFE.test(value) && !NOTHING.has(value) && !(place.flow && /[{}]/.test(value)) ? value : double;
    case 3:
      return `'${value.replaceAll("'", "''")}'`;
    case 4:
      return double;
    case 5:
      // The first character as an escape.
      return value === ''
        ? '""'
        : `"\\U${(value.codePointAt(0) ?? 0).toString(16).padStart(8, '0')}${JSON.stringify([...value].slice(1).join('')).slice(1)}`;
    case 6:
      return lines ? `>-\n${pad}${value}` : double;
    case 7:
      return lines ? `|-\n${pad}${value}` : double;
    default:
      return place.flow || value === '' || value.startsWith(' ')
        ? double
        : `"\\\n${pad}${JSON.stringify(value).slice(1)}`;
  }
}
