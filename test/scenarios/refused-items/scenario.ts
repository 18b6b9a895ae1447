import type { Stage } from '../../support/scenario/stage.js';

export const stages: readonly Stage[] = [
  // One group, one creative and one bid are refused, each with the service's own code and words; the others are done,
  // and what depends on the refused group is skipped.
  { name: '1-refused', exits: { apply: 3 } },
  {
    // What was refused is tried again once the manifest is mended, and nothing else is sent.
    name: '2-mended',
    before: async (world) => {
      await world.edit('ads/shoes.yaml', '违禁词女鞋', '冬季女鞋');
      await world.edit('ads/shoes.yaml', 'text: 违禁词', 'text: 新品');
      await world.edit('ads/shoes.yaml', 'price: 0.10', 'price: 0.30');
    },
  },
];
