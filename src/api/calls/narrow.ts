import type { ReplyOf, TextRecord } from '../../contract/index.js';
import type { CallFailure, CallResult } from '../../model/ports/ports.js';

type Lookup = CallResult<ReplyOf<'getKeywords'>>;
export type LookUp = (ids: readonly string[]) => Promise<Lookup>;

/** Narrows lookups that one dead id emptied. What it learns of the service it keeps for the next lookup. */
export interface Narrowing {
  lookUp(ids: readonly string[], look: LookUp): Promise<Lookup>;
}

/** Single ids found dead, with no living id ever seen, after which a lookup is given up. */
const DEAD_ENOUGH = 16;

const mayBeAnId = ({ problem, status }: CallFailure) =>
  problem === 'too-large' || (problem === 'refused' && status !== undefined && status !== 404);

/**
 * Some services answer a lookup with nothing, or refuse it, because of one dead id. Then it is cut in half until the
 * dead ids are alone in a request: at most twice as many calls as ids. On services that leave out just the dead ids, an empty
 * answer means that all are dead; which habit a service has is found out with one call, as soon as a living and a dead
 * id are known. The halves are every other id, so that the first single ids come from all over the batch.
 */
export function createNarrowing(): Narrowing {
  /** The service leaves out dead ids and returns the others. */
  let answersInPart = false;
  let living: string | undefined;
  let tested = false;

  function learn(ids: readonly string[], found: readonly TextRecord[]): void {
    living ??= ids.find((id) => found.some((keyword) => keyword['id'] === id));
    // By far the most: as many as were asked for.
    if (found.length >= ids.length) return;
    if (found.length < new Set(ids).size) answersInPart = true;
  }

  return {
    async lookUp(all, look) {
      const found: TextRecord[] = [];
      let quotaRemaining: number | undefined;
      let dead = 0;
      let refusal: CallFailure | undefined;

      async function test(deadId: string): Promise<void> {
        if (tested || answersInPart || living === undefined) return;
        tested = true;
        const result = await look([living, deadId]);
        answersInPart = result.ok && result.reply.keywordList.length > 0;
      }

      /** A failure that ends the whole lookup, or undefined. */
      async function visit(ids: readonly string[]): Promise<CallFailure | undefined> {
        if (living === undefined && dead >= DEAD_ENOUGH) return refusal;
        const result = await look(ids);
        if (result.ok) {
          quotaRemaining = result.quotaRemaining ?? quotaRemaining;
          const { keywordList } = result.reply;
          if (keywordList.length > 0) {
            learn(ids, keywordList);
            for (const keyword of keywordList) found.push(keyword);
            return undefined;
          }
          if (answersInPart && ids.length > 1) return undefined;
        } else {
          if (!mayBeAnId(result.failure)) return result.failure;
          refusal = result.failure;
          if (ids.length === 1 && refusal.problem === 'too-large') return refusal;
        }
        const [only] = ids;
        if (ids.length <= 1) {
          dead++;
          if (only !== undefined && result.ok) await test(only);
          return undefined;
        }
        const even = ids.filter((_, index) => index % 2 === 0);
        const odd = ids.filter((_, index) => index % 2 === 1);
        return (await visit(even)) ?? (await visit(odd));
      }

      const failure = await visit(all);
      // Refused down to the last id, with none that lives: then it is not about the ids.
      const ending = failure ?? (living === undefined && found.length === 0 ? refusal : undefined);
      if (ending !== undefined) return { ok: false, failure: ending };
      return { ok: true, reply: { keywordList: found }, ...(quotaRemaining !== undefined && { quotaRemaining }) };
    },
  };
}
