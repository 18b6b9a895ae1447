import type { SchemaError } from './check.js';
import type { Shape } from './shapes.js';

/** The steps of a JSON pointer. */
export function pointerSteps(instancePath: string): string[] {
  if (instancePath === '') return [];
  const steps = instancePath.slice(1).split('/');
  return steps.map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
}

/** The value that breaks the rule. */
export function faultyValue(value: unknown, { instancePath }: SchemaError): unknown {
  return pointerSteps(instancePath).reduce<unknown>((holder, step) => Object(holder)[step], value);
}

/** The schema that holds the broken keyword; `schema` is the whole one. */
export function brokenSchema<Schema extends Shape>(schema: Schema, { schemaPath }: SchemaError): Schema {
  const steps = pointerSteps(decodeURIComponent(schemaPath.replace(/^#/, ''))).slice(0, -1);
  return steps.reduce<Schema>((holder, step) => Object(holder)[step], schema);
}
