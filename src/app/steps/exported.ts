import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { kinds } from '../../kinds/registry.js';
import { type EntryCheck, usableEntries } from '../../manifest/check/usable-entry.js';
import type { WrittenEntry, WrittenSection } from '../../manifest/yaml/manifest-text.js';
import type { Kind, KindPorts, Observation, SectionSettings, StateEntry } from '../../model/index.js';
import { addressOf, factWithRole, nameOf } from '../../model/index.js';
import { imageNotes, type PathOf, rememberedEntries } from './remembered.js';

export interface Exported {
  readonly sections: readonly WrittenSection[];
  /** What is live and could not be written as a manifest. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ExportRequest {
  /** Of the kinds that the interface does not list. */
  readonly ids: readonly string[];
  /** What the state knows: names of what can be read, and all of what cannot. */
  readonly entries: readonly StateEntry[];
  readonly pathOf: PathOf;
  readonly settings: SectionSettings;
}

/** Kinds whose things are exported by their ids. */
export const exportedById = kinds.all.filter(
  ({ manifestEntry, list, observe }) => manifestEntry !== undefined && list === undefined && observe !== undefined,
);

/** Everything that is live and can be read, as entries of manifests: all that is listed, and what was asked for by id. */
export async function readLive(ports: KindPorts, request: ExportRequest): Promise<Exported> {
  const diagnostics: Diagnostic[] = [];
  const byId = new Map<string, StateEntry>();
  for (const one of request.entries) if (one.id !== undefined) byId.set(`${one.kind} ${one.id}`, one);
  const settled = request.entries.filter(({ status }) => status === 'settled');
  const known = new Map(settled.map(({ address, id }) => [address, id]));
  const sections: WrittenSection[] = [];
  // What cannot be read comes first, parents before children. Of the others those of which there may be most come first in the
  // registry; a reader wants them last.
  const remembered = kinds.all.filter(({ rememberedEntry }) => rememberedEntry !== undefined);
  for (const kind of new Set([...remembered, ...[...kinds.all].reverse()])) {
    const { name } = kind;
    if (kind.rememberedEntry !== undefined) {
      const own = request.entries.filter((one) => one.kind === name);
      sections.push({
        section: kind.section,
        entries: rememberedEntries(kind, own, known, request.pathOf, diagnostics),
      });
    }
    if (kind.manifestEntry === undefined) continue;
    const leaveOut = (address: string, why: string) => {
      diagnostics.push(diagnostic('export-left-out', { detail: `${address} is left out: ${why}.`, address }));
    };
    const live = exportedById.includes(kind) ? liveOf(kind, request.ids, ports, leaveOut) : (kind.list?.(ports) ?? []);
    const taken = new Set<string>();
    // What is returned twice comes as often.
    const told = new Set<string>();
    const usable = usableEntries(kind.section, request.settings);
    const entries: WrittenEntry[] = [];
    for await (const page of live) {
      for (const observation of page) {
        if (observation.unusable !== undefined) {
          const { id, unusable } = observation;
          if (id === '') {
            diagnostics.push(diagnostic('export-left-out', { detail: `${name} is left out: ${unusable}.` }));
          } else if (!told.has(id)) leaveOut(addressOf(name, id), unusable);
          told.add(id);
          continue;
        }
        const stored = byId.get(`${name} ${observation.id}`);
        const entry = await entryOf(kind, observation, stored, taken, usable, diagnostics);
        if (entry !== undefined) entries.push(entry);
      }
    }
    sections.push({ section: kind.section, entries });
  }
  return { sections, diagnostics };
}

/** What is live as an entry; what of it cannot be written is reported. */
async function entryOf(
  kind: Kind,
  observation: Observation,
  stored: StateEntry | undefined,
  taken: Set<string>,
  usable: EntryCheck,
  diagnostics: Diagnostic[],
): Promise<WrittenEntry | undefined> {
  const written = kind.manifestEntry?.(observation);
  if (written === undefined) return undefined;
  const given = stored === undefined ? written.name : nameOf(stored.address);
  const own = written.name === undefined ? undefined : unused(given ?? written.name, observation.id, taken);
  const { entry, leftOut } = await usable(own, written.entry);
  const address = addressOf(kind.name, observation.id);
  for (const { field, why } of leftOut) {
    const what = entry === undefined ? 'it' : field;
    diagnostics.push(diagnostic('export-left-out', { detail: `${address}: ${what} is left out. ${why}`, address }));
  }
  if (entry === undefined) return undefined;
  const ownerId = factWithRole(kind.facts, observation.facts, 'owner');
  return {
    name: own,
    entry,
    ...(stored !== undefined && { notes: notesOf(stored) }),
    ...(ownerId !== undefined && { ownerId }),
  };
}

/** Pictures that the service shows as addresses only, and the state as digests. */
function notesOf(stored: StateEntry): NonNullable<WrittenEntry['notes']> {
  const notes = Object.entries(stored.values).map(([field, value]) => [
    field,
    imageNotes(value).map((note) => `${field}: ${note}`),
  ]);
  return Object.fromEntries(notes.filter(([, texts]) => texts?.length !== 0));
}

/** Two apps may have one title: the later one is distinguished by its id. */
function unused(name: string, id: string, taken: Set<string>): string {
  const free = taken.has(name) ? `${name}-${id}` : name;
  taken.add(free);
  return free;
}

async function* liveOf(
  kind: Kind,
  ids: readonly string[],
  ports: KindPorts,
  leaveOut: (address: string, why: string) => void,
): AsyncGenerator<readonly Observation[]> {
  const targets = ids.map((id) => ({ address: addressOf(kind.name, id), id, desired: {} }));
  for await (const { found, missing } of kind.observe?.(targets, ports) ?? []) {
    for (const { address } of missing) leaveOut(address, 'the service does not return it');
    yield found.map(([, observation]) => observation);
  }
}
