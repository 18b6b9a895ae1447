import { isDeepStrictEqual } from 'node:util';
import type { ReplyId, ServiceFailure } from '../../contract/index.js';
import { KNOWN_FAILURES } from '../../contract/index.js';
import type { CallFailure, ItemError, SentItem } from '../../model/index.js';
import { sharedCode } from '../../model/index.js';
import { type ItemNames, ownersOf } from './item-names.js';

/** What a failure entry says, for people: its own words, and what its code is known to mean. */
export function errorOf(failure: ServiceFailure): ItemError {
  const said = [failure.message, failure.description].filter((text) => text !== undefined && text !== '');
  const known = failure.code === undefined ? undefined : KNOWN_FAILURES[failure.code]?.meaning;
  const words = said.length > 0 ? said.join(': ') : failure.raw;
  const message = known === undefined || words.includes(known) ? words : `${words} (${known})`;
  return failure.code === undefined ? { message } : { code: failure.code, message };
}

/** Several failures of one item as one error. Their codes are in the message where they do not share one. */
export function errorOfAll(failures: readonly [ServiceFailure, ...ServiceFailure[]]): ItemError {
  const [first, ...more] = failures;
  if (more.length === 0) return errorOf(first);
  const code = sharedCode(failures);
  const words = failures.map(errorOf).map((one) => (code === undefined ? codeAndWords(one) : one.message));
  return { ...(code !== undefined && { code }), message: [...new Set(words)].join(' · ') };
}

export const codeAndWords = ({ code, message }: ItemError) => (code === undefined ? message : `${code}: ${message}`);

/**
 * One refusal of the whole request, stamped on every item: all failed, with entries that are the same in everything and
 * name no item. A batch of one item cannot be told apart and counts as a failed item.
 */
export function wholeRefusal(
  failures: readonly ServiceFailure[],
  items: readonly ItemNames[],
  failed: number,
): CallFailure | undefined {
  const [first, ...more] = failures;
  if (items.length < 2 || failed < items.length || first === undefined) return undefined;
  if (ownersOf(first, items) !== undefined) return undefined;
  if (!more.every((one) => isDeepStrictEqual(one, first))) return undefined;
  const message = `the service refused the whole request: ${codeAndWords(errorOf(first))}`;
  return { problem: 'refused', message, failures };
}

/** What a reply's id says of its item: digits are its id, `0` says that it failed, and anything else leaves it in doubt. */
export function itemOfId(id: ReplyId, reason: ItemError | undefined, otherwise: string): SentItem {
  if (id === undefined) {
    const said = reason === undefined ? '' : `; the reply says of it: ${codeAndWords(reason)}`;
    return { fate: 'unknown', error: { message: `${NO_ID}${said}` } };
  }
  return id === '0' ? { fate: 'failed', error: reason ?? { message: otherwise } } : { fate: 'done', id };
}

const NO_ID = 'the reply has neither an id nor 0 for it';
