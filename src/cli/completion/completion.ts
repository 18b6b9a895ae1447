import { RootCommand } from '@bomb.sh/tab';
import type { Command } from 'commander';
import type { CommandGroup, CommandSpec } from '../define/define-command.js';
import { printed } from '../define/printed.js';

/** What may come next on the command line: one `word\tdescription` a line, and a number for the script at the end. */
export function completions(
  program: Command,
  commands: readonly (CommandSpec | CommandGroup)[],
  words: readonly string[],
): string {
  const root = new RootCommand();
  const globals = program.createHelp().visibleOptions(program);
  addOptions(root, globals);
  for (const one of commands) {
    if (!('commands' in one)) addCommand(root, '', one, globals);
    else {
      root.command(one.name, one.summary);
      for (const spec of one.commands) addCommand(root, `${one.name} `, spec, globals);
    }
  }
  const lines = printed(() => root.parse([...words]));
  // Where Adwright has nothing to offer, the shell may offer files.
  return lines.length === 1 && !words.at(-1)?.startsWith('-') ? ':0' : lines.join('\n');
}

type Options = ReturnType<ReturnType<Command['createHelp']>['visibleOptions']>;

function addCommand(root: RootCommand, before: string, spec: CommandSpec, globals: Options): void {
  const [name = '', ...args] = spec.usage.split(' ');
  const command = root.command(`${before}${name}`, spec.summary);
  for (const { usage, help, words } of Object.values(spec.flags)) {
    const long = /--([\w-]+)/.exec(usage)?.[1] ?? '';
    if (usage.includes('<')) command.option(long, help, offering(words ?? []));
    else command.option(long, help);
  }
  addOptions(command, globals);
  for (const arg of args) command.argument(arg, offering(spec.words ?? []), arg.includes('...'));
}

const offering = (words: readonly string[]) => (offer: (word: string, help: string) => void) => {
  for (const word of words) offer(word, '');
};

function addOptions(command: Pick<RootCommand, 'option'>, options: Options): void {
  for (const { long, short, required, description } of options) {
    if (long === undefined || long === null) continue;
    const alias = short?.slice(1);
    if (required) command.option(long.slice(2), description, () => undefined, alias);
    else command.option(long.slice(2), description, alias);
  }
}
