import type { Stage } from '../../support/scenario/stage.js';

export const stages: readonly Stage[] = [
  {
    // The groups are made and the reply is lost: all three are in doubt, their creatives wait, the keyword continues.
    name: '1-lost',
    before: async (world) => world.sandbox.control.addFaults({ operation: 'addGroups', kind: 'reset-after' }),
    exits: { apply: 4, after: 4 },
  },
  {
    // Nothing in doubt is sent again, however often it is applied.
    name: '2-still-in-doubt',
    exits: { plan: 4, apply: 4 },
  },
  {
    // What a look into the console settles: one is there (by command), one is there (by resolutions.yaml), one is not.
    name: '3-settled',
    before: async (world) => {
      const { document } = await world.json('plan', ['plan']);
      const attempt = document.changes.find((change) => change.address === 'group/two')?.attempt;
      await world.must('resolve', 'group/one', '--id', '910001');
      await world.must('resolve', 'group/three', '--absent');
      await world.sandbox.control.remove('groups', '910003');
      await world.write('resolutions.yaml', `- { address: group/two, attempt: "${attempt}", id: "910002" }\n`);
      world.sandbox.control.clearLog();
    },
  },
];
