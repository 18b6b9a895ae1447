import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import type { FieldChange, Kind, Observation, Resource } from '../../model/index.js';

/**
 * Fields that are never sent and must be as the manifest says (a keyword's word): they guard against an id that stands
 * for something else than its author believed. A service may tidy what it stores, so case, width and spaces are no
 * different word.
 */
export function compareExpected(
  kind: Kind,
  resource: Resource,
  observation: Observation | undefined,
): { diagnostic?: Diagnostic; reason?: string; fields: readonly FieldChange[] } | undefined {
  if (resource.expected === undefined || observation === undefined) return undefined;
  for (const path in resource.expected) {
    const expected = resource.expected[path];
    const live = observation.facts[path];
    if (live === undefined || live === expected || typeof expected !== 'string') continue;
    const fields = [{ path, desired: expected, observed: live, drift: false }];
    if (folded(live) === folded(expected)) {
      const detail = `${resource.address}: the manifest says ${JSON.stringify(expected)}, the service ${JSON.stringify(live)}.`;
      const source = resource.origin.place([path]);
      return {
        diagnostic: diagnostic('word-spelt-differently', { detail, address: resource.address, source }),
        fields,
      };
    }
    return {
      reason: `${kind.name} ${observation.id} has the ${path} “${live}”, not “${expected}”: it is another ${kind.name} than the manifest means`,
      fields,
    };
  }
  return undefined;
}

const folded = (text: string) => text.normalize('NFKC').toLowerCase().replace(/\s+/gu, '');
