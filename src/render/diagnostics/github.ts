import { DIAGNOSTIC_CODES } from '../../diagnostics/codes.js';
import { type Diagnostic, type Severity, type SourcePlace, sortDiagnostics } from '../../diagnostics/diagnostic.js';
import { visible } from '../characters/visible.js';
import { countLine, placeText } from '../text/diagnostics.js';
import type { Findings, FormatOptions, FormattedFindings } from './findings-format.js';

const COMMANDS = { error: 'error', warning: 'warning', info: 'notice' } as const;

/** GitHub shows this many annotations for each level and step, and drops the others without a word. */
const SHOWN = 10;

/**
 * Diagnostics as workflow commands, one line each, which GitHub shows next to the lines of a pull request: the most severe
 * first, of each severity as many as are shown there, and last a notice that counts the others. `file` turns a path of the
 * project into one of the repository.
 */
export function renderGithub(
  diagnostics: readonly Diagnostic[],
  file: (path: string) => string = (path) => path,
): string {
  const sorted = sortDiagnostics(diagnostics);
  const of = (severity: Severity) => sorted.filter((one) => one.severity === severity);
  const [errors, warnings, notes] = [of('error'), of('warning'), of('info')];
  const fits = [errors, warnings, notes].every((level) => level.length <= SHOWN);
  // The count is a notice itself.
  const levels = [errors.slice(0, SHOWN), warnings.slice(0, SHOWN), notes.slice(0, fits ? SHOWN : SHOWN - 1)];
  const shown = new Set(levels.flat());
  const lines = [...shown].map((one) => command(one, file));
  if (!fits) {
    const more = countLine(sorted.filter((one) => !shown.has(one)));
    lines.push(`::notice title=More findings::${data(`Not shown here: ${more}. \`adwright validate\` lists all.`)}`);
  }
  return lines.join('\n');
}

function command(one: Diagnostic, file: (path: string) => string): string {
  const properties = { ...(one.source && placeProperties(one.source, file)), title: titleOf(one) };
  const list = Object.entries(properties).map(([name, value]) => `${name}=${property(String(value))}`);
  return `::${COMMANDS[one.severity]} ${list.join(',')}::${data(messageOf(one))}`;
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

function messageOf({ detail, summary, code, address, source, related = [] }: Diagnostic): string {
  const lines = [visible(detail ?? summary)];
  if (source?.cell !== undefined) lines.push(`Cell: ${visible(source.cell)}`);
  if (address !== undefined) lines.push(`Address: ${visible(address)}`);
  for (const place of related) lines.push(`See also ${placeText(place)}`);
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

export function asGithub({ diagnostics }: Findings, { file }: FormatOptions): FormattedFindings {
  return { form: 'verbatim', text: renderGithub(diagnostics, file) };
}
