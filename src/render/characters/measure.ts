import stringWidth from 'string-width';
import { plainColumns } from './plain-text.js';

/** The first character that takes two columns. */
const FIRST_WIDE = 0x3001;
const ASCII = /^[\x20-\x7e]*$/;

/** Columns that a text takes in a terminal; Chinese and emoji take two. */
export function displayWidth(text: string): number {
  const columns = plainColumns(text);
  return columns < 0 ? stringWidth(text) : columns;
}

/** Cuts a text to `width` columns, the last of them an ellipsis where something was cut. */
export function cutToWidth(text: string, width: number): string {
  if (text.length <= width && displayWidth(text) <= width) return text;
  if (displayWidth(text) <= width) return text;
  return `${headOfWidth(text, Math.max(0, width - 1))}…`;
}

/** The longest start of a text that fits `width` columns, cut between characters as people see them. */
export function headOfWidth(text: string, width: number): string {
  if (ASCII.test(text)) return text.slice(0, width);
  let used = 0;
  let end = 0;
  if (plainColumns(text) >= 0) {
    for (; end < text.length; end++) {
      used += text.charCodeAt(end) < FIRST_WIDE ? 1 : 2;
      if (used > width) break;
    }
    return text.slice(0, end);
  }
  // Made only where characters may combine: it takes longer than all the rest.
  for (const { segment, index } of new Intl.Segmenter('en', { granularity: 'grapheme' }).segment(text)) {
    used += displayWidth(segment);
    if (used > width) break;
    end = index + segment.length;
  }
  return text.slice(0, end);
}

export function padEnd(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - displayWidth(text)));
}

export function padStart(text: string, width: number): string {
  return ' '.repeat(Math.max(0, width - displayWidth(text))) + text;
}
