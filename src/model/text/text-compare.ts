/** How many characters a person would count: code points, so that an emoji outside the BMP is one. */
export function countCharacters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** What folding changes; most words hold none of it. */
const FOLDED = /[\s\u200B\uFEFF\uFF01-\uFF5E\p{Lu}]/u;

/**
 * A text as a service that folds would compare it: full-width forms as half-width, letters in lower case, runs of
 * spaces as one, none at the ends. Variants of Chinese characters stay apart. For comparing only, never for sending.
 */
export function foldForComparison(text: string): string {
  if (!FOLDED.test(text)) return text;
  return text
    .replace(/[\uFF01-\uFF5E]/g, (wide) => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))
    .replace(/[\s\u3000\u200B\uFEFF]+/g, ' ')
    .trim()
    .toLowerCase();
}

/** Format characters and fillers: there, and not to be seen. */
const UNSEEN = /[\p{Cf}\u115F\u1160\u3164\uFFA0]/gu;

/** What looks like something else; most texts hold none of it. */
const ODD_LOOK = new RegExp(`${UNSEEN.source}|\\s\\s|[^\\S ]|^ | $`, 'u');

/** A text as it looks: nothing that cannot be seen, every run of white space as one space, none at the ends. For comparing only. */
export function seenText(text: string): string {
  if (!ODD_LOOK.test(text)) return text;
  return text.replace(UNSEEN, '').replace(/\s+/gu, ' ').trim();
}

/** An invisible or easily confused character as its code point: `U+200B`. */
export function codePointName(character: string): string {
  return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
