import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { FieldPath } from '../../model/index.js';
import type { LocatedDocument } from '../source/located-document.js';
import { inDocument } from '../source/report.js';

/**
 * The net below all readers and checks: an entry that was read and is not taken, without an error that says why. A plan
 * without it would take it for deleted.
 */
export function dropped(document: LocatedDocument, path: FieldPath): Diagnostic {
  return inDocument(document, 'entry-dropped', path, { detail: 'This entry was read but not used.' });
}
