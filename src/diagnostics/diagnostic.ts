import type { DiagnosticCode } from './codes.js';
import { DIAGNOSTIC_CODES } from './codes.js';

export type Severity = 'error' | 'warning' | 'info';

/** A place in a file of the user's. Lines and columns count from 1; columns count UTF-16 units, as editors do. */
export interface SourcePlace {
  readonly file: string;
  readonly line: number;
  readonly column: number;
  readonly endLine?: number;
  readonly endColumn?: number;
  /** In a workbook: `Sheet1!B17`; line and column are those of the cell. */
  readonly cell?: string;
}

/** A piece of a text file. */
export type TextPlace = Required<Omit<SourcePlace, 'cell'>>;

/**
 * One fact about the input, the account or the state: a fixed summary that belongs to the code, and what is
 * particular to this case in `detail`.
 */
export interface Diagnostic {
  readonly severity: Severity;
  readonly code: DiagnosticCode;
  readonly summary: string;
  /** What, why, and what to do. One paragraph. */
  readonly detail?: string;
  readonly address?: string;
  readonly source?: SourcePlace;
  /** The source line that `source` points into, as written. */
  readonly excerpt?: string;
  /** The field or column that it is about: like findings about one of these are folded. */
  readonly field?: string;
  /** It is about a cell of a table: two like findings about one column are folded already. */
  readonly inColumn?: true;
  /** So many more like it were found and are not reported one by one. */
  readonly more?: number;
  /** Other places that belong to the fault (the first of two duplicates, say). */
  readonly related?: readonly SourcePlace[];
}

export interface DiagnosticParts {
  readonly detail?: string | undefined;
  readonly address?: string | undefined;
  readonly source?: SourcePlace | undefined;
  readonly excerpt?: string | undefined;
  readonly field?: string | undefined;
  readonly inColumn?: boolean | undefined;
  readonly more?: number | undefined;
  readonly related?: readonly SourcePlace[] | undefined;
  readonly severity?: Severity | undefined;
}

export function diagnostic(code: DiagnosticCode, parts: DiagnosticParts = {}): Diagnostic {
  const { severity, summary } = DIAGNOSTIC_CODES[code];
  return {
    severity: parts.severity ?? severity,
    code,
    summary,
    ...(parts.detail !== undefined && { detail: parts.detail }),
    ...(parts.address !== undefined && { address: parts.address }),
    ...(parts.source !== undefined && { source: parts.source }),
    ...(parts.excerpt !== undefined && { excerpt: parts.excerpt }),
    ...(parts.field !== undefined && { field: parts.field }),
    ...(parts.inColumn === true && { inColumn: true }),
    ...(parts.more !== undefined && { more: parts.more }),
    ...(parts.related !== undefined && parts.related.length > 0 && { related: parts.related }),
  };
}

export function hasErrors(diagnostics: readonly Diagnostic[]): boolean {
  return diagnostics.some((one) => one.severity === 'error');
}

/** By file, line, column, then in the order found: the order in which a person walks through the files. */
export function sortDiagnostics(diagnostics: readonly Diagnostic[]): Diagnostic[] {
  const place = (one: Diagnostic) => one.source;
  return diagnostics
    .map((one, index) => ({ one, index }))
    .sort((a, b) => {
      const left = place(a.one);
      const right = place(b.one);
      if (left === undefined || right === undefined) {
        return left === right ? a.index - b.index : left === undefined ? -1 : 1;
      }
      if (left.file !== right.file) return left.file < right.file ? -1 : 1;
      return left.line - right.line || left.column - right.column || a.index - b.index;
    })
    .map(({ one }) => one);
}
