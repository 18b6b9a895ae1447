import type { Stage } from '../../support/scenario/stage.js';

export const stages: readonly Stage[] = [
  {
    // Adopted with `id` in the manifest, or with the command `import`: nothing is created. An app that is there
    // already is not made a second time, and an id that the service does not list is blocked.
    name: '1-by-manifest',
    before: async (world) => {
      await world.must('import', 'group/adopted-by-command', '556678');
    },
  },
  {
    // The adopted app's live title is another than the manifest's, and no operation changes it.
    name: '2-by-command',
    before: async (world) => {
      await world.must('import', 'app/other-app', '7002');
    },
  },
];
