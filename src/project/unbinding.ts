import { type Diagnostic, hasErrors } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import { acceptEntries } from '../manifest/check/entries.js';
import { inDocument, inFile } from '../manifest/source/report.js';
import { parseSource } from '../manifest/yaml/parse.js';
import { fields, id, list } from '../model/schema-types.js';

/** Pictures to be taken off one group, in the interface's own words (unbindPictures). */
export interface Unbinding {
  readonly groupId: string;
  readonly picIdList: readonly string[];
}

const SCHEMA = list(
  fields({
    groupId: id({ title: 'groupId', description: 'The group that the pictures are bound to.' }),
    picIdList: list(id({ title: 'picId', description: 'A picture of the library.' }), { title: 'picIdList' }),
  }),
  { title: 'unbinding' },
);

/** The list of a file for `pictures unbind`; every fault of it at once. A group or picture named twice is a fault. */
export function parseUnbinding(text: string, file: string): readonly Unbinding[] {
  const parsed = parseSource(file, text);
  const diagnostics: Diagnostic[] = [...parsed.diagnostics];
  const seen = new Set<string>();
  const entries = parsed.documents.flatMap((document) => {
    const accepted = acceptEntries(SCHEMA, document.value, [], document, (one) => diagnostics.push(one));
    const found = (accepted?.value ?? []) as readonly Unbinding[];
    for (const [index, { groupId, picIdList }] of found.entries()) {
      const path = [accepted?.indexes?.[index] ?? index];
      const fault = seen.has(groupId)
        ? `group ${groupId} is here a second time.`
        : picIdList.length === 0
          ? `group ${groupId} names no picture.`
          : new Set(picIdList).size < picIdList.length
            ? `group ${groupId} names a picture twice.`
            : undefined;
      seen.add(groupId);
      if (fault !== undefined) diagnostics.push(inDocument(document, 'wrong-shape', path, { detail: fault }));
    }
    return found;
  });
  if (entries.length === 0 && diagnostics.length === 0) {
    diagnostics.push(inFile(file, 'wrong-shape', { detail: 'It holds no list of { groupId, picIdList }.' }));
  }
  if (hasErrors(diagnostics)) throw new Failure(diagnostics);
  return entries;
}
