import type { CodeFacts } from '../code-facts.js';

/** What planning finds out by comparing manifests, state and account. */
export const PLAN_CODES = {
  'moved-source-present': {
    severity: 'error',
    summary: 'A moved name is still in the manifests',
    help: 'Remove the old name from the manifests, or remove the `moved` entry.',
  },
  'moved-target-taken': {
    severity: 'error',
    summary: 'The target of a move is already in the state',
    help: 'Both names are in the state. Remove one with `adwright state rm ADDRESS`, or remove the `moved` entry.',
  },
  'moved-not-a-name': {
    severity: 'error',
    summary: 'Only a name chosen in a manifest can move',
    help: 'Keywords and pictures are known by their ids, rich creatives follow their group.',
  },
  'same-live-object': {
    severity: 'error',
    summary: 'Two addresses are one object at the service',
    help: 'Keep one of the two.',
  },
  'resolution-ignored': {
    severity: 'info',
    summary: 'An entry of resolutions.yaml has no effect',
    help: 'It is for another attempt, or the item is already settled. Remove it.',
  },
  'resolution-conflict': {
    severity: 'error',
    summary: 'Resolutions contradict each other or the state',
    help: 'Check in the console which one is right, and remove the other. Nothing was settled.',
  },
  'stored-differently': {
    severity: 'warning',
    summary: 'The service stored a value that differs from the one sent',
    help: 'No action is needed: the plan shows no difference as long as both values stay as they are.',
  },
  'url-stored-differently': {
    severity: 'info',
    summary: 'The service stores a URL in another spelling',
    help: 'No action is needed: it was accepted, and both spellings lead to the same page. Use the stored spelling in the manifest to silence this note.',
  },
  'word-spelt-differently': {
    severity: 'info',
    summary: 'The live word differs from the manifest only in case, width or spacing',
    help: 'No action is needed. Copy the live word into the manifest to silence this.',
  },
  'target-matches-nothing': {
    severity: 'error',
    summary: 'A target matches nothing',
    help: 'Targets are addresses, `*` matches any text: `group/autumn-*`.',
  },
  'excluded-along': {
    severity: 'info',
    summary: 'An item is left out because its parent is',
    help: 'An item that is created in a group needs the group. Target the group as well, or create it first.',
  },
  'doubt-elsewhere': {
    severity: 'info',
    summary: 'An item outside the targets is in doubt',
    help: 'It does not affect this run. `adwright plan` without targets says what to look for.',
  },
  'still-in-doubt': {
    severity: 'warning',
    summary: 'An item that an earlier run sent is in doubt',
    help: '`adwright plan` says what to look for in the console. What is stated absent is sent again by the next apply. Until it is settled, nothing is sent for the item.',
  },
  'listing-undecided': {
    severity: 'warning',
    summary: 'What the service lists does not settle an item',
    help: 'The plan’s to-do says how to settle it. Until then nothing is sent for the item.',
  },
  'nothing-read': {
    severity: 'error',
    summary: 'The service returned none of the ids in the manifests',
    help: 'Check that the credentials belong to the account that the manifests describe.',
  },
  'source-missing': {
    severity: 'error',
    summary: 'Manifests seem to be missing, and the state has items that may have come from them',
    help: 'Fetch what is missing (`git submodule update --init`, `git sparse-checkout add FOLDER`, the folder, the file); or remove the pattern, the empty folder or the file; or name in `forgotten` what is no longer managed.',
  },
  guardrail: {
    severity: 'error',
    summary: 'A guardrail stops this plan',
    help: 'Change the manifest, or allow the rule with `--allow RULE`.',
  },
  'outlier-bid': {
    severity: 'warning',
    summary: 'A bid far from the usual',
    help: 'If this is intended, no action is needed. `maxPrice` and `maxPriceChangePercent` stop an apply in such a case.',
  },
  'outlier-host': {
    severity: 'warning',
    summary: 'A host that this account has never used',
    help: 'If this is intended, no action is needed. `allowedHosts` stops an apply with any other host.',
  },
  'outlier-pauses': {
    severity: 'warning',
    summary: 'More than half of the running items would be paused',
    help: 'If this is intended, no action is needed. `maxPauses` stops an apply in such a case.',
  },
  'host-outside-account': {
    severity: 'warning',
    summary: 'An address leads to a host that the account does not list',
    help: 'Check the address. `adwright account` shows the hosts of the account (`allowDomain`, `allowMobileDomain`); the service may refuse others.',
  },
  'bid-below-lowest': {
    severity: 'warning',
    summary: 'A bid is below the lowest bid that the service gives for the keyword',
    help: 'Raise the bid, or leave it if that is meant: the keyword may not be shown on computers, and the service may refuse the bid.',
  },
  'group-bid-shown': {
    severity: 'info',
    summary: 'A bid of 0 is read back as another value',
    help: '0 means the bid of the group, and the service shows that one in its place: no action is needed. If another bid shows up later, the plan shows it as a change.',
  },
  'own-word-blocked': {
    severity: 'warning',
    summary: 'A negative word blocks a keyword of the same group',
    help: 'Remove the negative word, or pause the keyword: the negative word keeps it from being shown.',
  },
  rejected: {
    severity: 'warning',
    summary: 'The service has rejected this in its review',
    help: 'Correct what the reason names. `adwright status` lists everything that is not serving.',
  },
  'plan-file-invalid': {
    severity: 'error',
    summary: 'This is not a saved plan of this version',
    help: 'Make it again with `adwright plan --out FILE`.',
  },
  'plan-file-altered': {
    severity: 'error',
    summary: 'The file of the plan was changed after it was made',
    help: 'Make it again with `adwright plan --out FILE`, and have the new plan reviewed. Options of `adwright apply FILE` take a part of it (`--target`, `--exclude`) or allow a rule (`--allow`).',
  },
  'plan-stale': {
    severity: 'error',
    summary: 'The plan that was reviewed no longer fits',
    help: 'Plan again, and have the new plan reviewed.',
  },
  'wrong-account': {
    severity: 'error',
    summary: 'The credentials belong to another account than the state',
    help: 'Use the credentials of the account that the state belongs to, or `--account` for the other one.',
  },
  'state-missing': {
    severity: 'error',
    summary: 'The state of this project is missing',
    help: 'Restore it; without it Adwright cannot know what it created, and would create it again.',
  },
  'creates-refused': {
    severity: 'error',
    summary: 'Nothing is created in CI without a state that outlives the job',
    help: 'Use the git backend, or restore the state; `--new-state` says that there is none yet.',
  },
  'run-broke-off': {
    severity: 'error',
    summary: 'The run stopped because of a bug in Adwright',
    help: 'What was done before is recorded. The next `adwright plan` shows what is left. Please report the bug.',
  },
  'unknown-limit': {
    severity: 'warning',
    summary: 'Too many items are in doubt to create more',
    help: 'Settle each with `adwright resolve ADDRESS --id ID`, or `--absent`.',
  },
  'confirmation-needed': {
    severity: 'error',
    summary: 'Confirmation is needed, and there is no terminal',
    help: 'Run the command in a terminal and answer there, or give it the flag or the file that the message names.',
  },
  'drill-folder': {
    severity: 'error',
    summary: 'The temporary folder of the drill cannot be used',
    help: 'Set `TMPDIR` to a folder with room for a few copies of the state and of the images. Nothing of the project was touched.',
  },
  'drill-interrupted': {
    severity: 'error',
    summary: 'The drill was interrupted',
    help: 'Nothing was changed. Run the same command again.',
  },
  'not-confirmed': {
    severity: 'error',
    summary: 'The apply was not confirmed',
    help: 'Nothing was sent. Run the command again, and answer with the word `yes`.',
  },
  'address-unknown': {
    severity: 'error',
    summary: 'Nothing has this address',
    help: 'See `adwright state list`, or the addresses in `adwright plan`.',
  },
  'command-refused': {
    severity: 'error',
    summary: 'The command was refused',
    help: 'Nothing was changed. Resolve what the message names, and run the command again.',
  },
} as const satisfies Record<string, CodeFacts>;
