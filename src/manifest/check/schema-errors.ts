import type { TSchema } from '@sinclair/typebox';
import { countCharacters } from '../../model/index.js';
import type { SchemaNode } from './schema-node.js';

/** One thing that a value lacks, in the words of ajv: `schema-faults.ts` turns it into words for people. */
export interface SchemaError {
  readonly keyword: string;
  /** JSON pointer of what is at fault, below the value that was checked. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The schema that holds the keyword. */
  readonly parentSchema: SchemaNode;
  readonly data: unknown;
}

type Path = (string | number)[];
/** Adds what is wrong to `errors`; `path` grows and shrinks on the way, so that a sound value costs no copy of it. */
type Check = (value: unknown, path: Path, errors: SchemaError[]) => void;

/**
 * All errors of `value`, in the order in which ajv reports them. The schemas use a dozen keywords of JSON Schema; to
 * load and compile ajv for them, or 180 KB of code that it makes, would take longer than most commands do
 * (docs/decisions/0007). A test compares the two.
 */
export function schemaErrors(schema: SchemaNode | TSchema, value: unknown): readonly SchemaError[] {
  return new SchemaChecker().errors(schema, value);
}

/** The same for many values: what it makes of a schema it keeps. */
export class SchemaChecker {
  readonly #checks = new Map<object, Check>();

  errors(schema: SchemaNode | TSchema, value: unknown): readonly SchemaError[] {
    const errors: SchemaError[] = [];
    let check = this.#checks.get(schema);
    if (check === undefined) {
      check = checkOf(schema);
      this.#checks.set(schema, check);
    }
    check(value, [], errors);
    return errors;
  }
}

const CHECKED: ReadonlySet<string> = new Set([
  ...['type', 'enum', 'const', 'allOf', 'pattern', 'minLength', 'maxLength', 'items', 'minItems', 'maxItems'],
  ...['properties', 'required', 'additionalProperties', 'propertyNames', 'if', 'then'],
]);
/** Said for editors and for the wording of faults. */
const EXPLAINING: ReadonlySet<string> = new Set(['title', 'description', 'examples', 'default', 'adwright', 'choices']);

