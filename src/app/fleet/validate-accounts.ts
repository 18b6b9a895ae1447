import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { sortDiagnostics } from '../../diagnostics/diagnostic.js';
import { plural } from '../../model/index.js';
import { gravest } from '../outcome.js';
import type { AppPorts } from '../ports.js';
import { type ValidateChoices, type Validation, validate } from '../runs/manifests/validate.js';
import type { AccountRun } from './over-accounts.js';
import { runAccounts } from './run-accounts.js';
import { selectAccounts } from './select-accounts.js';

/** The findings of several accounts as one list, for readers that show findings next to the files. */
export async function validateAccounts(app: AppPorts, run: AccountRun, options: ValidateChoices): Promise<Validation> {
  const { names } = await selectAccounts(app, run);
  const ends = await runAccounts<Validation, readonly Diagnostic[]>(app, names, {
    jobs: run.jobs,
    work: (one) => validate(one, options),
    keep: (_, { diagnostics }) => diagnostics,
    applies: false,
  });
  // A file that several accounts include has its faults once.
  const found = new Map(ends.flatMap(({ kept }) => kept.map((one) => [JSON.stringify(one), one] as const)));
  return {
    meaning: gravest(ends.map(({ meaning }) => meaning)),
    diagnostics: sortDiagnostics([...found.values()]),
    sound: `Valid: ${plural(names.length, 'account')}.`,
  };
}
