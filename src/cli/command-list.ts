import { accept } from './commands/accept.js';
import { accounts } from './commands/accounts.js';
import { apply } from './commands/apply.js';
import { completion } from './commands/completion.js';
import { destroy } from './commands/destroy.js';
import { drill } from './commands/drill.js';
import { exportLive } from './commands/export.js';
import { fmt } from './commands/fmt.js';
import { importThing } from './commands/import.js';
import { init } from './commands/init.js';
import { login } from './commands/login.js';
import { plan } from './commands/plan.js';
import { pull } from './commands/pull.js';
import { resolve } from './commands/resolve.js';
import { sandbox } from './commands/sandbox.js';
import { schema } from './commands/schema.js';
import { set } from './commands/set.js';
import { show } from './commands/show.js';
import { state } from './commands/state.js';
import { status } from './commands/status.js';
import { unbind } from './commands/unbind.js';
import { undo } from './commands/undo.js';
import { unlock } from './commands/unlock.js';
import { validate } from './commands/validate.js';
import type { CommandGroup, CommandSpec } from './define/define-command.js';
import { queryCommands } from './query-commands.js';

/** Every command, in the order of the help. */
export const COMMANDS: readonly (CommandSpec | CommandGroup)[] = [
  init,
  validate,
  fmt,
  set,
  plan,
  apply,
  show,
  drill,
  status,
  accounts,
  pull,
  undo,
  state,
  importThing,
  accept,
  resolve,
  unlock,
  login,
  ...queryCommands({ pictures: [unbind] }),
  exportLive,
  schema,
  sandbox,
  completion,
  destroy,
];
