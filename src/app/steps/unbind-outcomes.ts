import type { ReplyOf } from '../../contract/index.js';
import type { ItemNames } from '../../kinds/calls/item-names.js';
import { reasonsOf, refusedItems } from '../../kinds/calls/reasons.js';
import type { CallResult, ItemError } from '../../model/index.js';
import { errorOfCall } from '../../model/index.js';
import type { Unbinding } from '../../project/unbinding.js';

/** What came of one group of `pictures unbind`. */
export interface UnbindOutcome {
  readonly groupId: string;
  readonly pictures: string;
  readonly outcome: 'done' | 'failed' | 'not sent';
  readonly code?: string;
  readonly message?: string;
}

interface UnbindOutcomes {
  readonly rows: readonly UnbindOutcome[];
  /** What the reply says of no group in particular. */
  readonly nameless: readonly ItemError[];
}

/** What the answer to one call (unbindPictures) says of each of its groups. */
export function unboundOutcomes(
  batch: readonly Unbinding[],
  answer: CallResult<ReplyOf<'unbindPictures'>>,
): UnbindOutcomes {
  const names = batch.map(namesOf);
  if (answer.ok) {
    const done = new Set(answer.reply.successGroupIdList);
    const standings = batch.map(({ groupId }) => (done.has(groupId) ? 'accepted' : 'failed'));
    const { errors, nameless } = reasonsOf(answer.reply.failures, names, standings, () => NOT_NAMED);
    const rows = batch.map((one, index) => {
      const error = errors[index];
      return error === undefined ? outcomeOf(one, 'done') : { ...outcomeOf(one, 'failed'), ...error };
    });
    return { rows, nameless };
  }
  const { failure } = answer;
  const refused = refusedItems(failure, names);
  const all = errorOfCall(failure);
  const doubt = failure.problem === 'unknown' ? ' Whether it was done is not known; it can be sent again.' : '';
  const rows = batch.map((one, index) => {
    const own = refused?.ok === true ? refused.items[index]?.error : undefined;
    return { ...outcomeOf(one, 'failed'), ...(own ?? { ...all, message: `${all.message}${doubt}` }) };
  });
  return { rows, nameless: (refused?.ok === true ? refused.nameless : undefined) ?? [] };
}

export function outcomeOf({ groupId, picIdList }: Unbinding, outcome: UnbindOutcome['outcome']): UnbindOutcome {
  return { groupId, pictures: picIdList.join(', '), outcome };
}

const namesOf = ({ groupId }: Unbinding, position: number): ItemNames => ({
  position,
  lists: { picList: position },
  ids: { groupId, id: groupId },
});

const NOT_NAMED = 'the reply did not name this group';
