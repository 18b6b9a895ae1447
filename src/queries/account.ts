import type { CallChoice, QueryRow, QueryService } from './query.js';

/** The account (4.2), one row. Money is decimal text in yuan; what the other fields mean is not documented. */
export async function* runAccount(service: QueryService, options?: CallChoice): AsyncGenerator<QueryRow> {
  yield await service.accountInfo(options);
}
