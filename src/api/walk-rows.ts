import { ObserveFailure } from '../model/kind/kind.js';
import { type Paging, walkPages } from '../model/kind/walk-pages.js';
import { callEnding } from './call-diagnostics.js';

/** Every row of a paged list, page by page, the next page being on its way. A list that does not end is a `Failure`. */
export async function* walkRows<Row>(paging: Omit<Paging<Row>, 'ahead'>): AsyncGenerator<Row, void, undefined> {
  try {
    for await (const rows of walkPages({ ...paging, ahead: true })) yield* rows;
  } catch (error) {
    if (error instanceof ObserveFailure) throw callEnding(error.failure);
    throw error;
  }
}
