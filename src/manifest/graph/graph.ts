import type {
  Address,
  EmptySource,
  Forgotten,
  ManifestSection,
  Moved,
  Resource,
  ResourceGraph,
} from '../../model/index.js';
import { addressOf, kindOf, likenessOf, nameOf } from '../../model/index.js';
import type { SectionPart } from '../check/entries.js';
import { namesIn } from '../check/faulty-entries.js';
import { meaningDigest, meaningHash } from '../check/meaning-digest.js';
import type { ValidatedDocument } from '../check/validate.js';
import type { ManifestRows } from '../long-lists/manifest-rows.js';
import { inDocument, type Report } from '../source/report.js';
import { namesByKind, quoted } from '../source/suggest.js';
import type { ResourceTable } from '../table/resource-table.js';
import { located, reportTwo } from '../table/two-claims.js';
import { checkMoves } from './moves.js';

export interface GraphInput {
  readonly documents: readonly ValidatedDocument[];
  /** Parts of the documents and of the files they name, in manifest order. */
  readonly parts: readonly SectionPart[];
  readonly sections: readonly ManifestSection[];
  readonly files: readonly string[];
  readonly emptySources: readonly EmptySource[];
  readonly rows?: ManifestRows;
}

/** Checks the whole against itself. Rows of long lists depend on nothing, and nothing depends on them. */
export function buildGraph(table: ResourceTable, input: GraphInput, report: Report): ResourceGraph {
  const { sections, rows } = input;
  const declared = declaredAnyway(input.parts);
  checkParents(table, declared, input.parts, report);
  checkRealObjects(table, report);
  for (const section of sections) checkLikeness(section, table, report);
  const moved: Moved[] = [];
  const forgotten: Forgotten[] = [];
  for (const { document, ...entries } of input.documents) {
    for (const { from, to, path } of entries.moved) moved.push({ from, to, source: document.place(path) });
    for (const { address, path } of entries.forgotten) forgotten.push({ address, source: document.place(path) });
  }
  checkMoves(moved, forgotten, table, declared, sections, report);
  let digest: string | undefined;
  return {
    resources: table,
    ...(rows !== undefined && { rows }),
    moved,
    forgotten,
    files: input.files,
    emptySources: input.emptySources,
    // Only plans are bound to it.
    get digest() {
      digest ??= digestOf(table, sections, rows, moved, forgotten);
      return digest;
    },
  };
}

function digestOf(
  table: ResourceTable,
  sections: readonly ManifestSection[],
  known: ManifestRows | undefined,
  moved: readonly Moved[],
  forgotten: readonly Forgotten[],
): string {
  if (known?.whole === false) throw new Error('the rows are not read yet');
  const rowKinds = new Set(sections.flatMap(({ kind, rowByRow }) => (rowByRow === true ? [kind] : [])));
  const others = meaningHash();
  for (const resource of table.others()) if (!rowKinds.has(resource.kind)) others.add(resource);
  let rows = known?.hash;
  if (rows === undefined) {
    rows = meaningHash();
    for (const resource of table.values()) if (rowKinds.has(resource.kind)) rows.add(resource);
  }
  return meaningDigest(others, rows, moved, forgotten);
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
  resources: ResourceTable,
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
  for (const resource of resources.others()) {
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
function checkRealObjects(resources: ResourceTable, report: Report): void {
  const owners = new Map<string, Resource>();
  for (const resource of resources.others()) {
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

function realObject(resource: Resource, resources: ReadonlyMap<Address, Resource>): string | undefined {
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
function checkLikeness(section: ManifestSection, resources: ResourceTable, report: Report): void {
  const { kind, likeness, knownByLikeness } = section;
  if (likeness === undefined) return;
  const owners = new Map<string, Resource>();
  for (const resource of resources.others()) {
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
