import { BACKENDS } from '../../state/registry.js';
import { type CommandGroup, defineCommand, flag } from '../define-command.js';

const runs = () => import('../../app/runs/state.js');

export const state: CommandGroup = {
  name: 'state',
  summary: 'look at and edit the state',
  commands: [
    defineCommand({
      usage: 'list',
      summary: 'what the state holds',
      flags: { kind: flag.text('--kind <kind>', 'only this kind; keywords are listed only when asked for') },
      examples: ['adwright state list', 'adwright state list --kind keyword'],
      run: async ({ app }, _args, options) => (await runs()).stateList(app, options),
    }),
    defineCommand({
      usage: 'show <address>',
      summary: 'one entry',
      examples: ['adwright state show group/autumn'],
      run: async ({ app }, args) => (await runs()).stateShow(app, args),
    }),
    defineCommand({
      usage: 'rm <address>',
      summary: 'remove it from the state; it stays at the service',
      flags: { force: flag.on('--force', 'also what is in doubt or on its way, at the risk of a second one') },
      examples: ['adwright state rm group/autumn'],
      run: async ({ app }, args, options) => (await runs()).stateRemove(app, args, options),
    }),
    defineCommand({
      usage: 'mv <from> <to>',
      summary: 'give an entry another address',
      examples: ['adwright state mv group/autumn group/fall'],
      run: async ({ app }, args) => (await runs()).stateMove(app, args),
    }),
    defineCommand({
      usage: 'init',
      summary: 'create an empty state and write its lineage into the project file',
      examples: ['adwright state init'],
      run: async ({ app }) => (await runs()).stateInit(app),
    }),
    defineCommand({
      usage: 'migrate',
      summary: 'copy the state into another backend',
      flags: { to: flag.required('--to <backend>', [...BACKENDS.keys()].join(' or '), [...BACKENDS.keys()]) },
      examples: ['adwright state migrate --to git'],
      run: async ({ app }, _args, options) => (await runs()).stateMigrate(app, options),
    }),
    defineCommand({
      usage: 'log',
      summary: 'what the journal holds',
      examples: ['adwright state log --json'],
      run: async ({ app }) => (await runs()).stateLog(app),
    }),
  ],
};
