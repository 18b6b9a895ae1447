import type { Stage } from '../../support/scenario/stage.js';

export const stages: readonly Stage[] = [
  { name: '1-numbers' },
  {
    name: '2-texts',
    before: async (world) => {
      world.sandbox.control.setOptions({ idsAs: 'text' });
      await world.edit(
        'ads/account.yaml',
        '{ id: 9007199254740993, word: 女鞋, price: 0.80 }',
        '{ id: 9007199254740993, word: 女鞋, price: 0.95 }',
      );
    },
  },
];
