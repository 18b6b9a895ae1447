import type { Stage } from '../../support/scenario/stage.js';

export const stages: readonly Stage[] = [
  // The new addresses are read back only after the review: pending, neither done nor failed.
  { name: '1-sent' },
  // What is under review is not sent again.
  { name: '2-under-review' },
  // Unless someone insists.
  { name: '3-resent', applyArgs: ['--resend'] },
  {
    // The review has ended: one address is in effect; the other was rejected, and is sent again.
    name: '4-reviewed',
    before: async (world) => world.clock.turn(2 * 3_600_000),
  },
];
