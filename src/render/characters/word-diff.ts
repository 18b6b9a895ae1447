import { diffArrays } from 'diff';
import { headOfWidth } from './measure.js';
import { visible } from './visible.js';

export interface WordPart {
  readonly kind: 'same' | 'gone' | 'new';
  readonly text: string;
}

/** Beyond this many differing words the two texts have nothing to do with each other. */
const MOST_EDITS = 400;
/** An unchanged stretch longer than this is shown by its ends. */
const LONGEST_SAME = 160;

/** Words of Latin text stay whole; Chinese has no spaces, so each character is a word. */
function words(text: string): string[] {
  return text.match(/[A-Za-z0-9_]+|./gsu) ?? [];
}

function countWords(tokens: readonly string[]): number {
  return tokens.filter((token) => /[\p{L}\p{N}]/u.test(token)).length;
}

/** What changed between two texts, word by word, ready to be shown. */
export function wordDiff(from: string, to: string): readonly WordPart[] {
  const changes = diffArrays(words(from), words(to), { maxEditLength: MOST_EDITS });
  const kept = changes?.filter((change) => !change.added && !change.removed).flatMap((change) => change.value) ?? [];
  // Two texts that share little but their punctuation read better side by side than shredded.
  if (changes === undefined || countWords(kept) * 4 < countWords(words(from))) {
    return [
      { kind: 'gone', text: visible(from) },
      { kind: 'new', text: visible(to) },
    ];
  }
  return changes.map((change) => {
    const text = visible(change.value.join(''));
    if (change.removed) return { kind: 'gone', text };
    if (change.added) return { kind: 'new', text };
    return { kind: 'same', text: shorten(text) };
  });
}

function shorten(text: string): string {
  if (text.length <= LONGEST_SAME) return text;
  const head = headOfWidth(text, 60);
  const tail = [...text.slice(-60)].slice(1).join('');
  return `${head}…(${text.length - head.length - tail.length} characters unchanged)…${tail}`;
}

/** What came and went between two lists of texts, in the order of the lists. */
export function listDiff(
  from: readonly string[],
  to: readonly string[],
): { readonly gone: readonly string[]; readonly added: readonly string[] } {
  const before = new Set(from);
  const after = new Set(to);
  return { gone: from.filter((item) => !after.has(item)), added: to.filter((item) => !before.has(item)) };
}
