import { defineCommand, flag } from '../define-command.js';

export const validate = defineCommand({
  usage: 'validate',
  summary: 'check everything that can be checked without the service',
  flags: {
    format: flag.text('--format <form>', 'text, json, github (annotations) or sarif', [
      'text',
      'json',
      'github',
      'sarif',
    ]),
    checkUrls: flag.on('--check-urls', 'look at the videos on the web as well: size and type'),
  },
  examples: ['adwright validate', 'adwright validate --format github'],
  load: async () => (await import('../../app/runs/validate.js')).validate,
});
