import type { SchemaError } from './check.js';
import { brokenSchema, pointerSteps } from './error-place.js';
import { orList } from './or-list.js';
import { EXPECTED, type Shape } from './shapes.js';

/** Where an error is in a value and what was expected there: `changes[0].fields: a list is expected`. */
export function faultText(schema: Shape, value: unknown, error: SchemaError): string {
  const where = placeIn(value, error.instancePath);
  const below = (key: unknown) => (where === '' ? String(key) : `${where}.${key}`);
  switch (error.keyword) {
    case 'required':
      return `${below(error.params['missingProperty'])}: it is missing`;
    case 'additionalProperties':
      return `${below(error.params['additionalProperty'])}: the key is unknown`;
    case 'type':
      // Places after a `$ref` start over; the type itself is with the error.
      return `${where}: ${expectedBy({ ...brokenSchema(schema, error), type: error.params['type'] as Shape['type'] })} is expected`;
    default:
      return `${where}: ${expectedBy(brokenSchema(schema, error))} is expected`;
  }
}

function placeIn(value: unknown, instancePath: string): string {
  let place = '';
  let holder = value;
  for (const step of pointerSteps(instancePath)) {
    place += Array.isArray(holder) ? `[${step}]` : `${place === '' ? '' : '.'}${step}`;
    holder = Object(holder)[step];
  }
  return place;
}

const NAMES: Readonly<Record<string, string>> = {
  string: 'a text',
  boolean: 'true or false',
  integer: 'a whole number',
  array: 'a list',
  object: 'a map',
};

function expectedBy({ [EXPECTED]: named, enum: words, type }: Shape): string {
  if (typeof named === 'string') return named;
  if (Array.isArray(words)) return `one of ${words.join(', ')}`;
  const names = [type ?? []].flat().map((one) => NAMES[String(one)] ?? String(one));
  return names.length === 0 ? 'another value' : orList(names);
}
