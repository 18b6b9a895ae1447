import type { Stage } from '../../support/scenario/stage.js';

const FILE = 'ads/groups.yaml';

export const stages: readonly Stage[] = [
  { name: '1-created' },
  {
    // The manifest's name changed and the group is the same: likely a rename, so nothing is created, nor under it.
    name: '2-likely-rename',
    before: async (world) => {
      await world.edit(FILE, '  autumn:', '  autumn-women:');
      await world.edit(FILE, 'groups: [autumn]', 'groups: [autumn-women]');
    },
    exits: { apply: 3 },
  },
  {
    // `moved` says that it is the same: the entry gets the new name, its creative with it, and nothing is sent.
    name: '3-moved',
    before: async (world) => {
      await world.write(FILE, `${await world.read(FILE)}moved: [{ from: group/autumn, to: group/autumn-women }]\n`);
    },
  },
  {
    // The same with a second group, which is to be left alone and made again: `forgotten` says so.
    name: '4-forgotten',
    before: async (world) => {
      await world.edit(FILE, '  winter:', '  winter-women:');
      await world.write(FILE, `${await world.read(FILE)}forgotten: [group/winter]\n`);
    },
  },
  {
    // And again, allowed on the command line: two groups, both known.
    name: '5-allowed',
    before: (world) => world.edit(FILE, '  winter-women:', '  winter-2:'),
    args: ['--allow', 'rename'],
  },
];
