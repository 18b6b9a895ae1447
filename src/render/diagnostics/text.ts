import { renderDiagnostics } from '../text/diagnostics.js';
import type { Findings, FormatOptions, Formatted } from './findings-format.js';

/** Why a check could not be made goes to stderr, as with every command. */
export function asText({ diagnostics, failure }: Findings, { text }: FormatOptions): Formatted {
  return { text: failure === undefined ? renderDiagnostics(diagnostics, text) : '' };
}
