/** One rule that a value breaks, as ajv reports it. */
export interface SchemaError {
  readonly keyword: string;
  /** JSON pointer of what breaks the rule. */
  readonly instancePath: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** The schema that holds the keyword. */
  readonly parentSchema?: unknown;
  readonly data?: unknown;
}

/** A compiled schema. After a call that said no, `errors` says why: the first rule, or all of them. */
export interface SchemaCheck<T> {
  (value: unknown): value is T;
  readonly errors?: readonly SchemaError[] | null;
}
