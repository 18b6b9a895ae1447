import { orList } from '../../schema/or-list.js';
import { BACKENDS } from '../../state/registry.js';
import { type CommandGroup, defineCommand, flag } from '../define/define-command.js';

const entries = () => import('../../app/runs/state/state-entries.js');
const beginning = () => import('../../app/runs/state/state-init.js');
const moving = () => import('../../app/runs/state/state-migrate.js');

export const state: CommandGroup = {
  name: 'state',
  summary: 'inspect and edit the state',
  commands: [
    defineCommand({
      usage: 'list',
      summary: 'list the entries of the state',
      flags: { kind: flag.text('--kind <kind>', 'only this kind; keywords are listed only when asked for') },
      examples: ['adwright state list', 'adwright state list --kind keyword'],
      run: async ({ app }, options) => (await entries()).stateList(app, options),
    }),
    defineCommand({
      usage: 'show <address>',
      summary: 'show one entry',
      examples: ['adwright state show group/autumn'],
      run: async ({ app }, options) => (await entries()).stateShow(app, options),
    }),
    defineCommand({
      usage: 'rm <address>',
      summary: 'remove it from the state; it stays at the service',
      flags: { force: flag.on('--force', 'also remove what is in doubt or pending; it may then be created twice') },
      examples: ['adwright state rm group/autumn'],
      run: async ({ app }, options) => (await entries()).stateRemove(app, options),
    }),
    defineCommand({
      usage: 'mv <from> <to>',
      summary: 'change the address of an entry',
      examples: ['adwright state mv group/autumn group/fall'],
      run: async ({ app }, options) => (await entries()).stateMove(app, options),
    }),
    defineCommand({
      usage: 'init',
      summary: 'create an empty state and write its lineage into the project file',
      examples: ['adwright state init'],
      run: async ({ app }) => (await beginning()).stateInit(app),
    }),
    defineCommand({
      usage: 'migrate',
      summary: 'move the state to another backend',
      flags: { to: flag.required('--to <backend>', orList([...BACKENDS.keys()]), [...BACKENDS.keys()]) },
      examples: ['adwright state migrate --to git'],
      run: async ({ app }, options) => (await moving()).stateMigrate(app, options),
    }),
    defineCommand({
      usage: 'log',
      summary: 'show the journal',
      examples: ['adwright state log --json'],
      run: async ({ app }) => (await import('../../app/runs/state/state-log.js')).stateLog(app),
    }),
  ],
};
