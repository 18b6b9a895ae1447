import { DIAGNOSTIC_CODES } from '../../diagnostics/codes.js';
import { type Diagnostic, type SourcePlace, sortDiagnostics } from '../../diagnostics/diagnostic.js';
import { visible } from '../visible.js';

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/**
 * Diagnostics as workflow commands, one line each, which GitHub shows beside the lines of a pull request. `file` turns a
 * path of the project into one of the repository.
 */
export function renderGithub(
  diagnostics: readonly Diagnostic[],
  file: (path: string) => string = (path) => path,
): string {
  return sortDiagnostics(diagnostics)
    .map((one) => {
      const properties = { ...(one.source && placeProperties(one.source, file)), title: titleOf(one) };
      const list = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
      return `::${COMMANDS[one.severity]} ${list.join(',')}::${data(messageOf(one))}`;
    })
    .join('\n');
}

function placeProperties(
  { file: path, line, column, endLine, endColumn }: SourcePlace,
  file: (path: string) => string,
) {
  // Columns are only taken where the annotation stays on one line; their end is inclusive.
  const within = endColumn !== undefined && (endLine ?? line) === line && endColumn > column;
  return { file: file(path), line, endLine: endLine ?? line, col: column, ...(within && { endColumn: endColumn - 1 }) };
}

function titleOf({ summary, code }: Diagnostic): string {
  return `${summary} (${code})`;
}

function messageOf({ detail, summary, code, address, related = [] }: Diagnostic): string {
  const lines = [visible(detail ?? summary)];
  if (address !== undefined) lines.push(`Address: ${visible(address)}`);
  for (const place of related) lines.push(`See also ${visible(place.file)}:${place.line}:${place.column}`);
  lines.push(DIAGNOSTIC_CODES[code].help);
  return lines.join('\n');
}

/** What the runner takes apart again: a text may hold no line end and no bare percent sign. */
function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
