import type { Change, Kind, Observation, Resource, ResourceGraph, StateEntry } from '../../model/index.js';
import { isOpenCreation, likenessOf, shellWord } from '../../model/index.js';
import { RENAME_RULE } from '../safety/rules.js';
import { heldCreation } from './classify.js';

class Index<Thing> {
  readonly #things = new Map<string, Thing[]>();

  add(key: string | undefined, thing: Thing): void {
    if (key === undefined) return;
    const alike = this.#things.get(key);
    if (alike === undefined) this.#things.set(key, [thing]);
    else alike.push(thing);
  }

  get(key: string | undefined): readonly Thing[] {
    return (key === undefined ? undefined : this.#things.get(key)) ?? [];
  }
}

/**
 * Guards a creation against what is likely there already: an entry of the state that no manifest claims (the name in the
 * manifest was changed), one that its manifest calls something else by now (two entries were swapped), another resource of
 * the manifests, or a thing that the service lists and no one claims. Looked up by likeness, as there may be thousands.
 */
export class LikelyTwins {
  readonly #entries = new Index<StateEntry>();
  readonly #open = new Index<StateEntry>();
  readonly #resources = new Index<Resource>();
  readonly #listed = new Index<Observation>();

  constructor(
    readonly prior: { get(address: string): StateEntry | undefined; values(): Iterable<StateEntry> },
    unclaimed: ReadonlyMap<string, readonly Observation[]>,
    kinds: { get(name: string): Kind | undefined },
    readonly graph: ResourceGraph,
    readonly allow: readonly string[],
  ) {
    const forgotten = new Set(graph.forgotten.map(({ address }) => address));
    for (const entry of prior.values()) {
      const kind = kinds.get(entry.kind);
      if (kind === undefined) continue;
      const like = likenessOf(kind.section, entry.values);
      // Whatever a manifest says of it by now, what was sent may be the very thing that would be created.
      if (isOpenCreation(entry)) {
        this.#open.add(like, entry);
        continue;
      }
      const claimed = graph.resources.get(entry.address);
      if (claimed !== undefined && likenessOf(kind.section, claimed.desired) === like) continue;
      if (!forgotten.has(entry.address)) this.#entries.add(like, entry);
    }
    for (const resource of graph.resources.held()) {
      const kind = kinds.get(resource.kind);
      if (kind?.section.likeness === undefined) continue;
      this.#resources.add(likenessOf(kind.section, resource.desired), resource);
    }
    for (const [name, observations] of unclaimed) {
      const kind = kinds.get(name);
      if (kind === undefined) continue;
      for (const one of observations) this.#listed.add(likenessOf(kind.section, one.values), one);
    }
  }

  /** Why this is not created, if something like it may be there. */
  holdBack(kind: Kind, resource: Resource): Change | undefined {
    const key = likenessOf(kind.section, resource.desired);
    const [open] = this.#open.get(key);
    if (open !== undefined) return afterOutcome(kind, resource, open, this.graph.resources.has(open.address));
    if (!this.allow.includes(RENAME_RULE)) {
      const entries = this.#entries.get(key);
      const unclaimed = entries.filter(({ address }) => !this.graph.resources.has(address));
      const [first, ...more] = unclaimed;
      if (first !== undefined) return rename(kind, resource, first, more);
      const [swapped] = entries;
      if (swapped !== undefined) return swap(kind, resource, swapped);
      const other = this.#declared(key, resource);
      if (other !== undefined) return second(kind, resource, other);
    }
    const [twin] = this.#listed.get(key);
    if (twin === undefined) return undefined;
    const { create = '' } = kind.byHand;
    const reason = `the service has one like it already: ${kind.name} ${twin.id}`.trim();
    if (twin.unusable !== undefined) return notAdoptable(kind, resource, `${reason} (${twin.unusable})`);
    return heldCreation(kind, resource, reason, `${create} id: "${twin.id}"`.trim());
  }

  /** A resource like this one that is there already, or that comes before it in the manifests and is created first. */
  #declared(key: string | undefined, resource: Resource): Resource | undefined {
    const alike = this.#resources.get(key);
    const own = alike.findIndex(({ address }) => address === resource.address);
    return alike.find(({ address, id }, index) => {
      if (index === own) return false;
      return index < own || id !== undefined || this.prior.get(address) !== undefined;
    });
  }
}

const fieldsOf = (kind: Kind) => (kind.section.likeness ?? []).join(' and ');
const known = (id: string | undefined) => (id === undefined ? '' : ` (id ${id})`);

/** Two names of the manifests: what was copied mostly was to be changed. */
function second(kind: Kind, resource: Resource, other: Resource): Change {
  const { file, line, column } = other.origin.place();
  const reason = `${other.address} (${file}:${line}:${column}) has the same ${fieldsOf(kind)}`;
  const todo = `Remove one of the two, or change its ${fieldsOf(kind)}; if there are to be two, \`--allow ${RENAME_RULE}\`.`;
  return heldCreation(kind, resource, reason, todo);
}

/** The one that is there goes by a name that means another one now. */
function swap(kind: Kind, resource: Resource, { address, id }: StateEntry): Change {
  const reason = `${address}${known(id)} was created with the same ${fieldsOf(kind)}, and its manifest now says something else`;
  const todo = `If the two changed places, change them back; if there are to be two, \`--allow ${RENAME_RULE}\`.`;
  return heldCreation(kind, resource, reason, todo);
}

/** Nothing but its outcome drops what was sent: neither a word of the manifests nor a permission does. */
function afterOutcome(kind: Kind, resource: Resource, { address, status }: StateEntry, described: boolean): Change {
  const state = status === 'unknown' ? 'whether that one was created is not known' : 'its task has not ended';
  const moved = `If it is the same ${kind.name}, add \`moved: [{ from: ${address}, to: ${resource.address} }]\`; else settle`;
  const todo = `${described ? 'Settle' : moved} ${address} first: \`adwright resolve ${shellWord(address)} --id ID\` or \`--absent\`.`;
  return heldCreation(kind, resource, `${address} is like it, and ${state}`, todo);
}

/** Its id would not do in a manifest: the plan would block it, and `import` refuse it. */
function notAdoptable(kind: Kind, resource: Resource, reason: string): Change {
  const todo = `It cannot be adopted. Look in the console: remove it there, or change its ${fieldsOf(kind)}; if that is not possible, ask the service's support.`;
  return heldCreation(kind, resource, reason, todo);
}

function rename(kind: Kind, resource: Resource, entry: StateEntry, more: readonly StateEntry[]): Change {
  const { address, id } = entry;
  const todo =
    `If it is the same ${kind.name}, add \`moved: [{ from: ${address}, to: ${resource.address} }]\`; ` +
    `if ${address} is no longer managed, \`forgotten: [${address}]\`; if there are to be two, \`--allow ${RENAME_RULE}\`.`;
  const others = more.length === 0 ? '' : `, and so are those of ${more.map((one) => one.address).join(', ')}`;
  const reason = `looks like a rename of ${address}${known(id)}: ${fieldsOf(kind)} are the same${others}`;
  return heldCreation(kind, resource, reason, todo);
}
