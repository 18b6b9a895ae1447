import type {
  Address,
  EmptySource,
  Forgotten,
  ManifestSection,
  Moved,
  Resource,
  ResourceGraph,
  Resources,
} from '../../model/index.js';
import { addressOf, kindOf, likenessOf, nameOf } from '../../model/index.js';
import type { SectionPart } from '../check/entries.js';
import { namesIn } from '../check/faulty-entries.js';
import type { ValidatedDocument } from '../check/validate.js';
import { inDocument, type Report } from '../source/report.js';
import { namesByKind, quoted } from '../source/suggest.js';
import type { Statements } from '../table/table-resources.js';
import { located, reportTwo } from '../table/two-claims.js';
import { checkMoves } from './moves.js';

export interface GraphInput extends Statements {
  /** Parts of the documents and of the files they name, in manifest order. */
  readonly parts: readonly SectionPart[];
  readonly files: readonly string[];
  readonly emptySources: readonly EmptySource[];
}

/** Checks the whole against itself. Rows of long lists depend on nothing, and nothing depends on them. */
export function buildGraph(resources: Resources, input: GraphInput, report: Report): ResourceGraph {
  const { sections, moved, forgotten, files, emptySources } = input;
  const declared = declaredAnyway(input.parts);
  checkParents(resources, declared, input.parts, report);
  checkRealObjects(resources, report);
  for (const section of sections) checkLikeness(section, resources, report);
  checkMoves(moved, forgotten, resources, declared, sections, report);
  return { resources, moved, forgotten, files, emptySources };
}

/** What the documents say of things that moved or are no longer managed. */
export function statementsIn(
  documents: readonly ValidatedDocument[],
  sections: readonly ManifestSection[],
): Statements {
  const moved: Moved[] = [];
  const forgotten: Forgotten[] = [];
  for (const { document, ...entries } of documents) {
    for (const { from, to, path } of entries.moved) moved.push({ from, to, source: document.place(path) });
    for (const { address, path } of entries.forgotten) forgotten.push({ address, source: document.place(path) });
  }
  return { sections, moved, forgotten };
}

/** Addresses that a manifest declares with a fault: they are reported already and not unknown. */
function declaredAnyway(parts: readonly SectionPart[]): ReadonlySet<Address> {
  const addresses = new Set<Address>();
  for (const { section, rejected } of parts) {
    for (const name of rejected) addresses.add(addressOf(section.kind, name));
  }
  return addresses;
}

function checkParents(
  resources: Resources,
  declared: ReadonlySet<Address>,
  parts: readonly SectionPart[],
  report: Report,
): void {
  const hints = namesByKind(resources);
  const unknown = (parent: Address): string | undefined => {
    if (resources.has(parent) || declared.has(parent)) return undefined;
    const kind = kindOf(parent);
    const hint = hints(kind).didYouMean(nameOf(parent));
    return `No manifest declares ${kind} ${quoted(nameOf(parent))}.${hint}`;
  };
  for (const resource of resources.held()) {
    for (const parent of resource.parents ?? []) {
      const detail = unknown(parent);
      if (detail !== undefined) report(located('unknown-reference', resource, detail));
    }
  }
  for (const { section, document, faulty = [] } of parts) {
    for (const [field, kind] of Object.entries(section.references ?? {})) {
      for (const { path, name } of faulty.flatMap((entry) => namesIn(entry, field))) {
        const detail = document.isUnsure?.(path) === true ? undefined : unknown(addressOf(kind, name));
        if (detail !== undefined) report(inDocument(document, 'unknown-reference', path, { detail }));
      }
    }
  }
}

/** Two addresses of one real object, as far as the manifests alone show it. */
function checkRealObjects(resources: Resources, report: Report): void {
  const owners = new Map<string, Resource>();
  for (const resource of resources.held()) {
    const real = realObject(resource, resources);
    if (real === undefined) continue;
    const first = owners.get(real);
    if (first === undefined) owners.set(real, resource);
    else {
      const detail = `${first.address} and ${resource.address} are the same object at the service.`;
      reportTwo('same-object', first, resource, detail, report);
    }
  }
}

function realObject(resource: Resource, resources: Resources): string | undefined {
  if (resource.id !== undefined) {
    // Where the address is the id, two claims of it are one address already.
    return resource.address === addressOf(resource.kind, resource.id) ? undefined : `${resource.kind} ${resource.id}`;
  }
  const [parent] = resource.parents ?? [];
  const parentId = resource.parentId ?? (parent === undefined ? undefined : resources.get(parent)?.id);
  if (parentId === undefined) return undefined;
  return `${resource.kind} of ${parentId}: ${resource.address.slice(resource.address.lastIndexOf('/') + 1)}`;
}

/**
 * Two things that are likely one: an error where the service's listing could not tell them apart, else a warning, and the
 * plan holds back the creation of the second. Nothing is created where both have an id.
 */
function checkLikeness(section: ManifestSection, resources: Resources, report: Report): void {
  const { kind, likeness, knownByLikeness } = section;
  if (likeness === undefined) return;
  const owners = new Map<string, Resource>();
  for (const resource of resources.held()) {
    if (resource.kind !== kind) continue;
    const like = likenessOf(section, resource.desired);
    if (like === undefined) continue;
    const first = owners.get(like);
    if (first === undefined) owners.set(like, resource);
    else if (first.id === undefined || resource.id === undefined) {
      const detail = `${first.address} and ${resource.address} have the same ${likeness.join(' and ')}.`;
      reportTwo(knownByLikeness === true ? 'not-told-apart' : 'likely-one', first, resource, detail, report);
    }
  }
}
