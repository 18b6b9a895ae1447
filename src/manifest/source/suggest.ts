import { distance } from 'fastest-levenshtein';
import { type Address, kindOf, nameOf } from '../../model/index.js';

/** Words longer than this were not mistyped. */
const LONGEST_WORD = 100;
/** Comparisons that one set of names is worth. With this many wrong names a hint for each helps no one. */
const MOST_COMPARISONS = 200_000;

/**
 * Names, and for a word that is none of them the one that was probably meant: letter case aside, about a third of the
 * letters may differ. However often it is asked, it compares a bounded number of times.
 */
export class NameHints {
  readonly #names: readonly { readonly name: string; readonly target: string }[];
  #left = MOST_COMPARISONS;

  constructor(names: Iterable<string>) {
    this.#names = [...names].filter(isWord).map((name) => ({ name, target: simplify(name) }));
  }

  nearest(word: string): string | undefined {
    if (!isWord(word) || this.#left <= 0) return undefined;
    this.#left -= this.#names.length;
    const wanted = simplify(word);
    let best: string | undefined;
    let least = Math.max(1, Math.floor((wanted.length + 1) / 3)) + 1;
    for (const { name, target } of this.#names) {
      if (Math.abs(target.length - wanted.length) >= least) continue;
      const steps = isSwapped(wanted, target) ? 1 : distance(wanted, target);
      if (steps < least) {
        least = steps;
        best = name;
      }
    }
    return best;
  }

  /** " Did you mean x?" or nothing. */
  didYouMean(word: string): string {
    const found = this.nearest(word);
    return found === undefined ? '' : ` Did you mean ${quoted(found)}?`;
  }
}

/** The names of each kind of resource, put together when a kind is asked for. */
export function namesByKind(resources: { keys(): Iterable<Address> }): (kind: string) => NameHints {
  const made = new Map<string, NameHints>();
  return (kind) => {
    let hints = made.get(kind);
    if (hints === undefined) {
      hints = new NameHints([...resources.keys()].filter((one) => kindOf(one) === kind).map(nameOf));
      made.set(kind, hints);
    }
    return hints;
  };
}

const isWord = (name: string) => name.length <= LONGEST_WORD;

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

/** " Did you mean x?" or nothing, for a few candidates. */
export function didYouMean(word: string, candidates: Iterable<string>): string {
  return new NameHints(candidates).didYouMean(word);
}

const SHOWN = 60;

/** A text of the author's inside a sentence: cut, and with everything that cannot be seen spelt out. */
export function quoted(text: string): string {
  // Two units a character at the most: the rest of a long text need not be looked at.
  const characters = [...text.slice(0, 2 * SHOWN + 2)];
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
