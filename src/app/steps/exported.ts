import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { kinds } from '../../kinds/registry.js';
import { usableEntry } from '../../manifest/check/usable-entry.js';
import type { WrittenSection } from '../../manifest/yaml/manifest-text.js';
import type { Kind, KindPorts, Observation, SectionSettings, StateEntry, Values } from '../../model/index.js';
import { addressOf, nameOf } from '../../model/index.js';

export interface Exported {
  readonly sections: readonly WrittenSection[];
  /** What is live and could not be written as a manifest. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ExportRequest {
  /** Of the kinds that the interface does not list. */
  readonly ids: readonly string[];
  /** Names that the state gives to what it knows by id. */
  readonly entries: Iterable<StateEntry>;
  readonly settings: SectionSettings;
}

/** Kinds whose things are exported by their ids. */
export const exportedById = kinds.all.filter(
  ({ manifestEntry, list, observe }) => manifestEntry !== undefined && list === undefined && observe !== undefined,
);

/** Everything that is live and can be read, as entries of manifests: all that is listed, and what was asked for by id. */
export async function readLive(ports: KindPorts, request: ExportRequest): Promise<Exported> {
  const diagnostics: Diagnostic[] = [];
  const names = new Map<string, string>();
  for (const { kind, id, address } of request.entries)
    if (id !== undefined) names.set(`${kind} ${id}`, nameOf(address));
  const sections: WrittenSection[] = [];
  // The kinds of which there may be most come first in the registry; a reader wants them last.
  for (const kind of [...kinds.all].reverse()) {
    if (kind.manifestEntry === undefined) continue;
    const { name } = kind;
    const live = exportedById.includes(kind)
      ? await liveOf(kind, request.ids, ports, diagnostics)
      : await listed(kind, ports);
    const taken = new Set<string>();
    const entries: { name?: string | undefined; entry: Values }[] = [];
    for (const observation of live) {
      const written = kind.manifestEntry(observation);
      const known = names.get(`${name} ${observation.id}`);
      const own = written.name === undefined ? undefined : unused(known ?? written.name, observation.id, taken);
      const { entry, leftOut } = await usableEntry(kind.section, own, written.entry, request.settings);
      const address = addressOf(name, observation.id);
      for (const { field, why } of leftOut) {
        const what = entry === undefined ? 'it' : field;
        diagnostics.push(diagnostic('export-left-out', { detail: `${address}: ${what} is left out. ${why}`, address }));
      }
      if (entry !== undefined) entries.push({ name: own, entry });
    }
    sections.push({ section: kind.section, entries });
  }
  return { sections, diagnostics };
}

/** Two apps may have one title: the later one is distinguished by its id. */
function unused(name: string, id: string, taken: Set<string>): string {
  const free = taken.has(name) ? `${name}-${id}` : name;
  taken.add(free);
  return free;
}

async function listed(kind: Kind, ports: KindPorts): Promise<readonly Observation[]> {
  const all: Observation[] = [];
  for await (const page of kind.list?.(ports) ?? []) for (const one of page) all.push(one);
  return all;
}

async function liveOf(
  kind: Kind,
  ids: readonly string[],
  ports: KindPorts,
  diagnostics: Diagnostic[],
): Promise<readonly Observation[]> {
  const targets = ids.map((id) => ({ address: addressOf(kind.name, id), id, desired: {} }));
  const all: Observation[] = [];
  const leaveOut = (address: string, why: string) => {
    diagnostics.push(diagnostic('export-left-out', { detail: `${address} is left out: ${why}.`, address }));
  };
  for await (const { found, missing } of kind.observe?.(targets, ports) ?? []) {
    for (const [{ address }, observation] of found) {
      if (observation.unusable === undefined) all.push(observation);
      else leaveOut(address, observation.unusable);
    }
    for (const { address } of missing) leaveOut(address, 'the service does not return it');
  }
  return all;
}
