import { usageFailure } from '../diagnostics/failure.js';

/** What is wrong with words of which some are not known; `how` says how several are given. */
export function unknownWords(
  option: string,
  words: readonly string[],
  known: readonly string[],
  how: string,
): string | undefined {
  const unknown = words.filter((word) => !known.includes(word));
  if (unknown.length === 0) return undefined;
  const named = unknown.map((word) => (word === '' ? '""' : word)).join(', ');
  return `${option} accepts ${known.join(', ')} (${how}), not ${named}.`;
}

/** A misspelt word would look like a rule that is allowed: it ends the command. */
export function checkWords(option: string, words: readonly string[], known: readonly string[], how: string): void {
  const detail = unknownWords(option, words, known, how);
  if (detail !== undefined) throw usageFailure(detail);
}
