import type { Address } from '../resource/address.js';
import type { Values } from '../resource/value.js';
import type { Change } from './plan.js';

/** One change with what carrying it out takes. */
export interface OperationItem {
  readonly change: Change;
  readonly desired: Values;
  readonly parents: readonly Address[];
  readonly parentId?: string;
}

/** All changes of one kind that one ability carries out; cut into calls when it runs, as ids of parents are known only then. */
export interface Operation {
  readonly kind: string;
  readonly ability: 'import' | 'update' | 'create';
  readonly items: readonly OperationItem[];
}
