import { defineCommand, flag } from '../define/define-command.js';

export const resolve = defineCommand({
  usage: 'resolve [address]',
  summary: 'settle an item whose outcome is unknown or whose task never ended',
  flags: {
    id: flag.text('--id <id>', 'it exists under this id'),
    absent: flag.on('--absent', 'it does not exist, and may be sent again'),
    from: flag.text('--from <file>', 'a rescue file, or a list like resolutions.yaml'),
  },
  examples: [
    'adwright resolve group/autumn --id 556677',
    'adwright resolve group/autumn --absent',
    'adwright resolve --from adwright-rescue-1a2b.json',
  ],
  run: async ({ app }, options) => (await import('../../app/runs/state/resolve.js')).resolve(app, options),
});
