import { distance } from 'fastest-levenshtein';

/** The candidate that was probably meant: letter case aside, about a third of the letters may differ. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const wanted = simplify(word);
  let best: string | undefined;
  let least = Math.max(1, Math.floor((wanted.length + 1) / 3)) + 1;
  for (const candidate of candidates) {
    const target = simplify(candidate);
    if (Math.abs(target.length - wanted.length) >= least) continue;
    const steps = isSwapped(wanted, target) ? 1 : distance(wanted, target);
    if (steps < least) {
      least = steps;
      best = candidate;
    }
  }
  return best;
}

/** Two neighbouring letters changed places: the commonest slip of the fingers. */
function isSwapped(one: string, other: string): boolean {
  if (one.length !== other.length) return false;
  const at = [...one].findIndex((letter, index) => letter !== other[index]);
  const swapped = one.slice(0, at) + (one[at + 1] ?? '') + (one[at] ?? '') + one.slice(at + 2);
  return at >= 0 && swapped === other;
}

function simplify(word: string): string {
  return word.toLowerCase().replace(/[-_\s]/g, '');
}

/** " Did you mean x?" or nothing. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  const found = nearest(word, candidates);
  return found === undefined ? '' : ` Did you mean ${quoted(found)}?`;
}

const SHOWN = 60;

/** A text of the author's inside a sentence: cut, and with everything that cannot be seen spelt out. */
export function quoted(text: string): string {
  const characters = [...text];
  const cut = characters.length > SHOWN ? `${characters.slice(0, SHOWN).join('')}…` : text;
  return `"${visible(cut)}"`;
}

/** Spells out characters that cannot be seen, as `<U+200B>`. */
function visible(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\u00A0\u3000\u2000-\u200A]/gu,
    (character) => `<U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}>`,
  );
}
