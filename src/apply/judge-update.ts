import type {
  CallFailure,
  ItemResult,
  Kind,
  Observation,
  SentItem,
  ShownAs,
  StateEntry,
  UpdateItem,
  Value,
  Values,
} from '../model/index.js';
import { sameValue, shownInstead } from '../model/index.js';

export type UpdateVerdict = Pick<ItemResult, 'outcome' | 'error' | 'note'>;

/** What was read of an item after the write, or why nothing could be read. */
export interface ReadBack {
  readonly reading?: Observation | undefined;
  readonly failure?: CallFailure;
}

/** The value of another thing that a field of this one is shown as. */
export type KnownOf = (rule: ShownAs) => Value | undefined;

/**
 * The outcome of an item: the reply may promise anything, what is read afterwards counts. `reply` says why there was none.
 * What was accepted and is shown as an equivalent is in effect.
 */
export function judgeUpdate(
  item: UpdateItem,
  sent: SentItem,
  { reading, failure }: ReadBack,
  kind: Kind,
  reply: string | undefined,
  known: KnownOf = () => undefined,
): UpdateVerdict {
  const failed = (message: string): UpdateVerdict => ({ outcome: 'failed', error: { message } });
  if (sent.fate === 'failed') return { outcome: 'failed', error: sent.error ?? { message: 'the service refused it' } };
  if (failure !== undefined) return failed('sent, but it could not be read back; the next plan shows the result');
  if (reading === undefined) return failed('sent, but the service no longer returns it');
  if (reading.unusable !== undefined) return failed(`sent, and not known to be in effect: ${reading.unusable}`);
  let different: readonly string[] = item.changed.filter((path) => {
    const [rule, wanted, live] = [kind.fields[path], item.desired[path], reading.values[path]];
    return rule !== undefined && wanted !== undefined && (live === undefined || !sameValue(rule.type, wanted, live));
  });
  if (sent.fate === 'done') different = different.filter((path) => !standsFor(path, item, reading, kind, known));
  if (different.length === 0) return { outcome: 'done' };
  const shown = different
    .map((path) => `${path} is ${text(reading.values[path])}, not ${text(item.desired[path])}`)
    .join('; ');
  // Without a word of the service it may never have arrived: only what was accepted can be waiting for its review.
  if (sent.fate === 'unknown') return failed(`${reply ?? 'the reply does not mention it'}; not in effect: ${shown}`);
  if (reading.underReview) return { outcome: 'pending', note: `under review: ${shown}` };
  return failed(`accepted, but not in effect: ${shown}`);
}

/** Whether what is read is equivalent to what was sent. */
function standsFor(path: string, item: UpdateItem, reading: Observation, kind: Kind, known: KnownOf): boolean {
  const rule = kind.fields[path];
  const [wanted, live, before] = [item.desired[path], reading.values[path], item.observed[path]];
  if (rule?.shownAs === undefined || wanted === undefined || live === undefined) return false;
  if (!rule.shownAs.fits(wanted, live)) return false;
  if (rule.shownAs.of === undefined || reading.underReview !== true || before === undefined) return true;
  // A value of its own that is as it was before may be the old one, until the review has ended.
  const expected = known(rule.shownAs);
  if (expected !== undefined && sameValue(rule.type, expected, live)) return true;
  return !sameValue(rule.type, before, live);
}

/** What the mark of an updated thing must hold besides the values sent: fields that the service shows as something else. */
export function shownAfter(item: UpdateItem, reading: Observation | undefined, kind: Kind): Values {
  const live: Record<string, Value> = {};
  for (const path in item.desired) {
    // What was not sent is as it was when it was judged to be in effect.
    const seen = item.changed.includes(path) ? reading?.values[path] : item.observed[path];
    if (seen !== undefined) live[path] = seen;
  }
  return shownInstead(kind.fields, item.desired, live);
}

const text = (value: UpdateItem['desired'][string] | undefined) =>
  value === undefined ? 'not returned' : JSON.stringify(value);

/** Where the service was seen to store something else than was sent, for the state's entry. */
export function storedValues(
  item: UpdateItem,
  reading: Observation | undefined,
  kind: Kind,
): Pick<StateEntry, 'stored'> {
  const stored: Record<string, UpdateItem['desired'][string]> = {};
  for (const [path, wanted] of Object.entries(item.desired)) {
    const [rule, live] = [kind.fields[path], reading?.values[path]];
    if (rule !== undefined && live !== undefined && !sameValue(rule.type, wanted, live)) stored[path] = live;
  }
  return Object.keys(stored).length === 0 ? {} : { stored };
}
