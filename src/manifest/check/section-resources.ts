import type { FieldPath, Resource, SectionContext, SectionSettings } from '../../model/index.js';
import type { Report } from '../source/report.js';
import { dropped } from './dropped.js';
import { type SectionPart, writtenPath } from './entries.js';
import { sectionContext } from './section-context.js';

/**
 * The resources of a part, counted against its entries: each entry gives at least one, or an error of the part says why
 * it does not.
 */
export function sectionResources(part: SectionPart, settings: SectionSettings, report: Report): readonly Resource[] {
  const { section, value } = part;
  let faulty = false;
  const context = sectionContext(part, settings, (one) => {
    faulty ||= one.severity === 'error';
    report(one);
  });
  if (section.rowByRow === true && Array.isArray(value)) {
    // One resource to a row, of which there may be a million: their number is enough.
    const resources = section.expand(value, context);
    if (resources.length !== value.length && !faulty) report(dropped(part.document, writtenPath(part, [])));
    return resources;
  }
  const taken = new Set<string>();
  const resources = section.expand(value, noting(context, taken));
  if (faulty) return resources;
  for (const step of stepsOf(value)) {
    if (!taken.has(String(step))) report(dropped(part.document, writtenPath(part, [step])));
  }
  return resources;
}

/** Every resource asks for the origin of its entry. */
function noting(context: SectionContext, taken: Set<string>): SectionContext {
  return {
    ...context,
    origin(path: FieldPath, own?: FieldPath) {
      taken.add(String(path[0]));
      return context.origin(path, own);
    },
  };
}

function stepsOf(value: unknown): Iterable<string | number> {
  return Array.isArray(value) ? value.keys() : Object.keys(Object(value));
}
