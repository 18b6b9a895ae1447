import { defineCommand } from '../define/define-command.js';
import { AUTO_APPROVE } from '../define/shared-flags.js';

/** `pictures unbind`, next to the queries about pictures. */
export const unbind = defineCommand({
  usage: 'unbind <file>',
  summary: 'unbind pictures from groups: FILE is a YAML list of { groupId, picIdList }',
  flags: { autoApprove: AUTO_APPROVE },
  examples: ['adwright pictures unbind old-pictures.yaml'],
  run: async ({ app }, options) => (await import('../../app/runs/changes/unbind.js')).picturesUnbind(app, options),
});
