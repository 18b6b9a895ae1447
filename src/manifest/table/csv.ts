/** One record of a CSV file: its fields, and the offset at which each starts. */
export interface CsvRecord {
  readonly fields: readonly string[];
  readonly offsets: readonly number[];
}

export interface CsvFault {
  readonly offset: number;
  readonly detail: string;
}

export interface CsvTable {
  readonly records: readonly CsvRecord[];
  readonly faults: readonly CsvFault[];
}

const SEPARATORS = [',', '\t', ';'];
/** Lines that are looked through for a separator. */
const LINES_WITHOUT = 20;

/** Comma, tab or semicolon, whichever the first line that has any holds most of; in a `.tsv`, a tab where that line has one. */
export function separatorOf(text: string, file = ''): string {
  const isTabbed = /\.tsv$/i.test(file);
  for (let line = 0, start = 0; line < LINES_WITHOUT && start < text.length; line++) {
    const next = text.indexOf('\n', start);
    const end = next < 0 ? text.length : next;
    const first = text.slice(start, end);
    start = end + 1;
    const count = (separator: string) => first.split(separator).length;
    const best = SEPARATORS.reduce((most, one) => (count(one) > count(most) ? one : most));
    if (isTabbed && first.includes('\t')) return '\t';
    if (first.includes(best)) return best;
  }
  return isTabbed ? '\t' : ',';
}

/** Reads CSV as RFC 4180 has it (line ends are `\n` here). Lines that are empty as a whole are left out. */
export function parseCsv(text: string, separator: string): CsvTable {
  const records: CsvRecord[] = [];
  const faults: CsvFault[] = [];
  const toSeparator = finderOf(text, separator);
  const toLineEnd = finderOf(text, '\n');
  let position = 0;
  while (position < text.length) {
    const fields: string[] = [];
    const offsets: number[] = [];
    for (;;) {
      offsets.push(position);
      if (text[position] === '"') {
        const { value, next, fault } = quotedField(text, position, separator);
        if (fault !== undefined) faults.push(fault);
        fields.push(value);
        position = next;
      } else {
        const end = Math.min(toSeparator(position), toLineEnd(position));
        fields.push(text.slice(position, end));
        position = end;
      }
      if (text[position] !== separator) break;
      position++;
    }
    position++;
    if (fields.length > 1 || fields[0] !== '') records.push({ fields, offsets });
  }
  return { records, faults };
}

/** Where a character comes next. No part of the text is searched twice: ask for places in rising order. */
function finderOf(text: string, character: string): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next >= from) return next;
    const found = text.indexOf(character, from);
    next = found < 0 ? text.length : found;
    return next;
  };
}

function quotedField(
  text: string,
  start: number,
  separator: string,
): { value: string; next: number; fault?: CsvFault } {
  let value = '';
  let position = start + 1;
  for (;;) {
    const quote = text.indexOf('"', position);
    if (quote < 0) {
      const fault = { offset: start, detail: 'The quote that opens here is never closed.' };
      return { value: value + text.slice(position), next: text.length, fault };
    }
    value += text.slice(position, quote);
    const after = text[quote + 1];
    if (after === '"') {
      value += '"';
      position = quote + 2;
    } else if (after === undefined || after === separator || after === '\n') {
      return { value, next: quote + 1 };
    } else {
      const fault = { offset: quote, detail: 'Text follows a closing quote; a quote inside a field is doubled.' };
      let end = quote + 1;
      while (end < text.length && text[end] !== separator && text[end] !== '\n') end++;
      return { value: value + text.slice(quote, end), next: end, fault };
    }
  }
}
