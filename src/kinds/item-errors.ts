import { isDeepStrictEqual } from 'node:util';
import type { ReplyId, ServiceFailure } from '../contract/index.js';
import { KNOWN_FAILURES } from '../contract/index.js';
import type { CallFailure, ItemError, SentItem } from '../model/index.js';

/** What a failure entry says, for people: its own words, and what its code is known to mean. */
export function errorOf(failure: ServiceFailure): ItemError {
  const said = [failure.message, failure.description].filter((text) => text !== undefined && text !== '');
  const known = failure.code === undefined ? undefined : KNOWN_FAILURES[failure.code]?.meaning;
  const words = said.length > 0 ? said.join(': ') : failure.raw;
  const message = known === undefined || words.includes(known) ? words : `${words} (${known})`;
  return failure.code === undefined ? { message } : { code: failure.code, message };
}

/**
 * The error of one item that failed. It is the item's own only where the entry names its position or id, or where one
 * item and one entry are all there is; else every entry is shown, as none can be told to be this item's.
 */
export function errorOfItem(
  failures: readonly ServiceFailure[],
  item: { readonly position: number; readonly ids?: readonly string[]; readonly failedItems: number },
  otherwise: string,
): ItemError {
  const own = failures.find(
    (one) => one.index === item.position || (one.id !== undefined && (item.ids ?? []).includes(one.id)),
  );
  if (own !== undefined) return errorOf(own);
  const nameless = failures.filter((one) => one.index === undefined);
  const [only, ...more] = nameless;
  if (only === undefined) return { message: otherwise };
  if (more.length === 0 && item.failedItems === 1) return errorOf(only);
  const said = nameless.slice(0, 3).map((one) => {
    const error = errorOf(one);
    return error.code === undefined ? error.message : `${error.code} ${error.message}`;
  });
  const rest = nameless.length > 3 ? `, and ${nameless.length - 3} more` : '';
  return { message: `${otherwise}; the reply's failures, none of which names its item: ${said.join(' · ')}${rest}` };
}

/**
 * One refusal of the whole request, stamped on every item: all failed, with entries that are the same in everything and
 * name no item. A batch of one item cannot be told apart and counts as a failed item.
 */
export function wholeRefusal(
  failures: readonly ServiceFailure[],
  items: number,
  failed: number,
): CallFailure | undefined {
  const [first, ...more] = failures;
  if (items < 2 || failed < items || first === undefined) return undefined;
  if (first.index !== undefined || first.id !== undefined) return undefined;
  if (!more.every((one) => isDeepStrictEqual(one, first))) return undefined;
  const error = errorOf(first);
  const code = error.code === undefined ? '' : `${error.code}: `;
  return { problem: 'refused', message: `the service refused the whole request: ${code}${error.message}`, failures };
}

/** What a reply's id says of its item: digits are its id, `0` says that it failed, and anything else leaves it in doubt. */
export function itemOfId(id: ReplyId, refused: () => ItemError): SentItem {
  if (id === undefined) return { fate: 'unknown', error: { message: NO_ID } };
  return id === '0' ? { fate: 'failed', error: refused() } : { fate: 'done', id };
}

const NO_ID = 'what the reply has in the place of its id is neither an id nor 0';
