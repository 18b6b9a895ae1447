import type { Change, Kind, Observation, Resource, ResourceGraph, StateEntry, Values } from '../model/index.js';
import { canonicalText } from '../model/index.js';
import { heldCreation } from './classify.js';

const RENAME_RULE = 'rename';

/** What two things of a kind that are likely one have in common; nothing where one of the fields is not known. */
function likenessOf({ name, likeness, fields }: Kind, values: Values): string | undefined {
  if (likeness === undefined) return undefined;
  const texts = likeness.map((path) => {
    const [rule, value] = [fields[path], values[path]];
    return rule === undefined || value === undefined ? undefined : canonicalText(rule.type, value);
  });
  return texts.includes(undefined) ? undefined : JSON.stringify([name, ...texts]);
}

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
 * manifest was changed), or a thing that the service lists and nobody claims. Looked up by likeness, as there may be
 * thousands of either.
 */
export class LikelyTwins {
  readonly #entries = new Index<StateEntry>();
  readonly #listed = new Index<Observation>();

  constructor(
    entries: Iterable<StateEntry>,
    unclaimed: ReadonlyMap<string, readonly Observation[]>,
    kinds: { get(name: string): Kind | undefined },
    graph: ResourceGraph,
    readonly allow: readonly string[],
  ) {
    const forgotten = new Set(graph.forgotten.map(({ address }) => address));
    for (const entry of entries) {
      const kind = kinds.get(entry.kind);
      if (kind === undefined || graph.resources.has(entry.address)) continue;
      // Forgetting needs an outcome first: what is in doubt may be the very thing that would be created.
      if (forgotten.has(entry.address) && entry.status !== 'unknown') continue;
      this.#entries.add(likenessOf(kind, entry.values), entry);
    }
    for (const [name, observations] of unclaimed) {
      const kind = kinds.get(name);
      if (kind === undefined) continue;
      for (const one of observations) this.#listed.add(likenessOf(kind, one.values), one);
    }
  }

  /** Why this is not created, if something like it may be there. */
  holdBack(kind: Kind, resource: Resource): Change | undefined {
    const key = likenessOf(kind, resource.desired);
    const entries = this.#entries.get(key);
    const doubtful = entries.find((entry) => entry.status === 'unknown');
    if (doubtful !== undefined && this.allow.includes(RENAME_RULE)) {
      const reason = `${doubtful.address} is like it, and whether that one was created is not known`;
      const todo = `Settle ${doubtful.address} first: \`adwright resolve ${doubtful.address} --id ID\` or \`--absent\`.`;
      return heldCreation(kind, resource, reason, todo);
    }
    const [first, ...more] = entries;
    if (first !== undefined && !this.allow.includes(RENAME_RULE)) return rename(kind, resource, first, more);
    const [twin] = this.#listed.get(key);
    if (twin === undefined) return undefined;
    const reason = `the service has one like it already: ${kind.name} ${twin.id}`;
    return heldCreation(kind, resource, reason, `${kind.byHand.create ?? ''} id: "${twin.id}"`.trim());
  }
}

function rename(kind: Kind, resource: Resource, entry: StateEntry, more: readonly StateEntry[]): Change {
  const { address, id } = entry;
  const todo =
    `If it is the same ${kind.name}, add \`moved: [{ from: ${address}, to: ${resource.address} }]\`; ` +
    `if ${address} is no longer managed, \`forgotten: [${address}]\`; if there are to be two, \`--allow ${RENAME_RULE}\`.`;
  const others = more.length === 0 ? '' : `, and so are those of ${more.map((one) => one.address).join(', ')}`;
  const reason = `looks like a rename of ${address}${id === undefined ? '' : ` (id ${id})`}: ${(kind.likeness ?? []).join(' and ')} are the same${others}`;
  return heldCreation(kind, resource, reason, todo);
}
