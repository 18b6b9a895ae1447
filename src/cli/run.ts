import { CommanderError } from 'commander';
import type { Outcome } from '../app/outcome.js';
import { guarded, isReadByRunner } from '../app/runner-commands.js';
import { versionText } from '../app/version.js';
import type { CommandContext } from './define/context.js';
import { EXIT } from './define/exit-codes.js';
import { buildProgram, type Runner } from './program.js';
import type { CliIo } from './terminal/io.js';

/** What shows results is loaded when there is one: `--version` and `--help` need none of it. */
const presentation = () => import('./define/present.js');

/** Runs one command line; the exit code is the answer. */
export async function runCli(argv: readonly string[], given: CliIo): Promise<number> {
  const io = isReadByRunner(given.env) ? guardedIo(given) : given;
  let code: number = EXIT.done;
  const runner: Runner = async (global, command) => {
    const { commandContext } = await import('./define/context.js');
    const context = commandContext(io, global, commandLine(argv));
    code = await runCommand(context, command, program.args[0] === 'apply');
  };
  const output = { out: '', err: '' };
  const program = buildProgram(runner, output, argv);
  try {
    await program.parseAsync([...argv], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    code = error.exitCode === 0 ? EXIT.done : await usageError(argv, output);
    if (error.code === 'commander.version') output.out = versionText(argv.includes('--json'));
  }
  await io.stdout.write(output.out, argv.includes('--json') ? 'json' : 'text');
  await io.stderr.write(output.err);
  const lost = io.stdout.failure?.();
  if (lost === undefined) return code;
  await io.stderr.write(`adwright: the output could not be written: ${lost}\n`);
  return code === EXIT.done || code === EXIT.changes ? codeOfLostOutput(program.args[0]) : code;
}

function guardedIo(io: CliIo): CliIo {
  return Object.create(io, {
    stdout: { value: guarded(io.stdout) },
    stderr: { value: guarded(io.stderr) },
  }) as CliIo;
}

/** What an apply did is done and recorded, whether or not anyone can read of it. */
const codeOfLostOutput = (command: string | undefined) => (command === 'apply' ? EXIT.incomplete : EXIT.error);

/** Commander has written its complaint into `output.err`; with `--json` stdout is one document all the same. */
async function usageError(argv: readonly string[], output: { out: string; err: string }): Promise<number> {
  if (!argv.includes('--json')) return EXIT.error;
  const detail = output.err.replace(/^error: /, '').trim();
  output.out = await (await presentation()).usageDocument(detail);
  return EXIT.error;
}

async function runCommand(
  context: CommandContext,
  command: (context: CommandContext) => Promise<Outcome>,
  applies: boolean,
) {
  try {
    const outcome = await command(context);
    await (await presentation()).present(context, outcome);
    return EXIT[outcome.meaning];
  } catch (error) {
    const code = await (await presentation()).presentFailure(context, error);
    // Only an apply can be stopped on its way; elsewhere a used-up quota or too long a wait is an error like any other.
    return code === EXIT.incomplete && !applies ? EXIT.error : code;
  }
}

/** The command as typed, for the lock and the journal. Nothing secret is ever an argument. */
function commandLine(argv: readonly string[]): string {
  return ['adwright', ...argv].join(' ').slice(0, 200);
}
