import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { kinds } from '../../kinds/registry.js';
import { usableEntries } from '../../manifest/check/usable-entry.js';
import {
  type WrittenBlock,
  type WrittenEntry,
  type WrittenSection,
  writtenBlocks,
} from '../../manifest/yaml/manifest-text.js';
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
  /** Entries of each owner are to go to a file of their own. */
  readonly byOwner: boolean;
}

/** Kinds whose things are exported by their ids. */
export const exportedById = kinds.all.filter(
  ({ manifestEntry, list, observe }) => manifestEntry !== undefined && list === undefined && observe !== undefined,
);

/** Everything that is live and can be read, as entries of manifests: all that is listed, and what was asked for by id. */
export async function readLive(ports: KindPorts, request: ExportRequest): Promise<Exported> {
  const diagnostics: Diagnostic[] = [];
  const settled = request.entries.filter(({ status }) => status === 'settled');
  const known = new Map(settled.map(({ address, id }) => [address, id]));
  const sections: WrittenSection[] = [];
  // What cannot be read comes first, parents before children. Of the others those of which there may be most come first in the
  // registry; a reader wants them last.
  const remembered = kinds.all.filter(({ rememberedEntry }) => rememberedEntry !== undefined);
  for (const kind of new Set([...remembered, ...[...kinds.all].reverse()])) {
    const own = request.entries.filter((one) => one.kind === kind.name);
    if (kind.rememberedEntry !== undefined) {
      const entries = rememberedEntries(kind, own, known, request.pathOf, diagnostics);
      sections.push({ section: kind.section, blocks: writtenBlocks(entries, request) });
    }
    if (kind.manifestEntry !== undefined) {
      sections.push({ section: kind.section, blocks: await liveBlocks(kind, own, ports, request, diagnostics) });
    }
  }
  return { sections, diagnostics };
}

/** What of a kind is live, written as soon as it was read; what of it cannot be written is reported. */
async function liveBlocks(
  kind: Kind,
  stored: readonly StateEntry[],
  ports: KindPorts,
  request: ExportRequest,
  diagnostics: Diagnostic[],
): Promise<readonly WrittenBlock[]> {
  const leaveOut = (address: string, why: string) => {
    diagnostics.push(diagnostic('export-left-out', { detail: `${address} is left out: ${why}.`, address }));
  };
  const pages = exportedById.includes(kind) ? liveOf(kind, request.ids, ports, leaveOut) : (kind.list?.(ports) ?? []);
  const byId = new Map(stored.flatMap((one) => (one.id === undefined ? [] : [[one.id, one] as const])));
  const taken = new Set<string>();
  // What is returned twice comes as often.
  const told = new Set<string>();
  const usable = usableEntries(kind.section, request.settings);
  const blocks: WrittenBlock[] = [];
  for await (const page of pages) {
    const live: LiveThing[] = [];
    for (const observation of page) {
      const { id, unusable } = observation;
      if (unusable === undefined) {
        const thing = thingOf(kind, observation, byId.get(id), taken);
        if (thing !== undefined) live.push(thing);
        continue;
      }
      if (id === '') {
        diagnostics.push(diagnostic('export-left-out', { detail: `${kind.name} is left out: ${unusable}.` }));
      } else if (!told.has(id)) leaveOut(addressOf(kind.name, id), unusable);
      told.add(id);
    }
    const entries: WrittenEntry[] = [];
    for (const [{ name, id, ownerId, notes }, { entry, leftOut }] of await usable(live)) {
      for (const { field, why } of leftOut) {
        const address = addressOf(kind.name, id);
        const what = entry === undefined ? 'it' : field;
        diagnostics.push(diagnostic('export-left-out', { detail: `${address}: ${what} is left out. ${why}`, address }));
      }
      if (entry !== undefined) entries.push({ name, entry, ownerId, notes });
    }
    for (const block of writtenBlocks(entries, request)) blocks.push(block);
  }
  return blocks;
}

interface LiveThing extends WrittenEntry {
  readonly id: string;
}

/** What is live as an entry, with the name that the state has for it. */
function thingOf(
  kind: Kind,
  observation: Observation,
  stored: StateEntry | undefined,
  taken: Set<string>,
): LiveThing | undefined {
  const written = kind.manifestEntry?.(observation);
  if (written === undefined) return undefined;
  const { id, facts } = observation;
  const given = stored === undefined ? written.name : nameOf(stored.address);
  const name = written.name === undefined ? undefined : unused(given ?? written.name, id, taken);
  const notes = stored === undefined ? undefined : notesOf(stored);
  return { id, name, entry: written.entry, ownerId: factWithRole(kind.facts, facts, 'owner'), notes };
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
