import { ObserveFailure } from '../model/kind/kind.js';
import { type Paging, walkPages } from '../model/kind/walk-pages.js';
import { callEnding } from './call-diagnostics.js';

/** The rows of a paged list, a page at a time, the next page being on its way. A list that does not end is a `Failure`. */
export async function* walkRows<Row>(
  paging: Omit<Paging<Row>, 'ahead'>,
): AsyncGenerator<readonly Row[], void, undefined> {
  try {
    yield* walkPages({ ...paging, ahead: true });
  } catch (error) {
    if (error instanceof ObserveFailure) throw callEnding(error.failure);
    throw error;
  }
}
