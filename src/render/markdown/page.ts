import { plural } from '../../model/text/plural.js';
import { painter } from '../characters/paint.js';
import { inlineName } from './fence.js';

/** Most bytes of a comment: where GitHub cuts it. GitLab takes a million. */
export const MARKDOWN_LIMIT = 65_536;
const LEAST_LIMIT = 2_000;
/** Room kept for the last line. */
export const LAST_LINE_BYTES = 250;

/** Fenced code is not wrapped by GitHub; wider lines would hide behind a scroll bar. */
export const PAGE = { width: 110, paint: painter(false) };

export function markdownLimit(asked: number | undefined): number {
  return Math.max(LEAST_LIMIT, asked ?? MARKDOWN_LIMIT);
}

/** The first line, by which a script finds the comment to update. */
export function planMarker(account: string): string {
  return marker(setName(account));
}

export const marker = (name: string) => `<!-- adwright plan: ${name} -->`;

/**
 * Which accounts, in words: names, patterns and names of commits keep their signs, which do nothing inside a code span or
 * a comment. ci/digest.sh writes a name in the same way.
 */
export function setName(title: string): string {
  return [...title].map((character) => (/[*/_,^]/.test(character) ? character : inlineName(character))).join('');
}

/** The last line, if something was left out. */
export function notShown(hidden: number, limit: number): readonly string[] {
  if (hidden === 0) return [];
  const why = `the text would be longer than ${limit} bytes. \`adwright plan\` prints all of it.`;
  return ['', `${plural(hidden, 'item')} not shown: ${why}`];
}
