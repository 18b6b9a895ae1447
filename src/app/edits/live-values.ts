import type { EditRequest, NotWritten } from '../../manifest/write/edit-manifests.js';
import type { Changes, FieldChange, FieldType, KindRegistry } from '../../model/index.js';
import { isImageValue, sameValue, wildcardMatcher } from '../../model/index.js';
import type { WantedEdits } from './edit-files.js';

const EDITED =
  'The manifest was edited as well, so it is not clear which value is right. Name the address to take every live value of it.';

/**
 * What a pull writes: the live value of each field that drifted. Of an address that the user named, every live value that differs
 * from the manifest.
 */
export function liveValues(changes: Changes, named: readonly string[], kinds: KindRegistry): WantedEdits {
  const patterns = named.map(wildcardMatcher);
  const paths = new Map<string, readonly string[]>();
  const requests: EditRequest[] = [];
  const notWritten: NotWritten[] = [];
  for (const { address, kind, drift, fields } of changes) {
    const rules = kinds.get(kind)?.fields ?? {};
    const isEdited = (one: FieldChange) => wasEdited(one, rules[one.path]?.type ?? 'tree');
    const isNamed = patterns.some((matches) => matches(address));
    const differing = fields.filter(({ observed }) => observed !== undefined);
    if (!isNamed && (!drift || patterns.length > 0)) continue;
    for (const field of differing) {
      const path = paths.get(field.path) ?? field.path.split('.');
      paths.set(field.path, path);
      const reason = !isNamed && differing.some(isEdited) ? EDITED : unwritable(field);
      if (reason !== undefined) notWritten.push({ address, path, reason });
      else if (field.observed !== undefined) requests.push({ address, path, value: field.observed });
    }
  }
  return { requests, notWritten };
}

/** The service and the manifest differ from what was last applied, or only the manifest does. */
const wasEdited = ({ drift, prior, desired }: FieldChange, type: FieldType) =>
  !drift || prior === undefined || desired === undefined || !sameValue(type, desired, prior);

function unwritable({ observed }: FieldChange): string | undefined {
  return isImageValue(observed) ? 'It is an image, and only its digest is known.' : undefined;
}
