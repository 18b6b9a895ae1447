import type { Action, Change, FieldChange, Plan } from '../../model/change/plan.js';
import type { Address } from '../../model/resource/address.js';
import { visible } from '../characters/visible.js';
import { type FactsOf, furtherFacts, rejectionOf, titleText } from './fact-view.js';
import { type FieldView, fieldViews } from './field-view.js';
import { originOf } from './origin.js';
import { waitsFor } from './remarks.js';
import { DRIFT, NOT_OBSERVED, NOT_READ, type RuleOf } from './wording.js';

/** The line of a change: what it is, and where it is. */
export interface ChangeHead {
  readonly address: Address;
  /** What a person knows it by, as the word of a keyword. */
  readonly title?: string;
  /** The id at the service, where the address does not hold it. */
  readonly id?: string;
  /** `ads/shoes.yaml:14`. */
  readonly place?: string;
  readonly remarks: readonly string[];
}

/** A change, or several that say the same of different things. */
export interface ChangeView {
  readonly kind: string;
  readonly action: Action;
  /** At least one; several have everything below in common. */
  readonly heads: readonly ChangeHead[];
  readonly reason?: string;
  readonly todo?: string;
  readonly attempt?: string;
  readonly accepted?: string;
  /** Where the values last applied come from and how old they are. */
  readonly known?: string;
  /** What the service's review said, if it rejected what is live. */
  readonly review?: string;
  readonly fields: readonly FieldView[];
  /** Further facts, `status pending`, where asked for. */
  readonly facts: readonly string[];
}

/** What is said of changes besides what is in them. */
export interface ChangeSetting {
  readonly ruleOf: RuleOf;
  readonly factsOf: FactsOf;
  /** The time of the plan: ages are counted up to it. */
  readonly asOf: string;
  /** What is said of a value that was not read. */
  readonly unobserved: string;
  /** What cannot be made yet. */
  readonly held: ReadonlySet<Address>;
  readonly verbose?: boolean;
}

/** The setting of a plan, in whatever form it is shown. `held`: what it cannot make yet. */
export function changeSetting(
  plan: Pick<Plan, 'createdAt' | 'unread'>,
  held: ReadonlySet<Address>,
  { ruleOf, factsOf, verbose }: { readonly ruleOf?: RuleOf; readonly factsOf?: FactsOf; readonly verbose?: boolean },
): ChangeSetting {
  return {
    ruleOf: ruleOf ?? (() => undefined),
    factsOf: factsOf ?? (() => undefined),
    asOf: plan.createdAt,
    unobserved: plan.unread === true ? NOT_READ : NOT_OBSERVED,
    held,
    ...(verbose !== undefined && { verbose }),
  };
}

/** One change, for itself. */
export function changeView(change: Change, setting: ChangeSetting): ChangeView {
  return { ...bodyView(change, setting), heads: [headView(change, setting)] };
}

/** Nothing of it was read, although there is something to compare with. */
function isUnobserved(change: Change): boolean {
  const known = change.action === 'import' || change.fields.some((field) => field.prior !== undefined);
  return known && change.fields.length > 0 && change.fields.every((field) => field.observed === undefined);
}

/** Where `create` and `update` speak for themselves the reason is noise. */
export const SPEAKS_FOR_ITSELF: ReadonlySet<Action> = new Set(['create', 'update', 'forget']);

export function headView(change: Change, { unobserved, held, factsOf }: ChangeSetting): ChangeHead {
  const { source } = change;
  const title = titleText(change, factsOf);
  const waits = waitsFor(change, held);
  const idShown = change.id !== undefined && !change.address.endsWith(`/${change.id}`);
  return {
    address: change.address,
    ...(title !== undefined && { title }),
    ...(idShown && { id: change.id }),
    ...(source !== undefined && { place: `${visible(source.file)}:${source.line}` }),
    remarks: [
      ...(waits === undefined ? [] : [`waits ${waits}`]),
      ...(change.drift && change.action !== 'update' ? [DRIFT] : []),
      ...(isUnobserved(change) ? [unobserved] : []),
      ...(change.action === 'forget' ? ['left in place'] : []),
    ],
  };
}

export function bodyView(change: Change, options: ChangeSetting): Omit<ChangeView, 'heads'> {
  const unobserved = isUnobserved(change) ? undefined : options.unobserved;
  const known = originOf(change, options.asOf);
  const review = rejectionOf(change, options.factsOf);
  const showReason = options.verbose === true || !SPEAKS_FOR_ITSELF.has(change.action);
  return {
    kind: change.kind,
    action: change.action,
    ...(showReason && change.reason !== '' && { reason: change.reason }),
    ...(change.todo !== undefined && { todo: change.todo }),
    ...(change.action === 'unresolved' && change.attempt !== undefined && { attempt: change.attempt.id }),
    ...(change.action === 'blocked' && change.desiredDigest !== undefined && { accepted: change.desiredDigest }),
    ...(known !== undefined && { known }),
    ...(review !== undefined && { review }),
    fields: change.fields.flatMap((field: FieldChange) =>
      fieldViews(change, field, { unobserved, ruleOf: options.ruleOf }),
    ),
    facts: options.verbose === true ? furtherFacts(change, options.factsOf) : [],
  };
}
