import { isOutOfHandles } from '../../app/out-of-handles.js';
import type { Outcome } from '../../app/outcome.js';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { gathered } from '../../model/index.js';
import { storeUrlSecrets } from '../process/secret-variables.js';
import type { CliIo } from '../terminal/io.js';
import { type CommandContext, stderrText, stdoutText } from './context.js';
import { EXIT, exitCodeOf } from './exit-codes.js';

const rendering = () => import('../../render/index.js');

/** Shows the result of a command: the result on stdout as text or as one document, everything else on stderr. */
export async function present(context: CommandContext, outcome: Outcome): Promise<void> {
  const { io, global } = context;
  const diagnostics = outcome.diagnostics ?? [];
  if (diagnostics.length > 0 && !(global.json && outcome.document !== undefined)) {
    const shown = global.quiet ? diagnostics.filter((one) => one.severity === 'error') : diagnostics;
    if (shown.length > 0) {
      const { renderDiagnostics } = await rendering();
      await io.stderr.write(ended(renderDiagnostics(shown, stderrText(context))));
    }
  }
  if (global.json && outcome.document !== undefined) {
    const { documentText } = await rendering();
    for (const piece of gathered(documentText(outcome.document))) if (!(await io.stdout.write(piece, 'json'))) return;
    return;
  }
  for (const piece of gathered(outcome.lines ?? [])) if (!(await io.stdout.write(piece))) return;
  if (outcome.text === undefined) return;
  const { text: words, form } = outcome;
  const text = typeof words === 'string' ? words : words(stdoutText(context));
  if (typeof text !== 'string') {
    for (const piece of gathered(text)) if (!(await io.stdout.write(piece, form))) return;
  } else if (text !== '') await io.stdout.write(ended(text), form);
}

const ended = (text: string) => (text.endsWith('\n') ? text : `${text}\n`);

/** Shows why a command ended without a result; the exit code is the answer. */
export async function presentFailure(context: CommandContext, error: unknown): Promise<number> {
  const { io, global } = context;
  const { documentText, errorDocument, failureDocument, renderDiagnostics } = await rendering();
  if (error instanceof Failure) {
    if (global.json) {
      const document = failureDocument(error.diagnostics, error.ending);
      for (const piece of documentText(document)) await io.stdout.write(piece, 'json');
    } else await io.stderr.write(ended(renderDiagnostics(error.diagnostics, stderrText(context))));
    return exitCodeOf(error.ending);
  }
  // Reported by callers that need no file for it.
  if (isOutOfHandles(error)) throw error;
  const mask = await maskOf(io.env);
  const message = mask(error instanceof Error ? error.message : String(error));
  const text = `adwright: this is a bug in Adwright: ${message}\nPlease report it; --verbose shows where it happened.`;
  if (global.json)
    for (const piece of documentText(errorDocument('internal', message, []))) await io.stdout.write(piece, 'json');
  await io.stderr.write(ended(global.verbose && error instanceof Error ? `${text}\n${mask(error.stack ?? '')}` : text));
  return EXIT.error;
}

/** A fault of ours may quote anything, credentials included. */
async function maskOf(env: CliIo['env']): Promise<(text: string) => string> {
  const { createMasker } = await import('../../api/login/masker.js');
  const secrets = Object.entries(env).flatMap(([name, value]) => (SECRET_VARIABLE.test(name) ? [value] : []));
  return createMasker([...secrets, ...storeUrlSecrets(env)]).mask;
}

/** Ours, and those of stores that we fall back to. */
const SECRET_VARIABLE = /^(?:ADWRIGHT_|AWS_|CI_JOB_).*(?:KEY|KEY_ID|PASSWD|PASSWORD|SECRET|TOKEN)$/;

/** The document of a command line that could not be understood. */
export async function usageDocument(detail: string): Promise<string> {
  const { documentText, errorDocument } = await rendering();
  return [...documentText(errorDocument('usage', detail, [diagnostic('usage', { detail })]))].join('');
}
