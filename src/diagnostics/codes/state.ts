import type { CodeFacts } from '../code-facts.js';

export const STATE_CODES = {
  'state-damaged': {
    severity: 'error',
    summary: 'The state cannot be read',
    help: 'The file is kept as it is. Restore it from the backup next to it, or from version control; never delete it: everything in it would be created a second time.',
  },
  'state-conflicted': {
    severity: 'error',
    summary: 'The state contains the markers of an unfinished merge',
    help: 'Keep one side completely; a state mixed from both sides matches neither the account nor the journal.',
  },
  'state-newer-format': {
    severity: 'error',
    summary: 'The state was written by a newer version of Adwright',
    help: 'Update Adwright; an older version would drop what it does not know.',
  },
  'state-other-account': {
    severity: 'error',
    summary: 'The state belongs to another account',
    help: 'Check `state.path` and the names under `accounts`: each account has its own state.',
  },
  'state-not-ours': {
    severity: 'error',
    summary: 'The state may belong to another project',
    help: "If it is this project's, name its lineage in adwright.yaml; if not, give this project its own place.",
  },
  'state-key-unusable': {
    severity: 'error',
    summary: 'The state key is invalid',
    help: 'Set one in adwright.yaml, with levels separated by /: `state: { key: teams/shoes }`.',
  },
  'state-other-lineage': {
    severity: 'error',
    summary: 'The stored state has another lineage than the one to be written',
    help: 'Two states of one account cannot be merged. Find out which one lists what exists at the service.',
  },
  'lineage-not-written': {
    severity: 'error',
    summary: 'The lineage could not be written into the project file',
    help: 'Write the line yourself, commit it, and run the command again: it continues with the new state.',
  },
  'state-older': {
    severity: 'error',
    summary: 'The state is older than one that this machine has seen',
    help: 'What was created since then would be created a second time. Restore the newest state. If there is none, look at `adwright plan --older-state`, give what exists its `id` in the manifests, and accept this state with `adwright apply --older-state`.',
  },
  'state-moved': {
    severity: 'error',
    summary: 'The state was changed by another run in the meantime',
    help: 'Run the command again: it starts from what is stored now.',
  },
  'state-move-unfinished': {
    severity: 'error',
    summary: 'A move of the state did not end',
    help: 'Nothing is lost: the state is whole in one of the two places, and no other command uses this one before the move is finished or given up.',
  },
  'state-moved-away': {
    severity: 'error',
    summary: 'The state was moved to another place',
    help: 'Set `state:` in adwright.yaml to where it is now (`backend`, `key`): continuing here would create things a second time.',
  },
  'state-unwritable': {
    severity: 'error',
    summary: 'The state could not be written',
    help: 'What was stored before is intact. Check the free space and the permissions of the place, and run the command again.',
  },
  'journal-damaged': {
    severity: 'error',
    summary: 'The journal cannot be read',
    help: 'The journal says what was sent and is not yet in the state. Restore it from a backup, together with the state next to it.',
  },
  'journal-missing': {
    severity: 'error',
    summary: 'The journal of the state is missing',
    help: 'Restore it from a backup, together with the state next to it. Without it Adwright cannot know what was sent last.',
  },
  'journal-torn': {
    severity: 'info',
    summary: 'The last line of the journal is incomplete and was left out',
    help: 'A run was interrupted while it wrote the line; nothing that depends on it was sent.',
  },
  'state-locked': {
    severity: 'error',
    summary: 'The state is locked by another run',
    help: '`adwright unlock` shows who holds it; `adwright unlock --force` removes the lock, once you know that the run has ended.',
  },
  'state-lock-taken-over': {
    severity: 'warning',
    summary: 'The lock of a run that has ended was taken over',
    help: 'What that run left in doubt is shown by `adwright plan`.',
  },
  'state-lock-broken': {
    severity: 'error',
    summary: 'The lock cannot be read',
    help: 'Make sure that no run is under way, then remove the lock with `adwright unlock --force`.',
  },
  'state-lock-lost': {
    severity: 'error',
    summary: 'This run lost the lock of the state, and writes nothing more',
    help: 'Another run or a person took the lock. Let that run end, then run the command again.',
  },
  'state-link': {
    severity: 'error',
    summary: 'There is a link where the state is kept',
    help: 'The state is a folder of the project, and no file or folder in it is a link. If you linked the folder to another disk on purpose, name it as `state.path` in adwright.yaml.',
  },
  'state-remote-failed': {
    severity: 'error',
    summary: 'A git operation on the remote that keeps the state failed',
    help: 'Check that git is installed, that the remote can be reached, and that refs under `refs/adwright/` may be pushed to it.',
  },
  'state-store-failed': {
    severity: 'error',
    summary: 'The place that keeps the state could not be used',
    help: 'Check that it can be reached from here, and that the credentials for it are valid and allow reading and writing.',
  },
  'state-store-unsafe': {
    severity: 'error',
    summary: 'The place that keeps the state does not refuse to create the same record twice',
    help: 'Two runs could hold the lock at once. Use a store that refuses it (for S3: one that honours `If-None-Match: *`, or set `create: forbid-overwrite` where it knows that header), or another backend.',
  },
  'state-store-setup': {
    severity: 'error',
    summary: 'The place that keeps the state is not set up',
    help: 'docs/state-and-recovery.md says for each backend what it needs: settings below `state:`, variables of the environment, and rights.',
  },
} as const satisfies Record<string, CodeFacts>;
