import { LIMITS } from '../../contract/index.js';
import type { FieldPath, SectionContext } from '../../model/index.js';
import { countCharacters, plural } from '../../model/index.js';
import { distinctTexts } from '../entries/distinct-texts.js';

const CUSTOM_INDUSTRY = '其他-';

type WordLists = { readonly phrase?: readonly string[]; readonly exact?: readonly string[] };

/** Merges exact repeats, checks the counts afterwards, and points at words that may collide. */
export function negativeWords(lists: WordLists, path: FieldPath, context: SectionContext): WordLists {
  return {
    ...(lists.phrase && { phrase: wordList(lists.phrase, [...path, 'phrase'], LIMITS.negativePhrases, context) }),
    ...(lists.exact && { exact: wordList(lists.exact, [...path, 'exact'], LIMITS.negativeExacts, context) }),
  };
}

function wordList(words: readonly string[], path: FieldPath, most: number, context: SectionContext): readonly string[] {
  const distinct = distinctTexts(words, path, context);
  if (distinct.length > most) {
    context.report('too-many', path, `At most ${most} words; this has ${distinct.length}.`, {
      onKey: true,
    });
  }
  return distinct;
}

export function checkIndustryTags(
  tags: { readonly path?: readonly string[]; readonly literal?: string },
  path: FieldPath,
  context: SectionContext,
): void {
  const { literal } = tags;
  if (literal !== undefined && !literal.startsWith(CUSTOM_INDUSTRY)) {
    const close = /^其他\s*[-－—–‐−ー]/u.test(literal);
    const hint = close ? ' The dash here is another character than the ordinary hyphen "-".' : '';
    context.report('rule-broken', [...path, 'literal'], `A custom industry starts with "${CUSTOM_INDUSTRY}".${hint}`);
  } else if (literal === CUSTOM_INDUSTRY) {
    context.report(
      'rule-broken',
      [...path, 'literal'],
      `The name of the industry after "${CUSTOM_INDUSTRY}" is missing.`,
    );
  }
  if (tags.path === undefined) {
    context.report('missing-key', path, '"path" is required: the codes from level 1 to level 4.', {
      onKey: true,
    });
  }
}

/** The length of a name as the account's settings count it; the interface does not say how long one may be. */
export function checkName(name: string, path: FieldPath, context: SectionContext): void {
  const { min, max, count } = context.settings.groupNames;
  const length = measure(name, count);
  const unit = { characters: 'character', 'utf8-bytes': 'UTF-8 byte', 'gbk-bytes': 'GBK byte' }[count];
  if (length < min) context.report('too-short', path, `At least ${plural(min, unit)}; the name has ${length}.`);
  if (max > 0 && length > max)
    context.report('too-long', path, `At most ${plural(max, unit)}; the name has ${length}.`);
}

function measure(name: string, count: SectionContext['settings']['groupNames']['count']): number {
  if (count === 'characters') return countCharacters(name);
  if (count === 'utf8-bytes') return Buffer.byteLength(name);
  // GBK takes one byte for ASCII and two for every other character that it has; GB18030 takes four for the rest.
  let bytes = 0;
  for (const character of name) {
    const point = character.codePointAt(0) ?? 0;
    bytes += point < 0x80 ? 1 : point > 0xffff ? 4 : 2;
  }
  return bytes;
}
