import { ParameterCheck } from './parameters.js';
import {
  type CallChoice,
  type Checked,
  id,
  number,
  type QueryColumn,
  type QueryRow,
  type QueryService,
  text,
} from './query.js';

/** Keywords by id (getKeywords). */
export const keywordColumns: readonly QueryColumn[] = [
  id('id'),
  id('groupId'),
  text('word'),
  number('price'),
  text('matchType'),
  text('optStatus'),
  text('status'),
  text('mobileStatus'),
  text('cause'),
];

export function checkKeywords(given: readonly string[]): Checked<{ readonly ids: readonly string[] }> {
  const check = new ParameterCheck();
  if (given.length === 0) check.refuse('Give at least one keyword id; the interface cannot list keywords.');
  const ids = check.ids('ID', given);
  if (check.diagnostics.length > 0) return { ok: false, diagnostics: check.diagnostics };
  return { ok: true, params: { ids: [...new Set(ids)] } };
}

/** Rows in the order of the batches; ids that the service does not know are left out and can be found by comparing. */
export async function* runKeywords(
  { ids }: { readonly ids: readonly string[] },
  service: QueryService,
  options?: CallChoice,
): AsyncGenerator<QueryRow> {
  yield* service.keywords(ids, options);
}

/** Keyword tags. */
export const keywordTagColumns: readonly QueryColumn[] = [id('id'), text('title'), text('is_important')];

export async function* runKeywordTags(service: QueryService, options?: CallChoice): AsyncGenerator<QueryRow> {
  yield* await service.keywordTags(options);
}

/** Recommended keyword packages (keywordPackages). `pv` and `mpv` are weekly views; `<10` below 10. */
export const keywordPackageColumns: readonly QueryColumn[] = [
  text('package'),
  text('word'),
  number('pv'),
  number('mpv'),
];

/** One package by its exact name, or all. Other names than the four of keywordPackages may exist: the service decides. */
export async function* runKeywordPackages(
  name: string | undefined,
  service: QueryService,
  options?: CallChoice,
): AsyncGenerator<QueryRow> {
  const packages = await service.keywordPackages(name, options);
  for (const [title, entries] of Object.entries(packages)) {
    for (const entry of entries) yield { package: title, ...entry };
  }
}
