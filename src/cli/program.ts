import { Command, InvalidArgumentError } from 'commander';
import type { CommandContext, CommandResult, GlobalOptions } from '../app/context.js';
import { VERSION } from '../app/version.js';

export type CommandRun = (context: CommandContext) => Promise<CommandResult>;
export type Runner = (global: GlobalOptions, command: CommandRun) => Promise<void>;

interface RawGlobals {
  readonly directory?: string;
  readonly account?: string;
  readonly json?: boolean;
  readonly color: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

const collect = (value: string, before: readonly string[]) => [...before, value];

/** `state list`: a command's name with its parents', without the program's. */
function pathOf(command: Command): string {
  const parent = command.parent;
  return parent?.parent ? `${pathOf(parent)} ${command.name()}` : command.name();
}

function port(value: string): number {
  const number = Number(value);
  if (!/^\d+$/.test(value) || number > 65_535) throw new InvalidArgumentError('a port is a number from 0 to 65535.');
  return number;
}

const LIMIT_HELP = 'most bytes of that comment; 65536, where GitHub ends, if left out';

const OLDER_STATE_HELP = 'the state is older than one that was seen here, and that is right';

function byteLimit(value: string): number {
  if (!/^\d{4,8}$/.test(value) || Number(value) < 2_000) {
    throw new InvalidArgumentError('a limit is a number of bytes, 2000 or more.');
  }
  return Number(value);
}

/** Every command with its options. The commands themselves are loaded when they run. */
export function buildProgram(run: Runner, output: { out: string; err: string }): Command {
  const program = new Command('adwright');
  program
    .description('Search-advertising accounts as code: describe, plan, review, apply.')
    .version(VERSION, '--version')
    .option('-C, --directory <dir>', 'work in this folder')
    .option('--account <name>', 'the account of the project file to work on; needed where there are several')
    .option('--json', 'print one JSON document on stdout, also on failure')
    .option('--no-color', 'no colour, wherever the output goes')
    .option('--quiet', 'no remarks and no progress on stderr')
    .option('--verbose', 'more detail, and every call on stderr')
    .helpCommand(true)
    // Defaults stand in the descriptions, in words.
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

  /** Adds a command whose module is loaded only when it runs; global options may stand before or behind its name. */
  const add = (
    parent: Command,
    usage: string,
    description: string,
    load: () => Promise<(context: CommandContext, args: readonly string[], options: never) => Promise<CommandResult>>,
    configure: (command: Command) => void = () => {},
  ): Command => {
    const command = parent.command(usage).description(description).copyInheritedSettings(program);
    command.showHelpAfterError(`See \`adwright ${pathOf(command)} --help\`.`);
    configure(command);
    command.action(async (...parameters: unknown[]) => {
      const words = parameters.slice(0, -2).flatMap((one) => (Array.isArray(one) ? one : [one]));
      const args = words.filter((one): one is string => typeof one === 'string');
      const options = parameters.at(-2) as never;
      await run(globalsOf(program.opts()), async (context) => (await load())(context, args, options));
    });
    return command;
  };

  add(
    program,
    'init',
    'project file, first manifest, .gitignore entries and a CI example',
    async () => (await import('../app/runs/init.js')).init,
  );
  add(
    program,
    'validate',
    'check everything that can be checked without the service',
    async () => (await import('../app/runs/validate.js')).validate,
    (command) =>
      command
        .option('--format <form>', 'text, json, github (annotations) or sarif')
        .option('--check-urls', 'look at the videos on the web as well: size and type'),
  );
  add(
    program,
    'fmt',
    'canonical layout of the manifests, comments kept',
    async () => (await import('../app/runs/fmt.js')).fmt,
    (command) => command.option('--check', 'change nothing; exit 1 and list the files that would change'),
  );
  add(
    program,
    'plan',
    'read, compare, and print what would change',
    async () => (await import('../app/runs/plan.js')).plan,
    (command) =>
      withPlanOptions(command)
        .option('--out <file>', 'save the plan, to be applied later')
        .option('--markdown <file>', 'write the plan as a comment for a pull request')
        .option('--markdown-limit <bytes>', LIMIT_HELP, byteLimit)
        .option('--detailed-exitcode', 'exit 2 if there is something to create, update or import')
        .option('--fail-on <list>', 'exit 5 on any of: blocked, drift, guardrail')
        .option('--older-state', OLDER_STATE_HELP)
        .option('--no-refresh', 'do not read the service; compare with the state only'),
  );
  add(
    program,
    'apply [file]',
    'carry out a plan: a saved one, or one made now',
    async () => (await import('../app/runs/apply.js')).apply,
    (command) =>
      withPlanOptions(command)
        .option('--auto-approve', 'do not ask')
        .option('--expect <digest>', 'go on only if the plan made now has this digest')
        .option('--new-state', 'there is no state yet, and that is right')
        .option('--older-state', OLDER_STATE_HELP)
        .option('--resend', 'send again what is under review'),
  );
  add(
    program,
    'show [file]',
    'a saved plan, or the state',
    async () => (await import('../app/runs/show.js')).show,
    (command) =>
      withTargets(command)
        .option('--markdown <file>', 'write the plan as a comment for a pull request')
        .option('--markdown-limit <bytes>', LIMIT_HELP, byteLimit),
  );
  add(
    program,
    'status',
    'live objects that are rejected, pending or not serving',
    async () => (await import('../app/runs/status.js')).status,
    (command) => command.option('--fail-on <list>', 'exit 5 on any of: rejected, pending'),
  );

  const state = program.command('state').description('look at and edit the state').copyInheritedSettings(program);
  const stateCommands = () => import('../app/runs/state.js');
  add(
    state,
    'list',
    'what the state holds',
    async () => (await stateCommands()).stateList,
    (command) => command.option('--kind <kind>', 'only this kind; keywords are listed only when asked for'),
  );
  add(state, 'show <address>', 'one entry', async () => (await stateCommands()).stateShow);
  add(
    state,
    'rm <address>',
    'stop knowing it; it stays at the service',
    async () => (await stateCommands()).stateRemove,
    (command) => command.option('--force', 'also what is in doubt or on its way, at the risk of a second one'),
  );
  add(state, 'mv <from> <to>', 'give an entry another address', async () => (await stateCommands()).stateMove);
  add(
    state,
    'init',
    'begin an empty state and write its lineage into the project file',
    async () => (await stateCommands()).stateInit,
  );
  add(
    state,
    'migrate',
    'copy the state into another backend',
    async () => (await stateCommands()).stateMigrate,
    (command) => command.requiredOption('--to <backend>', 'file or git'),
  );
  add(state, 'log', 'what the journal holds', async () => (await stateCommands()).stateLog);

  add(
    program,
    'import <address> <id>',
    'adopt an existing group or app',
    async () => (await import('../app/runs/import.js')).importThing,
  );
  add(
    program,
    'accept <addresses...>',
    '“I did this by hand”: the manifest’s values become prior',
    async () => (await import('../app/runs/accept.js')).accept,
  );
  add(
    program,
    'resolve [address]',
    'settle an item whose outcome is unknown or whose task never ended',
    async () => (await import('../app/runs/resolve.js')).resolve,
    (command) =>
      command
        .option('--id <id>', 'it exists under this id')
        .option('--absent', 'it does not exist, and may be sent again')
        .option('--from <file>', 'a rescue file, or a list like resolutions.yaml'),
  );
  add(
    program,
    'unlock',
    'show who holds the lock',
    async () => (await import('../app/runs/unlock.js')).unlock,
    (command) => command.option('--force', 'take the lock away'),
  );
  add(
    program,
    'login',
    'check the credentials',
    async () => (await import('../app/runs/login.js')).login,
    (command) => command.option('--remember', 'keep the token until it expires, in a file only you can read'),
  );
  add(program, 'account', 'the account’s fields', async () => (await import('../app/runs/account.js')).account);
  addQueries(program, add);
  add(
    program,
    'export [ids...]',
    'manifests for what is live: apps, picture tags, keywords of these ids',
    async () => (await import('../app/runs/export.js')).exportLive,
    (command) =>
      command
        .option('--from <csv>', 'take keyword ids from the id column of this file as well')
        .option('--out <dir>', 'write files into this folder instead of stdout'),
  );
  add(program, 'schema [name]', 'print a JSON Schema', async () => (await import('../app/runs/schema.js')).schema);
  add(
    program,
    'sandbox',
    'a local service with the whole interface, until it is stopped',
    async () => (await import('../app/runs/sandbox.js')).sandbox,
    (command) =>
      command
        .option('--port <number>', 'port to listen on; a free one if left out', port, 0)
        .option('--data <dir>', 'where its data are kept; without it they are gone at the end')
        .option('--fixture <file>', 'what exists at the beginning'),
  );
  add(
    program,
    'destroy',
    'says why there is none, and what to do instead',
    async () => (await import('../app/runs/destroy.js')).destroy,
  );
  return program;
}

type Add = (
  parent: Command,
  usage: string,
  description: string,
  load: () => Promise<(context: CommandContext, args: readonly string[], options: never) => Promise<CommandResult>>,
  configure?: (command: Command) => void,
) => Command;

/** What only asks: keywords, apps, pictures and reports; and the one command that takes pictures off groups. */
function addQueries(program: Command, add: Add): void {
  const under = (name: string, description: string) =>
    program.command(name).description(description).copyInheritedSettings(program);
  const keywords = under('keywords', 'ask for keywords, their tags and packages');
  const keywordCommands = () => import('../app/runs/keywords.js');
  add(keywords, 'get <ids...>', 'keywords by id', async () => (await keywordCommands()).keywordsGet);
  add(keywords, 'tags', 'keyword tags', async () => (await keywordCommands()).keywordsTags);
  add(
    keywords,
    'packages [name]',
    'recommended keyword packages',
    async () => (await keywordCommands()).keywordsPackages,
  );

  const apps = under('apps', 'ask for apps');
  add(
    apps,
    'list [ids...]',
    'all apps, or those of the ids',
    async () => (await import('../app/runs/apps.js')).appsList,
  );

  const pictures = under('pictures', 'ask for library pictures, and take pictures off groups');
  const pictureCommands = () => import('../app/runs/pictures.js');
  add(
    pictures,
    'list',
    'pictures of the library',
    async () => (await pictureCommands()).picturesList,
    (command) =>
      command
        .option('--source <word>', 'only pictures of this origin')
        .option('--width <pixels>', 'only pictures of this width')
        .option('--height <pixels>', 'only pictures of this height'),
  );
  add(
    pictures,
    'unbind <file>',
    'take pictures off groups: FILE is a YAML list of { groupId, picIdList }',
    async () => (await pictureCommands()).picturesUnbind,
    (command) => command.option('--auto-approve', 'do not ask'),
  );

  const report = under('report', 'daily performance reports');
  const reportCommands = () => import('../app/runs/report.js');
  add(
    report,
    'components',
    'phone and app components',
    async () => (await reportCommands()).reportComponents,
    (command) =>
      withReportOptions(
        command,
        'only these campaigns (--level plan) or groups (--level group), separated by commas',
      ).option('--level <word>', 'account (taken if left out), plan or group'),
  );
  add(
    report,
    'creatives',
    'rich creatives',
    async () => (await reportCommands()).reportCreatives,
    (command) =>
      withReportOptions(command, 'only these groups, separated by commas').option(
        '--ad-type <word>',
        'creative (by creative type; taken if left out) or base_report',
      ),
  );
}

function withReportOptions(command: Command, ids: string): Command {
  return command
    .option('--from <date>', 'first day, YYYY-MM-DD; the last day if left out')
    .option('--to <date>', 'last day; yesterday in account time if left out')
    .option('--type <word>', 'all (both devices; taken if left out), computer or mobile')
    .option('--ids <list>', ids)
    .option('--wait', 'wait for days that are not ready yet, instead of exit 8')
    .option('--csv <file>', 'write the rows as CSV too')
    .option('--bom', 'begin the CSV with a byte order mark, for spreadsheets');
}

function withTargets(command: Command): Command {
  return command
    .option(
      '--target <address...>',
      'only this, and its parents (repeatable; `*` stands for any text)',
      collectMany,
      [],
    )
    .option('--exclude <address...>', 'not this (repeatable; `*` stands for any text)', collectMany, []);
}

/** Variadic options hand over one value at a time. */
const collectMany = (value: string, before: readonly string[]) => collect(value, before);

function withPlanOptions(command: Command): Command {
  return withTargets(command).option('--allow <rule>', 'allow what a guardrail or the rename rule stops', collect, []);
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
