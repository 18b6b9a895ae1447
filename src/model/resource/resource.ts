import type { SourcePlace } from '../../diagnostics/diagnostic.js';
import type { Address } from './address.js';
import type { Gap, NoSlot, Slot } from './slot.js';
import type { Values } from './value.js';

/** The place of a resource or of one of its fields; line and column are worked out only when needed. */
export interface Origin {
  /** The place of the resource, or of the field that `path` names (`['content', 0, 'url']`). */
  place(path?: readonly (string | number)[]): SourcePlace;
  /** The source line that `place` points into, for a code frame. */
  excerpt?(path?: readonly (string | number)[]): string | undefined;
  /** The text of a field's value, to be replaced. Undefined where the field is not written. */
  slot?(path: readonly (string | number)[]): Slot | NoSlot | undefined;
  /** Where the resource can have one more field. Undefined where it is a row of a table. */
  gap?(): Gap | NoSlot | undefined;
}

/** One managed thing as the manifests want it. */
export interface Resource {
  readonly address: Address;
  readonly kind: string;
  /** The id at the service where the manifest states it: by the address (keyword, picture) or to adopt (group, app). */
  readonly id?: string;
  /** Desired values of the managed fields, canonical in spelling (`Android`, not `android`), prices as written. */
  readonly desired: Values;
  /** Fields that are compared but never sent (a keyword's `word`). */
  readonly expected?: Values;
  /** What must exist first: the address of a parent in the manifests. */
  readonly parents?: readonly Address[];
  /** The real id of a parent that no manifest manages (`groupIds`). */
  readonly parentId?: string;
  readonly origin: Origin;
}
