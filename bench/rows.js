import { PEER_ROWS } from './peers/rows.js';
import { APPLY_ROWS } from './rows/applies.js';
import { CHANGED_ROWS } from './rows/changed-plans.js';
import { COMMAND_ROWS } from './rows/commands.js';
import { FLEET_ROWS } from './rows/fleets.js';
import { GROUP_ROWS } from './rows/groups.js';
import { MILLION_ROWS } from './rows/million.js';
import { PLAN_ROWS } from './rows/plans.js';
import { READ_ROWS } from './rows/reads.js';
import { REPORT_ROWS } from './rows/reports.js';
import { STATE_ROWS } from './rows/state.js';
import { STORE_ROWS } from './stores/rows.js';

/**
 * The rows of the table. `sides` are run in turn in each round, the first one being what is measured; each gives the
 * figures of one run. Rows with the same `from` share its sides, which have names there; `of` says which two are theirs.
 * `goal` is the largest `first / second` of what `value` picks (`wall` unless it says otherwise).
 * `checks` judges what has no reference. `rounds` is the default number of rounds where five would take too long. A row
 * that cannot run here is skipped: `missing` says why.
 */
export const ROWS = [
  ...COMMAND_ROWS,
  ...PLAN_ROWS,
  ...FLEET_ROWS,
  ...CHANGED_ROWS,
  ...MILLION_ROWS,
  ...APPLY_ROWS,
  ...GROUP_ROWS,
  ...READ_ROWS,
  ...REPORT_ROWS,
  ...STATE_ROWS,
  ...STORE_ROWS,
  ...PEER_ROWS,
];
