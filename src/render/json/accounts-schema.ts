import { Type } from '@sinclair/typebox';
import { FormatVersion } from './schema-parts.js';

/** A run over several accounts, or a list of them. */
export const AccountsSchema = Type.Object(
  {
    formatVersion: FormatVersion,
    digest: Type.Optional(Type.String({ description: 'Over the digests of the plans: `apply --expect` takes it.' })),
    exitCode: Type.Optional(Type.Integer({ description: 'The gravest of the accounts.' })),
    accounts: Type.Array(
      Type.Object(
        {
          account: Type.String(),
          exitCode: Type.Optional(
            Type.Integer({ description: 'What the command would have ended with for this one.' }),
          ),
        },
        { additionalProperties: true, description: 'With the fields of the document of the command for one account.' },
      ),
      { description: 'In the order of the project file.' },
    ),
  },
  { additionalProperties: false, title: 'A command with --json over several accounts, and adwright accounts --json' },
);
