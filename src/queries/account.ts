import { defineQuery } from './define-query.js';

/** The account's fields (accountInfo). */
export const account = defineQuery({
  usage: 'account',
  summary: 'show the account’s fields',
  examples: ['adwright account', 'adwright account --account brand-a --json'],
  flags: {},
  check: () => ({ ok: true, params: {} }),
  columns: () => [],
  async *rows(_params, service, run) {
    yield [await service.accountInfo(run)];
    return undefined;
  },
  isOneRecord: true,
});
