import type { Static } from '@sinclair/typebox';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { hasErrors } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import { acceptedAs } from '../manifest/check/entries.js';
import type { LocatedDocument } from '../manifest/source/located-document.js';
import { isPlainMap } from '../manifest/source/plain-map.js';
import { inDocument, type Report } from '../manifest/source/report.js';
import { readSource } from '../manifest/yaml/read-source.js';
import type { Resolution, StateEntry } from '../model/index.js';
import { resolutionConflicts } from '../model/index.js';
import { checkedSchema } from '../schema/checked-schema.js';
import { RESCUE_SCHEMA } from './rescue-schema.js';

const RESCUE = checkedSchema(RESCUE_SCHEMA, async () => (await import('./by-hand.checks.js')).isRescue);

type Rescue = Static<typeof RESCUE_SCHEMA>;
type Item = Rescue['items'][number];

/**
 * A rescue file: what `apply` kept of an outcome that the journal did not take. Undefined for a text that is none. An id
 * is taken as it is written, digit by digit, whether it has quotes or not.
 */
export async function parseRescue(
  content: string,
  file: string,
  entries: Iterable<StateEntry>,
): Promise<readonly Resolution[] | undefined> {
  const { documents, diagnostics: faults } = await readSource(file, content);
  const [document] = documents;
  const value = document?.value;
  if (document === undefined || !isPlainMap(value) || !Object.hasOwn(value, 'items')) return undefined;
  const diagnostics: Diagnostic[] = [...faults];
  const report: Report = (one) => diagnostics.push(one);
  const rescue = await acceptedAs(RESCUE, value, [], document, report);
  if (rescue === undefined || hasErrors(diagnostics)) throw new Failure(diagnostics);
  const { attempt, items } = rescue;
  const addresses = new Map<number, string>();
  for (const { address, attempt: open } of entries)
    if (open !== undefined && open.id === attempt) addresses.set(open.position, address);
  const resolutions = items.flatMap((item, index): Resolution[] => {
    const path = ['items', index];
    const outcome = outcomeOf(item, document, path, report);
    const address = addresses.get(Number(item.position));
    if (address === undefined || outcome === undefined) return [];
    return [{ address, attempt, ...outcome, source: document.place(path) }];
  });
  diagnostics.push(...resolutionConflicts(resolutions));
  if (hasErrors(diagnostics)) throw new Failure(diagnostics);
  return resolutions;
}

/** What a fate says of an item; nothing where the reply did not tell. */
function outcomeOf(
  { fate, id: real, taskId }: Item,
  document: LocatedDocument,
  path: readonly (string | number)[],
  report: Report,
): Pick<Resolution, 'id' | 'taskId' | 'absent'> | undefined {
  switch (fate) {
    case 'done':
      if (real !== undefined) return { id: real };
      report(inDocument(document, 'missing-key', path, { detail: 'An item that is done needs its `id`.' }));
      return undefined;
    case 'pending':
      if (taskId !== undefined) return { taskId };
      report(inDocument(document, 'missing-key', path, { detail: 'An item that is pending needs its `taskId`.' }));
      return undefined;
    case 'failed':
    case 'not-done':
      return { absent: true };
    case 'unknown':
      return undefined;
  }
}
