/** One rule that a value breaks, as ajv reports it. */
export interface SchemaError {
  readonly keyword: string;
  /** JSON pointer of what breaks the rule. */
  readonly instancePath: string;
  /** The keyword's place in the schema: `#/properties/id/pattern`. */
  readonly schemaPath: string;
  readonly params: Readonly<Record<string, unknown>>;
}

/** A compiled schema. After a call that said no, `errors` says why: the first rule, or all of them. */
export interface SchemaCheck<T = unknown> {
  (value: unknown): value is T;
  readonly errors?: readonly SchemaError[] | null;
}

/** Loads a check. Sound values do without it. */
export type LoadCheck = () => Promise<SchemaCheck>;
