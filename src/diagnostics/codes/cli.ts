import type { CodeFacts } from '../code-facts.js';

/** What the command line itself refuses. */
export const CLI_CODES = {
  usage: {
    severity: 'error',
    summary: 'The command line is invalid',
    help: 'See `adwright --help`.',
  },
  'credentials-missing': {
    severity: 'error',
    summary: 'Credentials are missing',
    help: 'Set the variables that the message names. Credentials come from the environment only; no file of the project holds them.',
  },
  'hosts-setting': {
    severity: 'error',
    summary: 'ADWRIGHT_HOSTS cannot be used',
    help: 'Write the exact names of hosts, separated by commas: ADWRIGHT_HOSTS=ads.example.com,ads2.example.com. No scheme, no port, no wildcard.',
  },
  'host-not-allowed': {
    severity: 'error',
    summary: 'The credentials may not be sent to this host',
    help: 'If the host is right, add it to ADWRIGHT_HOSTS. If it is not, correct `baseUrl` in adwright.yaml: it may have come with a branch.',
  },
  'host-changed': {
    severity: 'error',
    summary: 'The credentials would go to another host than before',
    help: 'If the host is right, run `adwright login` once, or name the hosts that may get credentials in ADWRIGHT_HOSTS. If it is not, correct `baseUrl` in adwright.yaml: it may have come with a branch.',
  },
  'host-from-branch': {
    severity: 'warning',
    summary: 'In CI a branch can change where the credentials go',
    help: 'Set ADWRIGHT_HOSTS to the host of your service, where a branch cannot change it: in the settings of the CI, not in its file.',
  },
  'memory-unavailable': {
    severity: 'warning',
    summary: 'A record cannot be kept on this machine',
    help: 'Give the user a home folder, or set XDG_DATA_HOME to a folder that lasts and that only this user can write to.',
  },
  'memory-damaged': {
    severity: 'error',
    summary: 'The record of earlier runs on this machine cannot be read',
    help: 'Do what the message says. Adwright wrote the file; something else changed it, or took away the permission to read it.',
  },
  'credential-malformed': {
    severity: 'error',
    summary: 'A credential is malformed',
    help: 'Set the variable that the message names again: complete, and without white space or a line break at either end. Nothing was sent: five wrong logins lock an account.',
  },
  'account-choice': {
    severity: 'error',
    summary: 'The project has several accounts',
    help: 'Choose one with `--account`, or several with `--accounts` or `--all-accounts` where the command takes them.',
  },
  'accounts-not-matched': {
    severity: 'error',
    summary: 'No account has such a name',
    help: '`adwright accounts` lists them. In a pattern `*` matches any text.',
  },
  'changes-not-known': {
    severity: 'error',
    summary: 'Git cannot tell what changed',
    help: 'Give `--changed-since` a commit, branch or tag that this clone has, such as origin/main.',
  },
  'file-unreadable': {
    severity: 'error',
    summary: 'A file cannot be read or written',
    help: 'Check the path and its permissions.',
  },
  'manifest-not-edited': {
    severity: 'error',
    summary: 'A manifest cannot be edited',
    help: 'Correct what the message names and run the command again, or edit the file by hand.',
  },
  'undo-not-found': {
    severity: 'error',
    summary: 'There is no such run to undo',
    help: '`adwright state log` names the runs that can be undone. What they replaced is kept on the machine that ran them.',
  },
  'undo-damaged': {
    severity: 'error',
    summary: 'What a run replaced cannot be read',
    help: 'The file was cut short or edited. Restore it from a backup, or take the former values from git.',
  },
  'export-left-out': {
    severity: 'warning',
    summary: 'Something at the service cannot be written as a manifest',
    help: 'The rest was written. What is left out stays as it is at the service, and is not managed.',
  },
  'run-stopped': {
    severity: 'warning',
    summary: 'The run stopped early',
    help: 'What was done is recorded; run `adwright apply` again to continue.',
  },
  'outcome-not-written': {
    severity: 'error',
    summary: 'The outcome of a creating call could not be recorded',
    help: 'Fix what the next lines say about the place of the state, then run `adwright resolve --from FILE` with the rescue file.',
  },
  'outcome-written-late': {
    severity: 'warning',
    summary: 'The outcome of a creating call was recorded late',
    help: 'The state is whole. Look why what keeps the state took so long.',
  },
  'task-failure-unnamed': {
    severity: 'warning',
    summary: 'A task was accepted, and its reply has a failure that names no item',
    help: 'Look in the console which item was refused, correct it, and run `adwright resolve ADDRESS --absent` for it: the next apply sends it again. Every plan looks for the others.',
  },
  'failure-unnamed': {
    severity: 'warning',
    summary: 'A reply has failures that name no item',
    help: 'They are about items of this call, most likely those that failed without a reason of their own. The journal keeps those of an apply (`adwright state log`).',
  },
  'sandbox-fixture': {
    severity: 'error',
    summary: 'The fixture of the sandbox is not valid',
    help: 'See `adwright schema sandbox-fixture`.',
  },
  'sandbox-not-started': {
    severity: 'error',
    summary: 'The sandbox cannot start',
    help: 'Use another port, or another folder for its data; the data of the sandbox may be deleted at any time.',
  },
} as const satisfies Record<string, CodeFacts>;
