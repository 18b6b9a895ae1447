import { Command, InvalidArgumentError, Option } from 'commander';
import type { Outcome } from '../app/outcome.js';
import { VERSION } from '../app/version.js';
import { COMMANDS } from './command-list.js';
import type { CommandContext, GlobalOptions } from './define/context.js';
import { type CommandGroup, type CommandSpec, FlagFault, type Flags } from './define/define-command.js';

export type CommandRun = (context: CommandContext) => Promise<Outcome>;
export type Runner = (global: GlobalOptions, command: CommandRun) => Promise<void>;

interface RawGlobals {
  readonly directory?: string;
  readonly account?: string;
  readonly json?: boolean;
  readonly color: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/**
 * The command line: every command of the list, and its flags where `argv` may reach them; all flags without `argv`. The
 * use cases themselves are loaded when they run.
 */
export function buildProgram(run: Runner, output: { out: string; err: string }, argv: readonly string[] = []): Command {
  const program = new Command('adwright');
  program
    .description('Search-advertising accounts as code: describe, plan, review, apply.')
    .version(VERSION, '--version')
    .option('-C, --directory <dir>', 'run as if started in this folder')
    .option('--account <name>', 'the account to work on; required if the project has several')
    .option('--json', 'print one JSON document on stdout, also on failure')
    .option('--no-color', 'no colour in any output')
    .option('--quiet', 'no notes and no progress on stderr')
    .option('--verbose', 'more detail, and every call to the service, on stderr')
    .helpCommand(true)
    // The descriptions say the defaults in words.
    .configureHelp({ showGlobalOptions: true, optionDescription: ({ description }) => description })
    .showHelpAfterError('See `adwright --help`.')
    .showSuggestionAfterError(true)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => {
        output.out += text;
      },
      writeErr: (text) => {
        output.err += text;
      },
    });
  const runs = (command: CommandRun) => run(globalsOf(program.opts()), command);
  const isReached = reachedBy(argv);
  for (const one of COMMANDS) {
    if (!isReached(nameOf(one))) program.command(nameOf(one)).description(one.summary);
    else if (!('commands' in one)) add(program, one, runs);
    else {
      const group = program.command(one.name).description(one.summary).copyInheritedSettings(program);
      for (const spec of one.commands) add(group, spec, runs);
    }
  }
  // What the completion scripts ask; people have no use for it.
  program
    .command('complete [words...]', { hidden: true })
    .allowUnknownOption()
    .action(async (words: readonly string[]) => {
      const { completions } = await import('./completion/completion.js');
      output.out += `${completions(program, COMMANDS, words)}\n`;
    });
  return program;
}

const nameOf = (one: CommandSpec | CommandGroup) => ('commands' in one ? one.name : one.usage.replace(/ .*/, ''));

/** What shows or completes the commands needs all of them. */
const SHOWS_ALL: ReadonlySet<string> = new Set(['help', '--help', '-h', 'complete']);

/** Making the flags of every command takes a twentieth of a short one, which needs only its own. */
function reachedBy(argv: readonly string[]): (name: string) => boolean {
  const words = new Set(argv);
  if (argv.some((word) => SHOWS_ALL.has(word)) || !COMMANDS.some((one) => words.has(nameOf(one)))) return () => true;
  return (name) => words.has(name);
}

function add(parent: Command, spec: CommandSpec, runs: (command: CommandRun) => Promise<void>): void {
  const command = parent.command(spec.usage).description(spec.summary).copyInheritedSettings(parent);
  command.showHelpAfterError(`See \`adwright ${pathOf(command)} --help\`.`);
  for (const option of optionsOf(spec.flags)) command.addOption(option);
  command.addHelpText('after', `\nExamples:\n${spec.examples.map((line) => `  ${line}\n`).join('')}`);
  command.action(async (...parameters: unknown[]) => {
    const given = parameters.slice(0, -2);
    const args = given.flat().filter((one) => typeof one === 'string');
    const named = command.registeredArguments.map((one, index) => [one.name(), given[index]] as const);
    const present = Object.fromEntries(named.filter(([, value]) => value !== undefined));
    const options = { ...present, ...(parameters.at(-2) as object) };
    await runs((context) => spec.run(context, options as never, args));
  });
}

/** `state list`: a command's name with its parents', without the program's. */
function pathOf(command: Command): string {
  const parent = command.parent;
  return parent?.parent ? `${pathOf(parent)} ${command.name()}` : command.name();
}

function optionsOf(flags: Flags): readonly Option[] {
  return Object.entries(flags).map(([name, { usage, help, parse, initial, preset, many, required }]) => {
    const option = new Option(usage, help);
    if (option.attributeName() !== name)
      throw new Error(`the flag ${usage} gives ${option.attributeName()}, not ${name}`);
    if (initial !== undefined) option.default(initial);
    if (preset !== undefined) option.preset(preset);
    if (required === true) option.makeOptionMandatory();
    // Also where a flag takes several at once, they come one by one.
    if (many !== undefined) option.argParser((text, before: readonly string[] = []) => [...before, text]);
    if (parse !== undefined) option.argParser((text) => refusing(() => parse(text)));
    return option;
  });
}

function refusing<Value>(parse: () => Value): Value {
  try {
    return parse();
  } catch (error) {
    if (error instanceof FlagFault) throw new InvalidArgumentError(error.message);
    throw error;
  }
}

function globalsOf(raw: RawGlobals): GlobalOptions {
  return {
    ...(raw.directory !== undefined && { directory: raw.directory }),
    ...(raw.account !== undefined && { account: raw.account }),
    json: raw.json === true,
    color: raw.color,
    quiet: raw.quiet === true,
    verbose: raw.verbose === true,
  };
}
