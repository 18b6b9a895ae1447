import { diagnostic } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';

/** The words of a list such as `blocked,drift`; without the option there are none. */
export function listedWords<const Word extends string>(
  option: string,
  list: string | undefined,
  known: readonly Word[],
): readonly Word[] {
  const words = list === undefined ? [] : list.split(',').map((word) => word.trim());
  checkWords(option, words, known, 'separate several with commas');
  return words;
}

/** A misspelt word would look like a check that is on, or a rule that is allowed: it ends the command. */
export function checkWords<Word extends string>(
  option: string,
  words: readonly string[],
  known: readonly Word[],
  how: string,
): asserts words is readonly Word[] {
  const unknown = words.filter((word) => !known.some((one) => one === word));
  if (unknown.length === 0) return;
  const named = unknown.map((word) => (word === '' ? '""' : word)).join(', ');
  const detail = `${option} accepts ${known.join(', ')} (${how}), not ${named}.`;
  throw new Failure([diagnostic('usage', { detail })]);
}
