import { defineCommand } from '../define/define-command.js';

export const schema = defineCommand({
  usage: 'schema [name]',
  summary: 'print a JSON Schema',
  examples: ['adwright schema', 'adwright schema manifest'],
  run: async (_context, options) => (await import('../../app/runs/manifests/schema.js')).schema(options),
});
