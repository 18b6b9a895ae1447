import type { Stage } from '../../support/scenario/stage.js';

export const stages: readonly Stage[] = [
  // Keywords that were never seen: what differs is an update, and nothing is called drift.
  { name: '1-first-sight' },
  {
    name: '2-edit-and-drift',
    before: async (world) => {
      const file = 'ads/keywords.yaml';
      await world.edit(file, 'price: 0.80', 'price: 0.85');
      await world.edit(file, 'price: 1.00', 'price: 1.10');
      await world.edit(file, 'price: 2.00', 'price: 2.20');
      await world.edit(file, '    price: 0.90', '    price: 0.90\n    matchType: phrase');
      await world.sandbox.control.change({
        keywords: [
          { id: '80001001', destinationUrl: 'https://www.example.com/by-hand' },
          { id: '80001002', price: '1.90', optStatus: 'paused' },
          { id: '80001004', price: '2.50' },
        ],
      });
    },
  },
];
