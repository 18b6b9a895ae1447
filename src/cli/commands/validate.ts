import { FINDINGS_FORMATS } from '../../render/diagnostics/formats.js';
import { orList } from '../../schema/or-list.js';
import { ACCOUNTS } from '../define/account-flags.js';
import { defineCommand, flag } from '../define/define-command.js';
import { accountsApart, forAccounts, isAboutSeveral, runOf } from '../define/several-accounts.js';

export const validate = defineCommand({
  usage: 'validate',
  summary: 'check everything that can be checked without the service',
  flags: {
    ...ACCOUNTS,
    format: flag.text('--format <form>', orList([...FINDINGS_FORMATS.values()].map(({ help }) => help)), [
      ...FINDINGS_FORMATS.keys(),
    ]),
    checkUrls: flag.on('--check-urls', 'also check the size and type of videos on the web'),
  },
  examples: ['adwright validate', 'adwright validate --format github'],
  run: async (context, given) => {
    const [flags, { format, ...options }] = accountsApart(given);
    const [{ showFindings }, { validate }] = await Promise.all([
      import('../define/findings.js'),
      import('../../app/runs/manifests/validate.js'),
    ]);
    if (format !== undefined && isAboutSeveral(flags)) {
      const { validateAccounts } = await import('../../app/fleet/validate-accounts.js');
      return showFindings(context, format, () => validateAccounts(context.app, runOf(flags), options));
    }
    return forAccounts(context, flags, (app) => showFindings(context, format, () => validate(app, options)));
  },
});
