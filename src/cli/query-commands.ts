import type { AnyQuery, QueryFlags, QueryGroup, QueryOptions } from '../queries/define-query.js';
import { QUERIES } from '../queries/registry.js';
import { type CommandGroup, type CommandSpec, type Flags, flag } from './define/define-command.js';

/** The commands of all queries. `others` are commands of the same groups that are no queries. */
export function queryCommands(
  others: Readonly<Record<string, readonly CommandSpec[]>>,
): readonly (CommandSpec | CommandGroup)[] {
  return QUERIES.map((one) => ('queries' in one ? group(one, others[one.name] ?? []) : command(one)));
}

function group({ name, summary, queries }: QueryGroup, others: readonly CommandSpec[]): CommandGroup {
  return { name, summary, commands: [...queries.map(command), ...others] };
}

function command(query: AnyQuery): CommandSpec {
  const { usage, summary, examples } = query;
  return {
    usage,
    summary,
    examples,
    flags: flagsOf(query.flags),
    run: async ({ app }, options: QueryOptions, args) =>
      (await import('../app/runs/account/query.js')).runQuery(app, query, args, options),
  };
}

function flagsOf(flags: QueryFlags): Flags {
  return Object.fromEntries(
    Object.entries(flags).map(([name, one]) => [
      name,
      one.form === 'on' ? flag.on(one.usage, one.help) : flag.text(one.usage, one.help, one.words),
    ]),
  );
}
