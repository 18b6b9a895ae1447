import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import { acceptEntries, type CheckedEntries } from '../manifest/check/entries.js';
import { inDocument, inFile } from '../manifest/source/report.js';
import { parseSource } from '../manifest/yaml/parse.js';
import { list } from '../model/kind/schema-types.js';
import { checkedSchema } from '../schema/checked-schema.js';
import { UNBINDING_SCHEMA } from './unbinding-schema.js';

/** Pictures to be taken off one group, in the interface's own words (unbindPictures). */
export interface Unbinding {
  readonly groupId: string;
  readonly picIdList: readonly string[];
}

const UNBINDINGS: CheckedEntries = {
  schema: list(UNBINDING_SCHEMA, { title: 'unbinding' }),
  check: checkedSchema(UNBINDING_SCHEMA, async () => (await import('./by-hand.checks.js')).isUnbinding),
};

/** The list of a file for `pictures unbind`; every fault of it at once. A group or picture named twice is a fault. */
export async function parseUnbinding(text: string, file: string): Promise<readonly Unbinding[]> {
  const parsed = parseSource(file, text);
  const diagnostics: Diagnostic[] = [...parsed.diagnostics];
  const seen = new Set<string>();
  const entries: Unbinding[] = [];
  for (const document of parsed.documents) {
    const accepted = await acceptEntries(UNBINDINGS, document.value, [], document, (one) => diagnostics.push(one));
    const found = (accepted?.value ?? []) as readonly Unbinding[];
    for (const [index, { groupId, picIdList }] of found.entries()) {
      const path = [accepted?.indexes?.[index] ?? index];
      const fault = seen.has(groupId)
        ? `group ${groupId} is listed twice.`
        : picIdList.length === 0
          ? `group ${groupId} names no picture.`
          : new Set(picIdList).size < picIdList.length
            ? `group ${groupId} names a picture twice.`
            : undefined;
      seen.add(groupId);
      if (fault !== undefined) diagnostics.push(inDocument(document, 'wrong-shape', path, { detail: fault }));
    }
    entries.push(...found);
  }
  if (entries.length === 0 && diagnostics.length === 0) {
    diagnostics.push(inFile(file, 'wrong-shape', { detail: 'It has no list of { groupId, picIdList }.' }));
  }
  if (hasErrors(diagnostics)) throw new Failure(diagnostics);
  return entries;
}
