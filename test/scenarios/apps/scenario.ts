import type { Stage } from '../../support/scenario/stage.js';

export const stages: readonly Stage[] = [
  // One task for both; until they are listed they are pending and never submitted again.
  { name: '1-submitted' },
  {
    // Half an hour later the listing shows them: known again by type and link, under their ids.
    name: '2-listed',
    before: async (world) => world.clock.turn(1_900_000),
  },
];
