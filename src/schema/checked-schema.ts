import type { LoadCheck, SchemaCheck, SchemaError } from './check.js';
import { type Look, quickLook } from './quick-look.js';
import type { Shape } from './shapes.js';

/** A schema with two readers: the quick look settles what is sound, ajv's code says what is wrong with the rest. */
export interface CheckedSchema<Schema extends Shape = Shape> {
  readonly schema: Schema;
  /** Whether a value is sound. Loads nothing. */
  readonly accepts: Look;
  readonly load: LoadCheck;
}

/** `load` imports the code that was made from the same schema, to report all errors. */
export function checkedSchema<Schema extends Shape>(schema: Schema, load: LoadCheck): CheckedSchema<Schema> {
  return { schema, accepts: quickLook(schema), load };
}

/** All rules that a value breaks, by a loaded check. */
export function schemaErrors(check: SchemaCheck, value: unknown): readonly SchemaError[] {
  if (check(value)) return [];
  // `if` repeats what its `then` has said.
  return (check.errors ?? []).filter(({ keyword }) => keyword !== 'if');
}
