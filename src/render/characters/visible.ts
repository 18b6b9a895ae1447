import { plainColumns } from './plain-text.js';

/**
 * Characters that a terminal or a browser does not show, or that move other text: controls, formats (bidirectional
 * marks included), lone surrogates, private use, and every space but the plain one.
 */
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/gu;
/** Joiners and selectors that are part of an emoji, and so are seen. */
const PART_OF_EMOJI =
  /(?<=[\p{Extended_Pictographic}\p{Emoji_Modifier}]\ufe0f?)\u200d(?=\p{Extended_Pictographic})|(?<=\p{Extended_Pictographic})\ufe0f|\ufe0f(?=\u20e3)/gu;

function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/** The text with every character that cannot be seen written out, `<U+200B>`. Never contains a line end or an escape. */
export function visible(text: string): string {
  if (plainColumns(text) >= 0) return text;
  const seen = new Set<number>();
  for (const match of text.matchAll(PART_OF_EMOJI)) seen.add(match.index);
  return text.replace(HIDDEN, (character: string, offset: number) =>
    seen.has(offset) ? character : `<${codePointName(character)}>`,
  );
}

/** As `visible`, in quotes where the bare text would be misread: empty, spaces at an end, a quote at the start. */
export function visibleValue(text: string): string {
  return text === '' || /^[ "]|[ ]$/.test(text) ? `"${visible(text)}"` : visible(text);
}

/** One entry of a list that is joined with commas or spaces. */
export function visibleItem(text: string): string {
  return text === '' || /^"|[ ,，]/u.test(text) ? `"${visible(text)}"` : visible(text);
}

/** Two different texts that look the same on a screen (`é` composed and decomposed). */
export function looksAlike(one: string, other: string): boolean {
  return one !== other && visible(one).normalize('NFC') === visible(other).normalize('NFC');
}

/** The text with everything beyond ASCII as code points: for texts that look alike. */
export function spelledOut(text: string): string {
  return text.replace(/[^\x20-\x7e]/gu, (character) => `<${codePointName(character)}>`);
}
