import type { BlockingTexts, KindRegistry, Membership, Resource, ResourceGraph } from '../../model/index.js';
import { foldForComparison } from '../../model/index.js';
import type { PriorEntries } from '../prior/learnt.js';

export interface BlockedText {
  readonly owner: Resource;
  readonly text: string;
  readonly blocks: BlockingTexts['blocks'];
  readonly path: BlockingTexts['path'];
}

interface Owner {
  readonly equal: ReadonlyMap<string, BlockedText>;
  readonly containing: ReadonlyMap<string, BlockedText>;
  /** Lengths of the texts of `containing`: what a member's text is cut into. */
  readonly lengths: readonly number[];
}

/**
 * The texts by which things keep their own members from being shown, by the real id of the owner. A member is looked up by
 * the pieces of its own text, so that a million members against hundreds of texts cost no more than their letters.
 */
export class BlockedTexts {
  readonly #owners = new Map<string, Owner>();

  constructor(graph: ResourceGraph, entries: PriorEntries, kinds: KindRegistry) {
    for (const resource of graph.resources.held()) {
      const kind = kinds.get(resource.kind);
      if (kind?.blockingTexts === undefined) continue;
      const id = resource.id ?? entries.get(resource.address)?.id;
      const owner = id === undefined ? undefined : ownerOf(resource, kind.blockingTexts(resource.desired));
      if (owner !== undefined) this.#owners.set(`${kind.name} ${id}`, owner);
    }
  }

  get any(): boolean {
    return this.#owners.size > 0;
  }

  /** What of its owner keeps this member from being shown. */
  by({ ownerKind, ownerId, text }: Membership): readonly BlockedText[] {
    const owner = this.#owners.get(`${ownerKind} ${ownerId}`);
    if (owner === undefined) return [];
    const folded = foldForComparison(text);
    const found = new Set<BlockedText>();
    const equal = owner.equal.get(folded);
    if (equal !== undefined) found.add(equal);
    for (const length of owner.lengths) {
      for (let start = 0; start + length <= folded.length; start++) {
        const block = owner.containing.get(folded.slice(start, start + length));
        if (block !== undefined) found.add(block);
      }
    }
    return [...found];
  }
}

function ownerOf(owner: Resource, lists: readonly BlockingTexts[]): Owner | undefined {
  const maps = { equal: new Map<string, BlockedText>(), containing: new Map<string, BlockedText>() };
  for (const { texts, blocks, path } of lists) {
    for (const text of texts) maps[blocks].set(foldForComparison(text), { owner, text, blocks, path });
  }
  maps.containing.delete('');
  if (maps.equal.size + maps.containing.size === 0) return undefined;
  return { ...maps, lengths: [...new Set([...maps.containing.keys()].map(({ length }) => length))] };
}
