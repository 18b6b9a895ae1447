import { isAbsolute, relative, sep } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { diagnostic, hasErrors, sortDiagnostics } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { kinds } from '../../kinds/registry.js';
import { allFaults, loadManifests } from '../../manifest/graph/load-manifests.js';
import type { WebPort } from '../../model/index.js';
import { plural } from '../../model/index.js';
import { FINDINGS_FORMATS } from '../../render/diagnostics/formats.js';
import type { FindingsFormat } from '../../render/index.js';
import { type CommandContext, type CommandResult, stdoutText } from '../context.js';
import { EXIT } from '../exit-codes.js';
import { VERSION } from '../version.js';
import { openWorkspace, rootOf } from '../workspace/workspace.js';

interface ValidateOptions {
  readonly format?: string;
  readonly checkUrls?: boolean;
}

interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  /** What to say where there is nothing to report. */
  readonly sound: string;
}

/** Everything that can be checked without the service; in whatever form, faults of the project file included. */
export async function validate(
  context: CommandContext,
  _args: readonly string[],
  options: ValidateOptions,
): Promise<CommandResult> {
  const { word, format } = formatOf(context, options.format);
  const findings = await check(context, options.checkUrls === true).catch((error: unknown) => {
    // Text goes to stderr and `--json` has a document of its own for a run that could not be made.
    if (error instanceof Failure && word !== 'text' && !context.global.json) return error;
    throw error;
  });
  const { diagnostics } = findings;
  const failure = findings instanceof Failure ? { failure: findings } : {};
  const code = hasErrors(diagnostics) ? EXIT.error : EXIT.done;
  if (word === 'text' && diagnostics.length === 0 && !(findings instanceof Failure)) {
    return { code, text: findings.sound };
  }
  const render = await format.load();
  const shown = render(
    { diagnostics, ...failure },
    { text: stdoutText(context), version: VERSION, file: repositoryPath(context) },
  );
  if ('text' in shown) return { code, ...shown };
  if (context.global.json) return { code, document: shown.document };
  const { documentText } = await import('../../render/index.js');
  return { code, form: 'json', text: [...documentText(shown.document)].join('') };
}

function formatOf({ global }: CommandContext, given: string | undefined): { word: string; format: FindingsFormat } {
  const word = given ?? (global.json ? 'json' : 'text');
  const format = FINDINGS_FORMATS.get(word);
  const usage = (detail: string) => new Failure([diagnostic('usage', { detail })]);
  if (format === undefined) throw usage(`--format takes ${[...FINDINGS_FORMATS.keys()].join(', ')}; not ${word}.`);
  if (global.json && word !== 'json') throw usage(`--json and --format ${word} exclude each other.`);
  return { word, format };
}

async function check(context: CommandContext, checkUrls: boolean): Promise<Findings> {
  const workspace = await openWorkspace(context);
  const { project, account } = workspace;
  const sections = kinds.all.map((kind) => kind.section);
  const web = checkUrls ? { web: await openWebOf(context) } : {};
  const loaded = await loadManifests({ project, account, sections, ...web });
  const faults = await allFaults(loaded);
  const { resources, files } = loaded.graph;
  return {
    diagnostics: sortDiagnostics([...workspace.diagnostics, ...faults]),
    sound: `Valid: ${plural(resources.size, 'resource')} in ${plural(files.length, 'file')}.`,
  };
}

async function openWebOf({ io }: CommandContext): Promise<WebPort> {
  const { openWeb } = await import('../service/web.js');
  return openWeb({ env: io.env, userAgent: `adwright/${VERSION}` });
}

/** Readers that show findings next to the sources use paths from the root of the repository, not of the project. */
function repositoryPath(context: CommandContext): (file: string) => string {
  const root = rootOf(context);
  const { env, cwd } = context.io;
  const way = [env['GITHUB_WORKSPACE'], cwd]
    .filter((base) => base !== undefined && base !== '')
    .map((base) => relative(base as string, root))
    .find((one) => !isAbsolute(one) && one.split(sep)[0] !== '..');
  const prefix = way === undefined || way === '' ? '' : `${way.replaceAll(sep, '/')}/`;
  return (file) => prefix + file;
}
