import { CommanderError } from 'commander';
import { diagnostic } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import { documentText, errorDocument, renderDiagnostics } from '../render/index.js';
import { type CommandContext, type CommandResult, type GlobalOptions, stderrText } from './command.js';
import { EXIT, exitCodeOf } from './exit-codes.js';
import type { CliIo } from './io.js';
import { buildProgram, type Runner } from './program.js';

/** Runs one command line; the exit code is the answer. */
export async function runCli(argv: readonly string[], io: CliIo): Promise<number> {
  let code: number = EXIT.done;
  const runner: Runner = async (global, command) => {
    code = await runCommand({ io, global, commandLine: commandLine(argv) }, command);
  };
  const output = { out: '', err: '' };
  const program = buildProgram(runner, output);
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    code = error.exitCode === 0 ? EXIT.done : await usageError(argv, io, output);
  }
  await io.stdout.write(output.out);
  await io.stderr.write(output.err);
  return code;
}

/** Commander has written its complaint into `output.err`; with `--json` stdout is one document all the same. */
async function usageError(argv: readonly string[], _io: CliIo, output: { out: string; err: string }): Promise<number> {
  if (!argv.includes('--json')) return EXIT.error;
  const detail = output.err.replace(/^error: /, '').trim();
  output.out = [...documentText(errorDocument('usage', detail, [diagnostic('usage', { detail })]))].join('');
  return EXIT.error;
}

async function runCommand(context: CommandContext, command: (context: CommandContext) => Promise<CommandResult>) {
  try {
    const outcome = await command(context);
    await present(context, outcome);
    return outcome.code;
  } catch (error) {
    return presentFailure(context, error);
  }
}

async function present(context: CommandContext, outcome: CommandResult): Promise<void> {
  const { io, global } = context;
  const diagnostics = outcome.diagnostics ?? [];
  if (diagnostics.length > 0 && !(global.json && outcome.document !== undefined)) {
    const shown = global.quiet ? diagnostics.filter((one) => one.severity === 'error') : diagnostics;
    if (shown.length > 0) await io.stderr.write(ended(renderDiagnostics(shown, stderrText(context))));
  }
  if (global.json && outcome.document !== undefined) {
    for (const piece of documentText(outcome.document)) if (!(await io.stdout.write(piece))) return;
    return;
  }
  if (outcome.text !== undefined && outcome.text !== '') await io.stdout.write(ended(outcome.text));
}

const ended = (text: string) => (text.endsWith('\n') ? text : `${text}\n`);

async function presentFailure(context: CommandContext, error: unknown): Promise<number> {
  const { io, global } = context;
  if (error instanceof Failure) {
    if (global.json) {
      const first = error.diagnostics[0];
      const message = first === undefined ? error.message : [first.summary, first.detail].filter(Boolean).join(': ');
      const document = errorDocument(first?.code ?? error.ending, message, error.diagnostics);
      for (const piece of documentText(document)) await io.stdout.write(piece);
    } else await io.stderr.write(ended(renderDiagnostics(error.diagnostics, stderrText(context))));
    return exitCodeOf(error.ending);
  }
  const message = error instanceof Error ? error.message : String(error);
  const text = `adwright: this is a fault of Adwright itself: ${message}\nPlease report it; --verbose shows where it happened.`;
  if (global.json)
    for (const piece of documentText(errorDocument('internal', message, []))) await io.stdout.write(piece);
  await io.stderr.write(ended(global.verbose && error instanceof Error ? `${text}\n${error.stack}` : text));
  return EXIT.error;
}

/** The command as typed, for the lock and the journal. Nothing secret is ever an argument. */
function commandLine(argv: readonly string[]): string {
  return ['adwright', ...argv].join(' ').slice(0, 200);
}

export type { GlobalOptions };
