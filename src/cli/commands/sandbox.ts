import { defineCommand, FlagFault, flag } from '../define-command.js';

export const sandbox = defineCommand({
  usage: 'sandbox',
  summary: 'a local service with the whole interface, until it is stopped',
  flags: {
    port: flag.parsedOr('--port <number>', 'port to listen on; default: a free one', 0, (text) => {
      if (!/^\d+$/.test(text) || Number(text) > 65_535) throw new FlagFault('a port is a number from 0 to 65535.');
      return Number(text);
    }),
    data: flag.text('--data <dir>', 'where its data are kept; without it they are gone at the end'),
    fixture: flag.text('--fixture <file>', 'what exists at the beginning'),
  },
  examples: ['adwright sandbox --port 8080 --fixture sandbox.yaml'],
  load: async () => (await import('../../app/runs/sandbox.js')).sandbox,
});
