import type { Stage } from '../../support/scenario/stage.js';

export const stages: readonly Stage[] = [
  {
    // The task is taken and the reply is lost: both apps are in doubt, and the listing does not show them yet.
    name: '1-lost',
    before: async (world) => world.sandbox.control.addFaults({ operation: 'addAppTask', kind: 'reset-after' }),
    exits: { apply: 4, after: 4 },
  },
  {
    // The listing settles the first by itself. The second stays in doubt: nothing is submitted again.
    name: '2-one-listed',
    before: async (world) => world.clock.turn(700_000),
    exits: { plan: 4, apply: 4 },
  },
  {
    // A person has looked: the second was never taken. Only now is it sent again.
    name: '3-other-absent',
    before: async (world) => {
      await world.must('resolve', 'app/second', '--absent');
      world.sandbox.control.setOptions({ appTaskFails: [], appTaskSeconds: 0 });
    },
  },
];
