import { ParameterCheck } from './parameters.js';
import {
  type CallChoice,
  type Checked,
  id,
  type QueryColumn,
  type QueryRow,
  type QueryService,
  text,
} from './query.js';

/** Applications (getApps). */
export const appColumns: readonly QueryColumn[] = [
  id('appId'),
  text('title'),
  text('type'),
  text('status'),
  text('cause'),
  text('updateTime'),
  text('appUrl'),
];

/** No ids: all applications. */
export function checkApps(given: readonly string[]): Checked<{ readonly ids: readonly string[] }> {
  const check = new ParameterCheck();
  const ids = check.ids('ID', given);
  if (check.diagnostics.length > 0) return { ok: false, diagnostics: check.diagnostics };
  return { ok: true, params: { ids: [...new Set(ids)] } };
}

export async function* runApps(
  { ids }: { readonly ids: readonly string[] },
  service: QueryService,
  options?: CallChoice,
): AsyncGenerator<QueryRow> {
  yield* service.apps(ids.length === 0 ? undefined : ids, options);
}
