import { usageFailure } from '../diagnostics/failure.js';
import type { AnyQuery, QueryFlags, QueryGroup, QueryOptions } from '../queries/define-query.js';
import { QUERIES } from '../queries/registry.js';
import { ACCOUNTS } from './define/account-flags.js';
import { type CommandGroup, type CommandSpec, type Flags, flag } from './define/define-command.js';
import { type AccountFlags, accountsApart, forAccounts, isAboutSeveral } from './define/several-accounts.js';

/** The commands of all queries. `others` are commands of the same groups that are no queries. */
export function queryCommands(
  others: Readonly<Record<string, readonly CommandSpec[]>>,
): readonly (CommandSpec | CommandGroup)[] {
  return QUERIES.map((one) => ('queries' in one ? group(one, others[one.name] ?? []) : command(one)));
}

function group({ name, summary, queries, ofSeveral }: QueryGroup, others: readonly CommandSpec[]): CommandGroup {
  return { name, summary, commands: [...queries.map(ofSeveral === true ? commandOfSeveral : command), ...others] };
}

const useCase = () => import('../app/runs/account/query.js');

function command(query: AnyQuery): CommandSpec {
  return {
    ...spec(query),
    run: async ({ app }, options: QueryOptions, args) => (await useCase()).runQuery(app, query, args, options),
  };
}

function commandOfSeveral(query: AnyQuery): CommandSpec {
  const { flags, ...rest } = spec(query);
  return {
    ...rest,
    flags: { ...ACCOUNTS, ...flags },
    run: async (context, given: QueryOptions & AccountFlags, args) => {
      const [chosen, options] = accountsApart(given);
      const file = ['csv', 'chart', 'html'].find((name) => options[name] !== undefined);
      if (isAboutSeveral(chosen) && file !== undefined) {
        const detail = `--${file} is a file of one account; --json has the rows of several.`;
        throw usageFailure(detail);
      }
      const { runQuery } = await useCase();
      return forAccounts(context, chosen, (app) => runQuery(app, query, args, options as QueryOptions));
    },
  };
}

const spec = ({ usage, summary, examples, flags }: AnyQuery) => ({ usage, summary, examples, flags: flagsOf(flags) });

function flagsOf(flags: QueryFlags): Flags {
  return Object.fromEntries(
    Object.entries(flags).map(([name, one]) => [
      name,
      one.form === 'on' ? flag.on(one.usage, one.help) : flag.text(one.usage, one.help, one.words),
    ]),
  );
}
