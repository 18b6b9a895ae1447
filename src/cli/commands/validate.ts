import { FINDINGS_FORMATS } from '../../render/diagnostics/formats.js';
import { orList } from '../../schema/or-list.js';
import { defineCommand, flag } from '../define/define-command.js';

export const validate = defineCommand({
  usage: 'validate',
  summary: 'check everything that can be checked without the service',
  flags: {
    format: flag.text('--format <form>', orList([...FINDINGS_FORMATS.values()].map(({ help }) => help)), [
      ...FINDINGS_FORMATS.keys(),
    ]),
    checkUrls: flag.on('--check-urls', 'also check the size and type of videos on the web'),
  },
  examples: ['adwright validate', 'adwright validate --format github'],
  run: async (context, { format, ...options }) => {
    const [{ showFindings }, { validate }] = await Promise.all([
      import('../define/findings.js'),
      import('../../app/runs/manifests/validate.js'),
    ]);
    return showFindings(context, format, () => validate(context.app, options));
  },
});
