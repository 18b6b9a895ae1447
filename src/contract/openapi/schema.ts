/** The part of JSON Schema that describes the interface. */
export interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly default?: string;
  readonly format?: string;
  readonly minimum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | boolean;
  readonly contentMediaType?: string;
  readonly contentSchema?: Schema;
  readonly contentEncoding?: string;
  readonly $ref?: string;
}

export const textSchema = (description?: string, more: Schema = {}): Schema => ({
  type: 'string',
  ...(description !== undefined && { description }),
  ...more,
});

export const words = (values: readonly string[], description?: string, otherwise?: string): Schema =>
  textSchema(description, { enum: values, ...(otherwise !== undefined && { default: otherwise }) });

export const idSchema = (description: string): Schema => ({ type: 'integer', description });

export const image = (description: string): Schema => textSchema(description, { contentEncoding: 'base64' });

export const listSchema = (items: Schema, more: Schema = {}): Schema => ({ type: 'array', items, ...more });

/** An object with these keys; a key that ends with `?` may be absent. */
export function record(properties: Readonly<Record<string, Schema>>, description?: string): Schema {
  const keys = Object.keys(properties);
  const required = keys.filter((key) => !key.endsWith('?'));
  return {
    type: 'object',
    ...(description !== undefined && { description }),
    ...(required.length > 0 && { required }),
    properties: Object.fromEntries(keys.map((key) => [key.replace(/\?$/, ''), properties[key] ?? {}])),
  };
}

export const reference = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
