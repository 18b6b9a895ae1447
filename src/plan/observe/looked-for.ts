import type { Address, KindRegistry, Resource, ResourcePart, Resources } from '../../model/index.js';

/** What is in sight, and what has an id of its own: its listing must not pass for someone else's. */
export function lookedFor(
  resources: Resources,
  includes: (address: Address) => boolean,
  kinds: KindRegistry,
): ResourcePart {
  const isNamed = ({ kind, id }: Resource) => id !== undefined && kinds.get(kind)?.identity === 'assigned';
  const held = [...resources.held()];
  let inSight = -held.filter(({ address }) => includes(address)).length;
  for (const address of resources.keys()) if (includes(address)) inSight++;
  return {
    held: () => held.filter((resource) => isNamed(resource) || includes(resource.address)),
    expected: inSight,
    async *batches() {
      if (inSight === 0) return;
      for await (const batch of resources.batches()) yield batch.filter(({ address }) => includes(address));
    },
  };
}
