import { defineCommand, FlagFault, flag } from '../define/define-command.js';

export const sandbox = defineCommand({
  usage: 'sandbox',
  summary: 'run a local service with the whole interface until it is stopped',
  flags: {
    port: flag.parsedOr('--port <number>', 'port to listen on; default: a free one', 0, (text) => {
      if (!/^\d+$/.test(text) || Number(text) > 65_535) throw new FlagFault('a port is a number from 0 to 65535.');
      return Number(text);
    }),
    data: flag.text('--data <dir>', 'where to keep its data; without it, the data is lost at the end'),
    fixture: flag.text('--fixture <file>', 'initial data, a YAML file'),
  },
  examples: ['adwright sandbox --port 8080 --fixture sandbox.yaml'],
  run: async ({ app, io, global }, options) => {
    const [{ sandbox }, { documentText }] = await Promise.all([
      import('../../app/runs/account/sandbox.js'),
      import('../../render/index.js'),
    ]);
    // One line, or one document, that says that it accepts calls.
    const listening = (url: string) =>
      global.json ? [...documentText({ formatVersion: '1.0', url })].join('') : `listening on ${url}\n`;
    return sandbox(app, { ...options, onListening: (url) => io.stdout.write(listening(url)) });
  },
});
