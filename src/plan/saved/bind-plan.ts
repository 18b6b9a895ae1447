import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import type { Address, Change, Changes, ItemResult, KindRegistry, Plan } from '../../model/index.js';
import { ACTIONABLE, AddressIndex, pick } from '../../model/index.js';
import { changeFingerprint } from './plan-digest.js';

export interface BoundPlan {
  /** What is still valid of the saved plan, as it was planned just now. */
  readonly changes: Changes;
  /** What moved since: not carried out. */
  readonly held: readonly ItemResult[];
}

/** What of a saved change is needed to hold it against one made now, and to choose a part of the plan. */
export function whatBinds({ address, kind, action, id, fields, parents, blocksChildren }: Change): Change {
  return {
    ...{ address, kind, action, drift: false, reason: '' },
    ...(id !== undefined && { id }),
    fields: fields.map(({ path, desired, prior, observed }) => ({
      path,
      ...(desired !== undefined && { desired }),
      ...(prior !== undefined && { prior }),
      ...(observed !== undefined && { observed }),
      drift: false,
    })),
    ...(parents !== undefined && { parents }),
    ...(blocksChildren !== undefined && { blocksChildren }),
  };
}

/** The plan with the manifests that it was made from: for a file, and to be held against one. */
export function withManifests(plan: Plan, manifestDigest: string): Plan {
  const { account, uid, lineage, ...rest } = plan;
  return { account, uid, ...(lineage !== undefined && { lineage }), manifestDigest, ...rest };
}

/**
 * Holds a saved plan against one made just now from the same manifests. As a whole it is bound to the account, the
 * lineage, the service settings and the manifests; within it each item is checked by its own `prior` and `observed`.
 */
export function bindPlan(saved: Plan, fresh: Plan, kinds: KindRegistry): BoundPlan {
  const moved = [...otherPlace(saved, fresh)];
  if (saved.uid !== fresh.uid)
    moved.push(`it was made for the account with uid ${saved.uid}, and the credentials belong to ${fresh.uid}`);
  if (saved.manifestDigest !== fresh.manifestDigest) moved.push('the manifests, or files that they name, were changed');
  const state = otherState(saved, fresh);
  if (moved.length > 0) throw stale(`${[...moved, ...state].join('; ')}.`);
  const { valid, held, isDone } = compare(saved.changes, fresh.changes, kinds);
  // The first apply of a plan gives the state its lineage: that it was applied says more.
  if (isDone) {
    throw stale('everything in it is already in effect: it was applied before, or the same was done at the service.');
  }
  if (state.length > 0) throw stale(`${state.join('; ')}.`);
  // A plan that never held anything to carry out is carried out by doing nothing.
  if (valid.length === 0 && held.length > 0) {
    const none =
      held.length === 1 ? 'its only change no longer applies' : `none of its ${held.length} changes applies any more`;
    throw stale(`${none}: ${held[0]?.address}: ${held[0]?.note}.`);
  }
  return { changes: pick(fresh.changes, valid), held };
}

function otherState(saved: Plan, fresh: Plan): readonly string[] {
  if (saved.lineage === fresh.lineage) return [];
  // A plan that was made before the first apply knows no lineage.
  const begun = 'the state was begun only after it was made (it has a lineage now)';
  return [saved.lineage === undefined ? begun : 'the state is another one (its lineage differs)'];
}

interface Compared {
  /** Rows of the new plan that are as they were saved. */
  readonly valid: readonly number[];
  readonly held: readonly ItemResult[];
  /** Whether the saved plan had something to carry out, and all of that is brought about. */
  readonly isDone: boolean;
}

function compare(saved: Changes, fresh: Changes, kinds: KindRegistry): Compared {
  const now = new Lookup(fresh);
  const valid: number[] = [];
  const held: ItemResult[] = [];
  let done = 0;
  for (const planned of saved) {
    const { address, action } = planned;
    if (!ACTIONABLE.has(action)) continue;
    const { row, change: current } = now.find(address);
    if (isBroughtAbout(current)) done++;
    if (current !== undefined && changeFingerprint(current, kinds) === changeFingerprint(planned, kinds)) {
      valid.push(row);
    } else {
      held.push({ address, action, outcome: 'held', note: whyHeld(planned, current) });
    }
  }
  const acting = valid.length + held.length;
  return { valid, held, isDone: acting > 0 && done === acting };
}

/** Finds rows by their address. Mostly they are asked for in their order; only where they are not, an index is made. */
class Lookup {
  #index: AddressIndex | undefined;
  #next = 0;

  constructor(readonly changes: Changes) {}

  /** Without a change where none has the address. */
  find(address: Address): { readonly row: number; readonly change?: Change | undefined } {
    let row = this.#next;
    let change = this.changes.at(row);
    if (change?.address !== address) {
      row = this.#indexed().find(address);
      change = row < 0 ? undefined : this.changes.at(row);
    }
    if (change !== undefined) this.#next = row + 1;
    return { row, change };
  }

  #indexed(): AddressIndex {
    if (this.#index !== undefined) return this.#index;
    const index = new AddressIndex((row) => this.changes.at(row)?.address);
    let row = 0;
    for (const change of this.changes) index.add(change.address, row++);
    this.#index = index;
    return index;
  }
}

type PlanOrigin = Pick<Plan, 'account' | 'service'>;

/** Refuses a plan that was made elsewhere, before anything is asked of the service that is configured now. */
export function checkPlanOrigin(saved: PlanOrigin, now: PlanOrigin): void {
  const moved = otherPlace(saved, now);
  if (moved.length > 0) throw stale(`${moved.join('; ')}.`);
}

function otherPlace(saved: PlanOrigin, now: PlanOrigin): readonly string[] {
  const account =
    saved.account === now.account ? [] : [`it was made for the account ${saved.account}, not ${now.account}`];
  const names = new Set([...Object.keys(saved.service ?? {}), ...Object.keys(now.service ?? {})]);
  const settings = [...names].flatMap((name) => {
    const [then, is] = [saved.service?.[name] ?? '(none)', now.service?.[name] ?? '(none)'];
    return then === is ? [] : [`it was made with ${name} ${then}, and the settings say ${is}`];
  });
  return [...account, ...settings];
}

/** Nothing of it is left to do, or it is on its way. */
function isBroughtAbout(current: Change | undefined): boolean {
  return current === undefined || current.action === 'pending';
}

function whyHeld(planned: Change, current: Change | undefined): string {
  if (current === undefined) return 'it is already in effect: applied since, or changed at the service';
  if (current.action !== planned.action) return `its action was ${planned.action}, and is now ${current.action}`;
  return 'what was last applied, or what the service says, changed since the plan was made';
}

function stale(detail: string): Failure {
  return new Failure(
    [diagnostic('plan-stale', { detail: `The plan cannot be applied: ${detail} No write was sent.` })],
    'stale-plan',
  );
}
