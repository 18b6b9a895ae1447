import { FINDINGS_FORMATS } from '../../render/diagnostics/formats.js';
import { defineCommand, flag } from '../define-command.js';

export const validate = defineCommand({
  usage: 'validate',
  summary: 'check everything that can be checked without the service',
  flags: {
    format: flag.text('--format <form>', listed([...FINDINGS_FORMATS.values()].map(({ help }) => help)), [
      ...FINDINGS_FORMATS.keys(),
    ]),
    checkUrls: flag.on('--check-urls', 'look at the videos on the web as well: size and type'),
  },
  examples: ['adwright validate', 'adwright validate --format github'],
  load: async () => (await import('../../app/runs/validate.js')).validate,
});

function listed(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
