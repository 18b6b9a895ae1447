import { isAbsolute, relative, sep } from 'node:path';
import type { Outcome } from '../../app/outcome.js';
import type { Validation } from '../../app/runs/manifests/validate.js';
import { VERSION } from '../../app/version.js';
import { rootOf } from '../../app/workspace/workspace.js';
import { Failure, usageFailure } from '../../diagnostics/failure.js';
import { FINDINGS_FORMATS } from '../../render/diagnostics/formats.js';
import type { FindingsFormat } from '../../render/index.js';
import { type CommandContext, stdoutText } from './context.js';

/** Validation in the form that was asked for; in every form but text, faults of the project file included. */
export async function showFindings(
  context: CommandContext,
  given: string | undefined,
  validate: () => Promise<Validation>,
): Promise<Outcome> {
  const { word, format } = formatOf(context, given);
  const findings = await validate().catch((error: unknown) => {
    // Text goes to stderr and `--json` has a document of its own for a run that could not be made.
    if (error instanceof Failure && word !== 'text' && !context.global.json) return error;
    throw error;
  });
  const isFailure = findings instanceof Failure;
  const { diagnostics } = findings;
  const meaning = isFailure ? 'error' : findings.meaning;
  if (word === 'text' && diagnostics.length === 0 && !isFailure) return { meaning, text: findings.sound };
  const render = await format.load();
  const shown = render(
    { diagnostics, ...(isFailure && { failure: findings }) },
    { text: stdoutText(context), version: VERSION, file: repositoryPath(context) },
  );
  if ('text' in shown) return { meaning, ...shown };
  if (context.global.json) return { meaning, document: shown.document };
  const { documentText } = await import('../../render/index.js');
  return { meaning, form: 'json', text: [...documentText(shown.document)].join('') };
}

function formatOf({ global }: CommandContext, given: string | undefined): { word: string; format: FindingsFormat } {
  const word = given ?? (global.json ? 'json' : 'text');
  const format = FINDINGS_FORMATS.get(word);
  if (format === undefined)
    throw usageFailure(`--format takes ${[...FINDINGS_FORMATS.keys()].join(', ')}; not ${word}.`);
  if (global.json && word !== 'json') throw usageFailure(`--json cannot be combined with --format ${word}.`);
  return { word, format };
}

/** Readers that show findings next to the sources use paths from the root of the repository, not of the project. */
function repositoryPath(context: CommandContext): (file: string) => string {
  const root = rootOf(context.app);
  const { env, cwd } = context.io;
  const way = [env['GITHUB_WORKSPACE'], cwd]
    .filter((base) => base !== undefined && base !== '')
    .map((base) => relative(base as string, root))
    .find((one) => !isAbsolute(one) && one.split(sep)[0] !== '..');
  const prefix = way === undefined || way === '' ? '' : `${way.replaceAll(sep, '/')}/`;
  return (file) => prefix + file;
}
