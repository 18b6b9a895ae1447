import { renderDiagnostics } from '../text/diagnostics.js';
import type { Findings, FormatOptions, FormattedFindings } from './findings-format.js';

/** Why a check could not be made goes to stderr, as with every command. */
export function asText({ diagnostics, failure }: Findings, { text }: FormatOptions): FormattedFindings {
  return { text: failure === undefined ? renderDiagnostics(diagnostics, text) : '' };
}
