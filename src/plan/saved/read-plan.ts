import { AddressIndex, type Change, type KindRegistry, kindOf, PlannedChanges } from '../../model/index.js';
import { faultText } from '../../schema/fault.js';
import { DEEPEST, quickLook } from '../../schema/quick-look.js';
import { isSavedPlan } from './plan.checks.js';
import { PlanDigest, planDigest } from './plan-digest.js';
import { CHANGE_SCHEMA, PLAN_SCHEMA, type SavedPlan } from './plan-schema.js';
import { Counts } from './summary.js';

const COUNTED = ['create', 'update', 'import', 'blocked', 'unresolved', 'pending', 'drift'] as const;

const looksLikePlan = quickLook<SavedPlan>(PLAN_SCHEMA);
const looksLikeChange = quickLook<Change>(CHANGE_SCHEMA);

/** Members of a plan that were read so far. */
export type Members = ReadonlyMap<string, unknown>;

/**
 * Takes the changes of a saved plan one by one and packs them. At the end it is the plan, or why it is none as this
 * version writes it: a part of another shape, a change twice, a kind that there is not, or counts or a digest that are
 * not those of the changes.
 */
export class SavedChanges {
  readonly #changes = new PlannedChanges();
  readonly #list = this.#changes.inOrder();
  readonly #seen = new AddressIndex((row) => this.#list.at(row)?.address);
  readonly #counts = new Counts();
  #digest: { readonly made: PlanDigest; readonly uid: unknown; readonly lineage: unknown } | undefined;
  /** The first change of another shape. */
  #misshapen: { readonly index: number; readonly value: unknown } | undefined;
  #fault: string | undefined;
  #index = 0;

  /** `keep`: what of a change is needed. */
  constructor(
    readonly kinds: KindRegistry,
    readonly keep: (change: Change) => Change = (change) => change,
  ) {}

  take(value: unknown, before: Members): void {
    const index = this.#index++;
    if (this.#misshapen !== undefined) return;
    if (!looksLikeChange(value)) {
      this.#misshapen = { index, value };
      return;
    }
    this.#fault ??= this.#faultOf(value);
    if (this.#fault !== undefined) return;
    this.#seen.add(value.address, index);
    this.#changes.add(this.keep(value), index);
    this.#counts.see(value);
    if (this.#digest === undefined) {
      const [uid, lineage] = [before.get('uid'), before.get('lineage')];
      this.#digest = { uid, lineage, made: new PlanDigest({ uid, lineage } as SavedPlan, this.kinds) };
    }
    this.#digest.made.see(value);
  }

  /** `isList`: the changes were a list, and were taken one by one. */
  plan(members: Members, isList: boolean): SavedPlan | { readonly fault: string } {
    const head: unknown = Object.fromEntries(isList ? [...members, ['changes', []]] : members);
    if (!looksLikePlan(head)) return { fault: faultOfShape(head) };
    if (this.#misshapen !== undefined) {
      const { index, value } = this.#misshapen;
      return { fault: faultOfShape({ ...head, changes: [value] }, index) };
    }
    const fault = this.#fault ?? this.#faultOfSums(head);
    return fault === undefined ? { ...head, changes: this.#changes.inOrder() } : { fault };
  }

  #faultOf({ address, kind }: Change): string | undefined {
    if (this.kinds.get(kind) === undefined || kindOf(address) !== kind) return `${address} is not of a kind ${kind}`;
    return this.#seen.find(address) < 0 ? undefined : `${address} is in it twice`;
  }

  #faultOfSums(head: SavedPlan): string | undefined {
    const counted = this.#counts.summary(head.summary.noop, 0);
    const wrong = COUNTED.find((name) => counted[name] !== head.summary[name]);
    if (wrong !== undefined) return `summary.${wrong} is not the number of such changes`;
    const { uid, lineage, made } = this.#digest ?? {};
    // Account and lineage come before the changes in every file that Adwright writes.
    const isBound = made !== undefined && uid === head.uid && lineage === head.lineage;
    const digest = isBound ? made.end() : planDigest(head, this.#list, this.kinds);
    return digest === head.digest ? undefined : `its changes have the digest ${digest}, not ${head.digest}`;
  }
}

/** `index`: the place in its list of the one change that the value has. */
function faultOfShape(value: unknown, index = 0): string {
  const deep = `a value is nested deeper than ${DEEPEST} levels`;
  try {
    if (isSavedPlan(value)) return deep;
  } catch (error) {
    // Lists inside lists until the stack is full.
    if (error instanceof RangeError) return deep;
    throw error;
  }
  const [error] = isSavedPlan.errors ?? [];
  if (error === undefined) return 'it has another structure';
  const text = faultText(PLAN_SCHEMA, value, error);
  return text.startsWith('changes[0]') ? text.replace('changes[0]', `changes[${index}]`) : text;
}
