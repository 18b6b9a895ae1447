import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { Value } from '../resource/value.js';

/**
 * How two values of a field are compared:
 * - `text`, `choice`: character by character;
 * - `decimal`: by number (`1.5` is `1.50`), a float echo within half a cent included;
 * - `text-set`: whatever the order, here and in lists inside;
 * - `tree`: lists in order, objects by key, images by digest.
 */
export type FieldType = 'text' | 'choice' | 'decimal' | 'text-set' | 'tree';

/** What becomes of an edit: `mutable` is sent; everything else has no operation and is `blocked`. */
export type FieldChangeRule =
  | 'mutable'
  | 'create-only'
  | 'write-only'
  | 'service-defaulted'
  | 'service-rewritten'
  | 'computed';

/**
 * What a field is to those who know no kind:
 * - `bid`: money for a click, in yuan; 0 means another bid;
 * - `switch`: whether the thing runs: `enable`, or `pause` (`PAUSED`);
 * - `address`: a URL, which the service may review again after an edit;
 * - `text`: everything else.
 */
export type FieldRole = 'bid' | 'switch' | 'address' | 'text';

/** The value of a switch that is off. */
export const PAUSED = 'pause';

export interface FieldRule {
  readonly type: FieldType;
  readonly change: FieldChangeRule;
  readonly role: FieldRole;
  /** Special values, with what the service does with them. */
  readonly meanings?: Readonly<Record<string, string>>;
  /** Whether `observe` gives it. */
  readonly readable: boolean;
  /** One sentence that the plan can show: why the rule is so. */
  readonly reason: string;
  readonly shownAs?: ShownAs;
  /**
   * The field's bit in the marks of a kind that is remembered in the baseline. It is stored: a bit is given once and for
   * all, and one of a field that is gone is given to no other.
   */
  readonly bit?: number;
}

/** Of a kind that is remembered in the baseline: in the order of the bits. */
export type FieldRules = Readonly<Record<string, FieldRule>>;

/** Names of the fields with this role. */
export function fieldsWithRole(rules: FieldRules, role: FieldRole): readonly string[] {
  return Object.keys(rules).filter((name) => rules[name]?.role === role);
}

/** What the service may show in place of a value that it took: the value is in effect all the same. */
export interface ShownAs {
  /** Whether `shown` may replace `sent`. Called only with values that differ. */
  fits(sent: Value, shown: Value): boolean;
  /**
   * `value` alone is shown as another one: a field of another thing, whose id is in `idFact`. Where that field is known,
   * nothing else may replace it; else what was shown once. Without `of`, what is shown means the same.
   */
  readonly of?: { readonly value: Value; readonly kind: string; readonly field: string; readonly idFact: string };
  /** What the plan says of it; `known`: the value is the one that is known of the other thing. */
  remark(known: boolean): { readonly code: DiagnosticCode; readonly reason: string };
}
