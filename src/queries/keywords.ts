import { type CheckedParameters, defineQuery, idColumn, numberColumn, textColumn } from './define-query.js';
import { notReturned } from './not-returned.js';
import { ParameterCheck } from './parameters.js';

interface KeywordIds {
  readonly ids: readonly string[];
}

/** Each id once, in the order given. */
function checkKeywordIds(given: readonly string[]): CheckedParameters<KeywordIds> {
  const check = new ParameterCheck();
  if (given.length === 0) check.refuse('Give at least one keyword id; the interface cannot list keywords.');
  const ids = check.ids('ID', given);
  return check.outcome({ ids: [...new Set(ids)] });
}

/** Keywords by id (getKeywords), in the order of the batches; ids that the service does not know are left out. */
export const keywordsById = defineQuery({
  usage: 'get <ids...>',
  summary: 'get keywords by id',
  examples: ['adwright keywords get 80001234 80001235'],
  flags: {},
  check: (args) => checkKeywordIds(args),
  columns: () => [
    idColumn('id'),
    idColumn('groupId'),
    textColumn('word'),
    numberColumn('price'),
    textColumn('matchType'),
    textColumn('optStatus'),
    textColumn('status'),
    textColumn('mobileStatus'),
    textColumn('cause'),
  ],
  async *rows({ ids }, service, run) {
    yield* service.keywords(ids, run);
    return undefined;
  },
  remark: ({ ids }, rows) => notReturned(ids, rows, 'id'),
});

/** Keyword tags (keywordTags). */
export const keywordTags = defineQuery({
  usage: 'tags',
  summary: 'list keyword tags',
  examples: ['adwright keywords tags'],
  flags: {},
  check: () => ({ ok: true, params: {} }),
  columns: () => [idColumn('id'), textColumn('title'), textColumn('is_important')],
  async *rows(_params, service, run) {
    yield await service.keywordTags(run);
    return undefined;
  },
});

/**
 * Recommended keyword packages (keywordPackages): one by its exact name, or all. `pv` and `mpv` are weekly views; `<10`
 * below 10. Other names than the four of the interface may exist: the service decides.
 */
export const keywordPackages = defineQuery({
  usage: 'packages [name]',
  summary: 'list recommended keyword packages',
  examples: ['adwright keywords packages', 'adwright keywords packages 低竞价词包'],
  flags: {},
  check: ([name]): CheckedParameters<{ readonly name: string | undefined }> => ({ ok: true, params: { name } }),
  columns: () => [textColumn('package'), textColumn('word'), numberColumn('pv'), numberColumn('mpv')],
  async *rows({ name }, service, run) {
    const packages = await service.keywordPackages(name, run);
    for (const [title, entries] of Object.entries(packages))
      yield entries.map((entry) => ({ package: title, ...entry }));
    return undefined;
  },
  remark: ({ name }, rows) =>
    name === undefined || rows.length > 0
      ? undefined
      : `The service has no package named exactly ${name}; \`adwright keywords packages\` lists all.`,
});
