import { CHOICES_KEYWORD, ROLE_KEYWORD } from '../../model/kind/schema-types.js';

/** A JSON Schema as plain data, for reading what it says. */
export type SchemaNode = {
  readonly type?: string | undefined;
  readonly properties?: Readonly<Record<string, SchemaNode>> | undefined;
  readonly additionalProperties?: SchemaNode | boolean | undefined;
  readonly propertyNames?: { readonly pattern?: string } | undefined;
  readonly required?: readonly string[] | undefined;
  readonly items?: SchemaNode | undefined;
  readonly minItems?: number | undefined;
  readonly maxItems?: number | undefined;
  readonly minLength?: number | undefined;
  readonly maxLength?: number | undefined;
  readonly pattern?: string | undefined;
  readonly allOf?: readonly SchemaNode[] | undefined;
  readonly if?: SchemaNode | undefined;
  readonly then?: SchemaNode | undefined;
  readonly const?: unknown | undefined;
  readonly enum?: readonly string[] | undefined;
  readonly [ROLE_KEYWORD]?: string | undefined;
  readonly [CHOICES_KEYWORD]?: readonly string[] | undefined;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
};

/** The part of a schema that describes what is under `key`, with the branch that the value itself chooses. */
export function childSchema(schema: SchemaNode, value: unknown, key: string): SchemaNode | undefined {
  for (const branch of schema.allOf ?? []) {
    const condition = branch.if?.properties;
    const found = condition === undefined ? undefined : branch.then?.properties?.[key];
    if (found !== undefined && condition !== undefined && holds(condition, value)) return found;
  }
  const properties = schema.properties;
  if (properties !== undefined && Object.hasOwn(properties, key)) return properties[key];
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

function holds(condition: Readonly<Record<string, SchemaNode>>, value: unknown): boolean {
  const map = value as Readonly<Record<string, unknown>>;
  return Object.entries(condition).every(([key, { const: wanted }]) => map[key] === wanted);
}
