import type { FieldPath, Origin, SectionContext, SectionSettings } from '../../model/index.js';
import { inDocument, type Report } from '../source/report.js';
import type { SectionPart } from './entries.js';
import { writtenPath } from './entries.js';
import { PartOrigin } from './part-origin.js';

/** What a kind sees of its part of a document. Paths below are those of the entries that were accepted. */
export function sectionContext(part: SectionPart, settings: SectionSettings, report: Report): SectionContext {
  const { document, base, indexes } = part;
  // What holds a place does not hold the values.
  const written = { document, base, indexes };
  const full = (path: FieldPath) => writtenPath(part, path);
  return {
    settings,
    origin: (path, own): Origin => new PartOrigin(written, path, own),
    image: (path) => part.images.get(path.join('/')),
    report(code, path, detail, options = {}) {
      const { address, onKey } = options;
      const related = options.related?.map((other) => document.place(full(other)));
      report(inDocument(document, code, full(path), { detail, address, onKey, related }));
    },
  };
}
