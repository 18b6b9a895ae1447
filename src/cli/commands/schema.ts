import { defineCommand } from '../define-command.js';

export const schema = defineCommand({
  usage: 'schema [name]',
  summary: 'print a JSON Schema',
  examples: ['adwright schema', 'adwright schema manifest'],
  run: async (_context, args) => (await import('../../app/runs/schema.js')).schema(args),
});
