import type { Stage } from '../../support/scenario/stage.js';

export const stages: readonly Stage[] = [
  { name: '1-first-sight' },
  {
    name: '2-drift',
    before: (world) => world.sandbox.control.change({ pictures: [{ picId: '33442', tags: ['清仓'] }] }),
  },
];
