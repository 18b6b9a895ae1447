import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { kinds } from '../../kinds/registry.js';
import { usableEntry } from '../../manifest/check/usable-entry.js';
import type { WrittenSection } from '../../manifest/yaml/manifest-text.js';
import type { KindPorts, Observation, SectionSettings, StateEntry, Values } from '../../model/index.js';
import { addressOf, nameOf } from '../../model/index.js';
import type { OpenService } from '../service/service.js';

export interface Exported {
  readonly sections: readonly WrittenSection[];
  /** What is live and could not be written as a manifest. */
  readonly diagnostics: readonly Diagnostic[];
}

export interface ExportRequest {
  readonly keywordIds: readonly string[];
  /** Names that the state gives to what it knows by id. */
  readonly entries: Iterable<StateEntry>;
  readonly settings: SectionSettings;
}

/** Everything that is live and can be read, as entries of manifests: all apps, all tagged pictures, the keywords asked for. */
export async function readLive(service: OpenService, ports: KindPorts, request: ExportRequest): Promise<Exported> {
  const diagnostics: Diagnostic[] = [];
  const names = new Map<string, string>();
  for (const { kind, id, address } of request.entries)
    if (id !== undefined) names.set(`${kind} ${id}`, nameOf(address));
  const sections: WrittenSection[] = [];
  for (const [name, live] of [
    ['app', await liveApps(ports)],
    ['picture', await livePictures(service, ports)],
    ['keyword', await liveKeywords(request.keywordIds, ports, diagnostics)],
  ] as const) {
    const kind = kinds.get(name);
    if (kind?.manifestEntry === undefined) continue;
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

/** Two apps may have one title: the later one is told apart by its id. */
function unused(name: string, id: string, taken: Set<string>): string {
  const free = taken.has(name) ? `${name}-${id}` : name;
  taken.add(free);
  return free;
}

async function liveApps(ports: KindPorts): Promise<readonly Observation[]> {
  const all: Observation[] = [];
  for await (const { unclaimed } of kinds.get('app')?.observe?.([], ports) ?? [])
    for (const one of unclaimed ?? []) all.push(one);
  return all;
}

/** Pictures without tags have nothing to manage. */
async function livePictures({ client }: OpenService, { signal, now }: KindPorts): Promise<readonly Observation[]> {
  const all: Observation[] = [];
  for await (const { fields, tags } of client.pictures({}, signal === undefined ? {} : { signal })) {
    const id = fields['picId'];
    if (id !== undefined && tags.length > 0) all.push({ id, values: { tags }, facts: {}, at: now() });
  }
  return all;
}

async function liveKeywords(
  ids: readonly string[],
  ports: KindPorts,
  diagnostics: Diagnostic[],
): Promise<readonly Observation[]> {
  const targets = ids.map((id) => ({ address: addressOf('keyword', id), id, desired: {} }));
  const all: Observation[] = [];
  const leaveOut = (address: string, why: string) => {
    diagnostics.push(diagnostic('export-left-out', { detail: `${address} is left out: ${why}.`, address }));
  };
  for await (const { found, missing } of kinds.get('keyword')?.observe?.(targets, ports) ?? []) {
    for (const [{ address }, observation] of found) {
      if (observation.unusable === undefined) all.push(observation);
      else leaveOut(address, observation.unusable);
    }
    for (const { address } of missing) leaveOut(address, 'the service does not return it');
  }
  return all;
}
