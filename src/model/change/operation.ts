import type { Address } from '../resource/address.js';
import type { Values } from '../resource/value.js';
import type { Change, Changes } from './plan.js';

/** One change with what carrying it out takes. */
export interface OperationItem {
  readonly change: Change;
  readonly desired: Values;
  readonly parents: readonly Address[];
  readonly parentId?: string;
}

/** The items of an operation, which may be a million: each is made anew while they are gone through. */
export interface OperationItems extends Iterable<OperationItem> {
  readonly length: number;
  /** What they are about, without what the manifests say. */
  readonly changes: Changes;
}

/** All changes of one kind that one ability carries out; cut into calls when it runs, as ids of parents are known only then. */
export interface Operation {
  readonly kind: string;
  readonly ability: 'import' | 'update' | 'create';
  readonly items: OperationItems;
}

/** What was read of a thing for the plan: the values that writing it may depend on, and when (ISO 8601). */
export interface ReadBefore {
  readonly values: Values;
  readonly at: string;
}

/** Readings of the things that a plan updates, for the moment before the write. */
export interface Readings {
  /** `desired`: what the manifest says of the same thing. */
  of(change: Change, desired: Values): ReadBefore | undefined;
}
