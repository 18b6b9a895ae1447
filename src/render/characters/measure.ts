import stringWidth from 'string-width';

const ASCII = /^[\x20-\x7e]*$/;
/**
 * ASCII, Latin letters, the usual signs (quotes, dashes, arrows) and the plain Chinese characters and punctuation, which
 * nothing combines with: their width needs no look-up.
 */
const PLAIN =
  /^[\x20-\x7e\u00a1-\u00ac\u00ae-\u024f\u2010-\u2027\u2190-\u2193\u3001-\u3015\u4e00-\u9fa5\uff01-\uff5e]*$/;
const WIDE = /[\u3001-\uff5e]/g;
const FIRST_WIDE = 0x3001;

/** Columns that a text takes in a terminal; Chinese and emoji take two. */
export function displayWidth(text: string): number {
  if (ASCII.test(text)) return text.length;
  if (PLAIN.test(text)) return text.length + (text.match(WIDE)?.length ?? 0);
  return stringWidth(text);
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
  if (PLAIN.test(text)) {
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
