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
      load: async () => (await runs()).stateList,
    }),
    defineCommand({
      usage: 'show <address>',
      summary: 'one entry',
      examples: ['adwright state show group/autumn'],
      load: async () => (await runs()).stateShow,
    }),
    defineCommand({
      usage: 'rm <address>',
      summary: 'remove it from the state; it stays at the service',
      flags: { force: flag.on('--force', 'also what is in doubt or on its way, at the risk of a second one') },
      examples: ['adwright state rm group/autumn'],
      load: async () => (await runs()).stateRemove,
    }),
    defineCommand({
      usage: 'mv <from> <to>',
      summary: 'give an entry another address',
      examples: ['adwright state mv group/autumn group/fall'],
      load: async () => (await runs()).stateMove,
    }),
    defineCommand({
      usage: 'init',
      summary: 'create an empty state and write its lineage into the project file',
      examples: ['adwright state init'],
      load: async () => (await runs()).stateInit,
    }),
    defineCommand({
      usage: 'migrate',
      summary: 'copy the state into another backend',
      flags: { to: flag.required('--to <backend>', [...BACKENDS.keys()].join(' or '), [...BACKENDS.keys()]) },
      examples: ['adwright state migrate --to git'],
      load: async () => (await runs()).stateMigrate,
    }),
    defineCommand({
      usage: 'log',
      summary: 'what the journal holds',
      examples: ['adwright state log --json'],
      load: async () => (await runs()).stateLog,
    }),
  ],
};
