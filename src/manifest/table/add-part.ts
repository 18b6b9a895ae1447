import type { Resource, SectionSettings } from '../../model/index.js';
import { nameOf } from '../../model/index.js';
import type { SectionPart } from '../check/entries.js';
import { sectionResources } from '../check/section-resources.js';
import type { Report } from '../source/report.js';
import type { ResourceTable } from './resource-table.js';
import { reportTwo } from './two-claims.js';

/** Puts the resources of one part into the table. */
export function addPart(table: ResourceTable, part: SectionPart, settings: SectionSettings, report: Report): void {
  for (const resource of inWrittenOrder(part, sectionResources(part, settings, report))) {
    const first = table.add(resource);
    if (first === undefined) continue;
    reportTwo('duplicate-address', first, resource, `${resource.address} is declared twice.`, report);
  }
}

/** JavaScript puts keys that look like array indexes first; the author's order counts. */
function inWrittenOrder(part: SectionPart, resources: readonly Resource[]): readonly Resource[] {
  const names = Array.isArray(part.value) ? [] : Object.keys(Object(part.value));
  if (!names.some((name) => /^(?:0|[1-9][0-9]*)$/.test(name))) return resources;
  const offsets = new Map(names.map((name) => [name, part.document.offset([...part.base, name], true)]));
  const offset = (resource: Resource) => offsets.get(nameOf(resource.address)) ?? 0;
  return [...resources].sort((a, b) => offset(a) - offset(b));
}
