import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { hasErrors } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import { acceptEntries, acceptValue } from '../manifest/check/entries.js';
import type { LocatedDocument } from '../manifest/source/located-document.js';
import { isPlainMap } from '../manifest/source/plain-map.js';
import { inDocument, type Report } from '../manifest/source/report.js';
import { readSource } from '../manifest/yaml/read-source.js';
import type { Resolution, StateEntry } from '../model/index.js';
import { resolutionConflicts } from '../model/index.js';
import { anything, choice, fields, id, integer, list, optional, text } from '../model/schema-types.js';

const FATES = ['done', 'pending', 'failed', 'unknown', 'not-done'] as const;

const ITEMS_SCHEMA = list(
  fields({
    position: integer({ title: 'position' }),
    fate: choice(FATES, { title: 'fate' }),
    id: optional(id({ title: 'id' })),
    taskId: optional(id({ title: 'taskId' })),
    error: optional(anything({ title: 'error' })),
  }),
  { title: 'items' },
);
const ATTEMPT_SCHEMA = text({ title: 'attempt' });

interface Item {
  readonly position: string;
  readonly fate: (typeof FATES)[number];
  readonly id?: string;
  readonly taskId?: string;
}

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
  acceptValue(ATTEMPT_SCHEMA, value['attempt'], ['attempt'], document, report);
  const items = acceptEntries(ITEMS_SCHEMA, value['items'], ['items'], document, report);
  if (hasErrors(diagnostics)) throw new Failure(diagnostics);
  const attempt = value['attempt'] as string;
  const addresses = new Map<number, string>();
  for (const { address, attempt: open } of entries)
    if (open !== undefined && open.id === attempt) addresses.set(open.position, address);
  const resolutions = ((items?.value ?? []) as readonly Item[]).flatMap((item, index): Resolution[] => {
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
