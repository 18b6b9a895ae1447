import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import type { Failure } from '../../diagnostics/failure.js';
import type { TextOptions } from '../text/diagnostics.js';

/** Findings to show: of a check, or why it could not be made. */
export interface Findings {
  readonly diagnostics: readonly Diagnostic[];
  readonly failure?: Failure;
}

export interface FormatOptions {
  readonly text: TextOptions;
  readonly version: string;
  /** Turns a path of the project into one of the repository. */
  readonly file: (path: string) => string;
}

/** Text that goes out as it is or with control characters escaped, or a JSON document. */
export type FormattedFindings =
  | { readonly text: string; readonly form?: 'verbatim' }
  | { readonly document: Readonly<Record<string, unknown>> };

export interface FindingsFormat {
  /** For the help of the flag. */
  readonly help: string;
  /** Loaded when there is something to show. */
  readonly load: () => Promise<(findings: Findings, options: FormatOptions) => FormattedFindings>;
}
