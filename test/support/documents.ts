import type { Static } from '@sinclair/typebox';
import { Ajv } from 'ajv';
import { expect } from 'vitest';
import { DOCUMENT_SCHEMAS } from '../../src/render/json/schemas.js';
import type { CliRun } from './cli.js';

type Schemas = typeof DOCUMENT_SCHEMAS;
export type DocumentName = keyof Schemas;

const ajv = new Ajv({
  allErrors: true,
  allowUnionTypes: true,
  schemas: Object.entries(DOCUMENT_SCHEMAS).map(([key, schema]) => ({ ...schema, $id: key })),
});

/** What stdout holds, which must be exactly one JSON document of the named form. */
export function documentOf<Name extends DocumentName>(name: Name, { stdout }: CliRun): Static<Schemas[Name]> {
  const value: Static<Schemas[Name]> = JSON.parse(stdout);
  const validate = ajv.getSchema(name);
  validate?.(value);
  expect(validate?.errors ?? [], `the document ${name}`).toEqual([]);
  return value;
}

const GLOBAL_WITH_VALUE: ReadonlySet<string> = new Set(['-C', '--directory', '--account']);

/** The form of each command's document; others do one thing and are told apart by what they fill in. */
const FORMS: Readonly<Record<string, DocumentName>> = {
  plan: 'plan',
  apply: 'apply',
  validate: 'validate',
  drill: 'drill',
  pull: 'edits',
  undo: 'edits',
  set: 'edits',
  status: 'rows',
  account: 'rows',
  keywords: 'rows',
  apps: 'rows',
  pictures: 'rows',
  report: 'rows',
  'state list': 'state-list',
  'state show': 'state-show',
  'state log': 'rows',
};

/** Checks whatever a command line with `--json` printed: every document that the suite produces passes here. */
export function checkDocument(argv: readonly string[], run: CliRun): void {
  if (!argv.includes('--json') || argv.includes('--help')) return;
  const words = argv.filter((word, index) => !word.startsWith('-') && !GLOBAL_WITH_VALUE.has(argv[index - 1] ?? ''));
  const [command = '', second = ''] = words;
  // A JSON Schema on its own, and formats of others.
  if ((command === 'schema' && second !== '') || argv.includes('sarif') || argv.includes('github')) return;
  const document: unknown = JSON.parse(run.stdout);
  if (typeof document === 'object' && document !== null && 'accounts' in document) {
    for (const { exitCode, ...one } of documentOf('accounts', run).accounts) {
      if (exitCode === undefined) continue;
      const { account: _, ...bare } = one;
      const own = command === 'plan' || command === 'apply' ? one : bare;
      checkDocument(argv, { ...run, stdout: JSON.stringify('error' in one ? bare : own) });
    }
    return;
  }
  if (typeof document === 'object' && document !== null && 'error' in document) {
    documentOf('error', run);
    return;
  }
  const isEntries = typeof document === 'object' && document !== null && 'entries' in document;
  const shown = command === 'show' ? (isEntries ? 'state-list' : 'plan') : undefined;
  documentOf(shown ?? FORMS[`${command} ${second}`] ?? FORMS[command] ?? 'command', run);
}
