import type { Stage } from '../../support/scenario/stage.js';

export const stages: readonly Stage[] = [
  { name: '1-created' },
  {
    // No operation changes a group or a creative: both are shown with what to do by hand, the rest continues. A new
    // creative of the group whose bid is blocked is made all the same.
    name: '2-blocked',
    before: async (world) => {
      await world.edit('ads/shoes.yaml', 'price: 1.20', 'price: 1.35');
      await world.edit('ads/shoes.yaml', 'text: 特价', 'text: 清仓');
      await world.edit('ads/shoes.yaml', 'price: 0.80', 'price: 0.90');
      await world.edit(
        'ads/shoes.yaml',
        'keywords:',
        `  - groups: [autumn]
    creative: sublinks-computer
    content:
      - { text: 新品, url: "https://www.example.com/new" }
      - { text: 特价, url: "https://www.example.com/sale" }
      - { text: 门店, url: "https://www.example.com/stores" }
      - { text: 会员, url: "https://www.example.com/member" }
keywords:`,
      );
    },
  },
  {
    // One was done in the console and is accepted: its values count as applied, stated by a person.
    name: '3-one-accepted',
    before: async (world) => {
      await world.must('accept', 'group/autumn');
    },
  },
  {
    // The other is accepted in resolutions.yaml, with the digest that the plan printed.
    name: '4-both-accepted',
    before: async (world) => {
      const { document } = await world.json('plan', ['plan']);
      const blocked = document.changes.find((change) => change.action === 'blocked');
      await world.write(
        'resolutions.yaml',
        `- { address: ${blocked?.address}, accepted: ${blocked?.desiredDigest} }\n`,
      );
      world.sandbox.control.clearLog();
    },
  },
];
