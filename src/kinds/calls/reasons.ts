import type { ServiceFailure } from '../../contract/index.js';
import type { CallFailure, ItemError, SendResult } from '../../model/index.js';
import { plural, sharedCode } from '../../model/index.js';
import { codeAndWords, errorOf, errorOfAll } from './item-errors.js';
import { type ItemNames, ownersOf } from './item-names.js';

/**
 * What the results of a reply say of an item, without its failures: `made` and `failed` are stated, `accepted` is true
 * unless a failure names it, `silent` is not spoken of, and `doubtful` has something that cannot be read.
 */
export type Standing = 'made' | 'accepted' | 'failed' | 'silent' | 'doubtful';

export interface Reasons {
  /** The reason of each item: its own, a likely one, or for a failed one that none is known. */
  readonly errors: readonly (ItemError | undefined)[];
  /** Failures that are no item's reason, each reported once for the whole reply. */
  readonly nameless: readonly ItemError[];
}

/**
 * Whose each failure is. One that names an item is that item's and no one else's. Those that name none are paired with
 * the failed items in order where there are as many of both, and marked as likely; else they are no one's.
 */
export function reasonsOf(
  failures: readonly ServiceFailure[],
  items: readonly ItemNames[],
  standings: readonly Standing[],
  otherwise: (position: number) => string,
): Reasons {
  const own = new Map<number, ServiceFailure[]>();
  const nameless: ServiceFailure[] = [];
  const elsewhere: ServiceFailure[] = [];
  const severals = new Map<string, { readonly among: readonly number[]; readonly failures: ServiceFailure[] }>();
  for (const failure of failures) {
    const named = ownersOf(failure, items);
    const among = named?.filter((position) => standings[position] !== 'made');
    const [only, ...more] = among ?? [];
    if (among === undefined) nameless.push(failure);
    else if (only === undefined) elsewhere.push(failure);
    else if (more.length === 0) {
      const said = own.get(only);
      if (said === undefined) own.set(only, [failure]);
      else said.push(failure);
    } else {
      const key = among.join();
      const several = severals.get(key) ?? { among, failures: [] };
      several.failures.push(failure);
      severals.set(key, several);
    }
  }

  const likely = new Map<number, { readonly failure: ServiceFailure; readonly certain: boolean }>();
  const unplaced: ServiceFailure[] = [];
  const candidates = new Map<number, Candidates[]>();
  /** Gives each of `positions` one of as many failures, or none anything. */
  const pair = (open: readonly number[], said: readonly ServiceFailure[], certain: boolean) => {
    if (said.length === 0) return;
    if (open.length === said.length) {
      const same = certain || new Set(said.map(({ raw }) => raw)).size === 1;
      open.forEach((position, index) => {
        likely.set(position, { failure: said[index] as ServiceFailure, certain: same });
      });
      return;
    }
    unplaced.push(...said);
    const some: Candidates = { count: said.length, code: sharedCode(said) };
    for (const position of open) candidates.set(position, [...(candidates.get(position) ?? []), some]);
  };
  const isOpen = (position: number) => !own.has(position) && !likely.has(position);
  for (const { among, failures: said } of severals.values()) {
    const failed = among.filter((position) => standings[position] !== 'accepted');
    pair(failed.filter(isOpen), said, false);
  }
  const failed = standings.flatMap((standing, position) => (standing === 'failed' && isOpen(position) ? position : []));
  // What is not spoken of may be what it is about.
  const certain = failed.length === 1 && !standings.some((one, at) => one === 'silent' && isOpen(at));
  pair(failed, nameless, certain && standings.length > 0);

  const errors = items.map((_, position): ItemError | undefined => {
    const [first, ...more] = own.get(position) ?? [];
    if (first !== undefined) return errorOfAll([first, ...more]);
    const given = likely.get(position);
    if (given !== undefined) {
      const error = errorOf(given.failure);
      return given.certain ? error : { ...error, message: `${error.message} (${LIKELY})` };
    }
    return standings[position] === 'failed' ? untold(otherwise(position), candidates.get(position) ?? []) : undefined;
  });
  const unmatched = new Set([...elsewhere, ...unplaced]);
  return { errors, nameless: failures.filter((one) => unmatched.has(one)).map(withNames) };
}

const LIKELY =
  'probably its reason: the reply does not say which item it is about, and has as many reasons as failed items';

/** Failures that may all be an item's reason, with the code that they share. */
interface Candidates {
  readonly count: number;
  readonly code: string | undefined;
}

function untold(otherwise: string, candidates: readonly Candidates[]): ItemError {
  if (candidates.length === 0) return { message: otherwise };
  const code = sharedCode(candidates);
  const count = candidates.reduce((sum, one) => sum + one.count, 0);
  const why =
    count === 1
      ? 'the reply has a reason that names no item'
      : `the reply has ${plural(count, 'reason')} that name no item`;
  return { ...(code !== undefined && { code }), message: `${otherwise}; ${why}` };
}

/** A failure that is kept apart from its item, with what it says of whose it is. */
function withNames(failure: ServiceFailure): ItemError {
  const { index, ids = {}, name, type, device } = failure;
  const words = [
    ...(index === undefined ? [] : [`index ${index}`]),
    ...Object.entries(ids).map(([key, id]) => `${key} ${id}`),
    ...Object.entries({ name, type, device }).flatMap(([key, text]) => (text === undefined ? [] : [`${key} ${text}`])),
  ];
  const error = errorOf(failure);
  return words.length === 0 ? error : { ...error, message: `${error.message} (it names ${words.join(', ')})` };
}

/**
 * A refused request of several items, where its failures say more than one thing or name an item: each item shows its own
 * reason. Undefined where the failure of the call says all there is.
 */
export function refusedItems(failure: CallFailure, items: readonly ItemNames[]): SendResult | undefined {
  const { problem, failures, status } = failure;
  if (problem !== 'refused' || failures.length === 0) return undefined;
  const distinct = new Set(failures.map(({ raw }) => raw)).size > 1;
  const names = failures.some((one) => (ownersOf(one, items)?.length ?? 0) === 1);
  if (items.length < 2 ? failures.length < 2 : !distinct && !names) return undefined;
  const standings = items.map(() => 'failed' as const);
  // A path that is not there refuses whatever is sent to it.
  const otherwise = `the service refused the whole request${status === 404 ? ' (HTTP 404)' : ''}`;
  const { errors, nameless } = reasonsOf(failures, items, standings, () => otherwise);
  return {
    ok: true,
    ...(nameless.length > 0 && { nameless }),
    items: errors.map((error) => ({ fate: 'failed', error: error ?? { message: otherwise } })),
  };
}

/** A reply that does not tell what came of any item. What its failures say is kept, and proves nothing. */
export function doubtfulReply(
  cause: string,
  failures: readonly ServiceFailure[],
  items: readonly ItemNames[],
): Extract<SendResult, { readonly ok: true }> {
  const standings = items.map(() => 'doubtful' as const);
  const { errors, nameless } = reasonsOf(failures, items, standings, () => cause);
  return {
    ok: true,
    cause,
    ...(nameless.length > 0 && { nameless }),
    items: errors.map((error) =>
      error === undefined
        ? { fate: 'unknown' }
        : { fate: 'unknown', error: { message: `${cause}; its failures say of it: ${codeAndWords(error)}` } },
    ),
  };
}