function checkOf(schema: SchemaNode): Check {
  for (const key of Object.keys(schema)) {
    if (!CHECKED.has(key) && !EXPLAINING.has(key)) throw new Error(`the schema keyword ${key} is not checked`);
  }
  const { type } = schema;
  const text = stringChecks(schema);
  const any = [...valueChecks(schema), ...(schema.allOf ?? []).map(branch)];
  const own: Readonly<Record<string, readonly Check[]>> = { array: arrayChecks(schema), object: objectChecks(schema) };
  return (value, path, errors) => {
    const found = typeOf(value);
    if (type !== undefined && found !== type) errors.push(error(schema, 'type', { type }, value, path));
    if (found === 'string') for (const check of text) check(value, path, errors);
    for (const check of any) check(value, path, errors);
    for (const check of own[found] ?? []) check(value, path, errors);
  };
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function error(
  parentSchema: SchemaNode,
  keyword: string,
  params: SchemaError['params'],
  data: unknown,
  path: Path,
): SchemaError {
  const steps = path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`);
  return { keyword, instancePath: steps.join(''), params, parentSchema, data };
}

/** A check of one keyword: `fails` says whether the value breaks it. */
function rule(
  schema: SchemaNode,
  keyword: string,
  params: SchemaError['params'],
  fails: (value: unknown) => boolean,
): Check {
  return (value, path, errors) => {
    if (fails(value)) errors.push(error(schema, keyword, params, value, path));
  };
}

function valueChecks(schema: SchemaNode): Check[] {
  const { const: wanted, enum: words } = schema;
  const checks: Check[] = [];
  if (wanted !== undefined) checks.push(rule(schema, 'const', { allowedValue: wanted }, (value) => value !== wanted));
  if (words !== undefined) {
    checks.push(rule(schema, 'enum', { allowedValues: words }, (value) => !words.includes(value as string)));
  }
  return checks;
}

function stringChecks(schema: SchemaNode): Check[] {
  const { minLength: least, maxLength: most, pattern } = schema;
  const checks: Check[] = [];
  // A text has no more code points than code units, and at least half as many.
  if (most !== undefined) {
    const tooLong = (text: string) => text.length > most && countCharacters(text) > most;
    checks.push(rule(schema, 'maxLength', { limit: most }, (value) => tooLong(value as string)));
  }
  if (least !== undefined) {
    const tooShort = (text: string) => text.length < 2 * least && countCharacters(text) < least;
    checks.push(rule(schema, 'minLength', { limit: least }, (value) => tooShort(value as string)));
  }
  if (pattern !== undefined) {
    const form = new RegExp(pattern, 'u');
    checks.push(rule(schema, 'pattern', { pattern }, (value) => !form.test(value as string)));
  }
  return checks;
}

function arrayChecks(schema: SchemaNode): Check[] {
  const { minItems: least, maxItems: most, items } = schema;
  const sizeOf = (value: unknown) => (value as readonly unknown[]).length;
  const checks: Check[] = [];
  if (most !== undefined) checks.push(rule(schema, 'maxItems', { limit: most }, (value) => sizeOf(value) > most));
  if (least !== undefined) checks.push(rule(schema, 'minItems', { limit: least }, (value) => sizeOf(value) < least));
  if (items !== undefined) {
    const check = checkOf(items);
    checks.push((value, path, errors) => {
      const list = value as readonly unknown[];
      for (let index = 0; index < list.length; index++) {
        path.push(index);
        check(list[index], path, errors);
        path.pop();
      }
    });
  }
  return checks;
}

type PlainObject = Readonly<Record<string, unknown>>;

function objectChecks(schema: SchemaNode): Check[] {
  const { required = [], propertyNames, additionalProperties: others, properties = {} } = schema;
  const known = new Map(Object.entries(properties).map(([key, property]) => [key, checkOf(property)]));
  const checks: Check[] = required.map((missingProperty) =>
    rule(schema, 'required', { missingProperty }, (value) => (value as PlainObject)[missingProperty] === undefined),
  );
  if (propertyNames?.pattern !== undefined) {
    const form = new RegExp(propertyNames.pattern, 'u');
    checks.push((value, path, errors) => {
      for (const key in value as PlainObject) {
        if (form.test(key)) continue;
        errors.push(error(propertyNames, 'pattern', { pattern: propertyNames.pattern }, key, path));
        errors.push(error(schema, 'propertyNames', { propertyName: key }, value, path));
      }
    });
  }
  if (others !== undefined && others !== true) {
    const check = others === false ? undefined : checkOf(others);
    checks.push((value, path, errors) => {
      for (const key in value as PlainObject) {
        if (known.has(key)) continue;
        if (check === undefined) {
          errors.push(error(schema, 'additionalProperties', { additionalProperty: key }, value, path));
        } else inside(check, value as PlainObject, key, path, errors);
      }
    });
  }
  if (known.size > 0) {
    checks.push((value, path, errors) => {
      for (const [key, check] of known) {
        if ((value as PlainObject)[key] !== undefined) inside(check, value as PlainObject, key, path, errors);
      }
    });
  }
  return checks;
}

function inside(check: Check, value: PlainObject, key: string, path: Path, errors: SchemaError[]): void {
  path.push(key);
  check(value[key], path, errors);
  path.pop();
}

/** One branch of `allOf`; with `if`, its `then` counts only where the condition holds. */
function branch(schema: SchemaNode): Check {
  if (schema.if === undefined) return checkOf(schema);
  const condition = checkOf(schema.if);
  const consequence = checkOf(schema.then ?? {});
  return (value, path, errors) => {
    const unmet: SchemaError[] = [];
    condition(value, path, unmet);
    if (unmet.length === 0) consequence(value, path, errors);
  };
}
