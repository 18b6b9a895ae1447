import { defineQuery, idColumn, textColumn } from './define-query.js';
import { notReturned } from './not-returned.js';
import { ParameterCheck } from './parameters.js';

/** Applications (getApps): all of them, or those of the ids. */
export const apps = defineQuery({
  usage: 'list [ids...]',
  summary: 'list all apps, or those with these ids',
  examples: ['adwright apps list', 'adwright apps list 7001 7002'],
  flags: {},
  check(args) {
    const check = new ParameterCheck();
    const ids = check.ids('ID', args);
    return check.outcome({ ids: [...new Set(ids)] });
  },
  columns: () => [
    idColumn('appId'),
    textColumn('title'),
    textColumn('type'),
    textColumn('status'),
    textColumn('cause'),
    textColumn('updateTime'),
    textColumn('appUrl'),
  ],
  async *rows({ ids }, service, run) {
    yield* service.apps(ids.length === 0 ? undefined : ids, run);
    return undefined;
  },
  remark: ({ ids }, rows) => notReturned(ids, rows, 'appId'),
});
