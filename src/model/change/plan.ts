import type { Diagnostic, SourcePlace } from '../../diagnostics/diagnostic.js';
import type { Address } from '../resource/address.js';
import type { Value } from '../resource/value.js';
import type { Attempt, Provenance } from '../state/state.js';
import type { Impact } from './impact.js';

export type Action = 'create' | 'update' | 'import' | 'forget' | 'blocked' | 'unresolved' | 'pending' | 'no-op';

/** Actions that `apply` carries out. */
export const ACTIONABLE: ReadonlySet<Action> = new Set(['create', 'update', 'import']);

/** One field of a change: what the manifest wants, what was last applied, what the service says now. */
export interface FieldChange {
  readonly path: string;
  readonly desired?: Value;
  readonly prior?: Value;
  /** Absent where the interface cannot read the field. */
  readonly observed?: Value;
  /** The service's value was changed by someone else since it was last applied. */
  readonly drift: boolean;
  /** How `prior` is known, since when (ISO 8601) and, where a person stated it, by whom. Absent where only a digest is kept. */
  readonly priorKnown?: Provenance['how'];
  readonly priorAt?: string;
  readonly priorBy?: string;
}

export interface Change {
  readonly address: Address;
  readonly kind: string;
  readonly action: Action;
  readonly drift: boolean;
  readonly id?: string;
  /** One sentence: why this action. */
  readonly reason: string;
  /** What to do by hand, for `blocked`, `unresolved` and `pending`. */
  readonly todo?: string;
  readonly fields: readonly FieldChange[];
  readonly source?: SourcePlace;
  /** What must be there first. */
  readonly parents?: readonly Address[];
  /** Read besides the fields and not managed: a keyword's word and group, review states. */
  readonly facts?: Readonly<Record<string, string>>;
  /** When `observed` and `facts` were read, ISO 8601. */
  readonly observedAt?: string;
  readonly attempt?: Attempt;
  /** Digest of the desired values, for `accepted:` in resolutions.yaml. */
  readonly desiredDigest?: string;
  /** The action is a creation that is held up: what depends on it is skipped. */
  readonly blocksChildren?: boolean;
}

/**
 * The changes of a plan in order. There may be a million of them: most are kept packed, and each reading makes them anew,
 * so what is to be remembered of one is its index, and no two readings give the same object. An array of changes is one.
 */
export interface Changes extends Iterable<Change> {
  readonly length: number;
  /** Undefined beyond the last. */
  at(index: number): Change | undefined;
}

export interface PlanSummary {
  readonly create: number;
  readonly update: number;
  readonly import: number;
  readonly forget: number;
  readonly blocked: number;
  readonly unresolved: number;
  readonly pending: number;
  readonly noop: number;
  readonly drift: number;
}

/** A guardrail finding, or the likely-rename rule: stops `apply` unless its rule was allowed. */
export interface Finding {
  readonly rule: string;
  readonly address?: Address;
  readonly detail: string;
  readonly source?: SourcePlace;
  readonly allowed: boolean;
}

/** The difference between the manifests and the account: a value that is printed, saved, compared and applied later. */
export interface Plan {
  readonly account: string;
  /** Real uid of the account that was read. */
  readonly uid: string;
  readonly lineage?: string;
  readonly manifestDigest?: string;
  /** The service that was read, and how it is spoken to: setting → value, with `baseUrl` among them. */
  readonly service?: Readonly<Record<string, string>>;
  /** Rules that were allowed when the plan was made. */
  readonly allow: readonly string[];
  readonly targets: readonly string[];
  readonly excludes: readonly string[];
  /** ISO 8601. */
  readonly createdAt: string;
  /** Names of the state that `moved` gives another name; an apply records it. No change: nothing is sent for it. */
  readonly moved?: readonly { readonly from: Address; readonly to: Address }[];
  /** Made with `--no-refresh`: the service was not read at all. */
  readonly unread?: true;
  /** SHA-256 over account, lineage and all changes but no-ops; equal plans have equal digests whenever they are made. */
  readonly digest: string;
  readonly summary: PlanSummary;
  /** Everything but no-ops, in manifest order, then what is only in the state. */
  readonly changes: Changes;
  readonly findings: readonly Finding[];
  readonly diagnostics: readonly Diagnostic[];
  /** What the groups touched spent, where it was asked for or a guardrail limits it; not part of the digest. */
  readonly impact?: Impact;
}
