import type { StoredState } from '../ports/ports.js';
import type { MarkBits } from '../state/state.js';
import type { KindRegistry } from './kind.js';

/** What the bits of a mark mean to this version. */
export function markBits(kinds: KindRegistry): MarkBits {
  const bits: Record<string, Record<string, number>> = {};
  for (const { name, memory, fields } of kinds.all) {
    if (memory !== 'baseline') continue;
    const ofKind: Record<string, number> = {};
    for (const [field, { bit }] of Object.entries(fields)) if (bit !== undefined) ofKind[field] = bit;
    bits[name] = ofKind;
  }
  return bits;
}

/** What the stored marks speak of and this version does not know, or nothing: a field, or a bit of the journal's marks. */
export function unknownMarks({ snapshot, journal }: StoredState, known: MarkBits): string | undefined {
  for (const [kind, fields] of Object.entries(snapshot?.bits ?? {})) {
    for (const [field, bit] of Object.entries(fields)) {
      if (known[kind]?.[field] !== bit) return `the ${kind} field ${field} at bit ${bit}`;
    }
  }
  let mask = 0;
  for (const fields of Object.values(known)) for (const bit of Object.values(fields)) mask |= 1 << bit;
  for (const entry of journal) {
    if (entry.type !== 'baseline') continue;
    const strange = entry.marks.find((mark) => (mark.mask & ~mask) !== 0);
    if (strange !== undefined) return `a field of ${strange.id} that the journal marks`;
  }
  return undefined;
}
