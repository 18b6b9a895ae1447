import { type CommandGroup, defineCommand, flag } from '../define-command.js';
import { AUTO_APPROVE } from '../shared-flags.js';

const runs = () => import('../../app/runs/pictures.js');

export const pictures: CommandGroup = {
  name: 'pictures',
  summary: 'ask for library pictures, and take pictures off groups',
  commands: [
    defineCommand({
      usage: 'list',
      summary: 'pictures of the library',
      flags: {
        source: flag.text('--source <word>', 'only pictures of this origin'),
        width: flag.text('--width <pixels>', 'only pictures of this width'),
        height: flag.text('--height <pixels>', 'only pictures of this height'),
      },
      examples: ['adwright pictures list --source pichouse --width 450'],
      load: async () => (await runs()).picturesList,
    }),
    defineCommand({
      usage: 'unbind <file>',
      summary: 'take pictures off groups: FILE is a YAML list of { groupId, picIdList }',
      flags: { autoApprove: AUTO_APPROVE },
      examples: ['adwright pictures unbind old-pictures.yaml'],
      load: async () => (await runs()).picturesUnbind,
    }),
  ],
};
