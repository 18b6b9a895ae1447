import { Buffer } from 'node:buffer';
import { type HoleTexts, holesOf, makerOf, type Template } from './template.js';

/** Between the texts of a column, and in the place of one that is as in the row before. */
const SEPARATOR = '\u0001';
const AS_BEFORE = '\u0002';

/** In place of a template: the row is kept as JSON. */
export const JSON_ROW = -1;
const JSON_TEMPLATE: Template = { form: 'text' };

/**
 * Some rows of a list. What they have in one hole of their template is kept together: such texts are alike, and mostly
 * ASCII or all of them the same.
 */
export interface PackedPage {
  /** The columns one after the other in UTF-8, outside of the heap of objects; template by template in their order. */
  readonly bytes: Buffer;
  /** Where each column ends. */
  readonly ends: readonly number[];
  /** The template of each row. */
  readonly templates: Int8Array;
}

/** `templateFor` says which template a value fits, and adds its texts; where there is none, it adds the value as JSON. */
export function packPage<Item>(
  items: readonly Item[],
  templateFor: (item: Item, texts: string[]) => number,
): PackedPage {
  const templates = new Int8Array(items.length);
  const columns: string[][][] = [];
  const texts: string[] = [];
  for (let index = 0; index < items.length; index++) {
    texts.length = 0;
    const which = templateFor(items[index] as Item, texts);
    templates[index] = which;
    let own = columns[which - JSON_ROW];
    if (own === undefined) {
      own = texts.map(() => []);
      columns[which - JSON_ROW] = own;
    }
    for (let at = 0; at < texts.length; at++) own[at]?.push(texts[at] as string);
  }
  const written = columns.flat().map(columnText);
  const ends: number[] = [];
  let end = 0;
  for (const text of written) {
    end += Buffer.byteLength(text);
    ends.push(end);
  }
  const bytes = Buffer.allocUnsafeSlow(end);
  for (const [index, text] of written.entries()) bytes.write(text, ends[index - 1] ?? 0);
  return { bytes, ends, templates };
}

function columnText(texts: readonly string[]): string {
  const [first = ''] = texts;
  if (texts.every((text) => text === first)) return first;
  return texts.map((text, row) => (row > 0 && text === texts[row - 1] ? AS_BEFORE : text)).join(SEPARATOR);
}

/** Makes the value of a row anew, equal to what was packed. */
export type OpenPage = (row: number) => unknown;

/** The texts of a page; each value is made when it is asked for, so that most of them are soon garbage. */
export function openPage({ bytes, ends, templates }: PackedPage, known: readonly Template[]): OpenPage {
  /** How many rows before a row have its template. */
  const before = new Uint16Array(templates.length);
  const rows: number[] = [];
  for (let row = 0; row < templates.length; row++) {
    const index = (templates[row] as number) - JSON_ROW;
    before[row] = rows[index] ?? 0;
    rows[index] = (rows[index] ?? 0) + 1;
  }
  let column = 0;
  const text = () => bytes.toString('utf8', ends[column - 1] ?? 0, ends[column++]);
  const makers = rows.map((count, index) => {
    const template = index === 0 ? JSON_TEMPLATE : (known[index + JSON_ROW] as Template);
    const columns = Array.from({ length: holesOf(template) }, () => columnOf(text(), count));
    return makerOf(template, columns.values());
  });
  return (row) => {
    const which = templates[row] as number;
    const value = makers[which - JSON_ROW]?.(before[row] as number);
    return which === JSON_ROW ? JSON.parse(value as string) : value;
  };
}

function columnOf(text: string, rows: number): HoleTexts {
  const each = text.split(SEPARATOR);
  if (each.length === 1 || rows === 1) return { same: text };
  for (let row = 1; row < each.length; row++) if (each[row] === AS_BEFORE) each[row] = each[row - 1] as string;
  return { each };
}

/** Not the two characters that have a meaning here, and not half of a character, which would be lost in UTF-8. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these two are what is looked for.
const UNFIT = /[\u0001\u0002]|\p{Surrogate}/u;
export const canBeKept = (text: string) => !UNFIT.test(text);
