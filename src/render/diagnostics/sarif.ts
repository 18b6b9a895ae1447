import { DIAGNOSTIC_CODES, type DiagnosticCode } from '../../diagnostics/codes.js';
import { type Diagnostic, type SourcePlace, sortDiagnostics } from '../../diagnostics/diagnostic.js';
import type { Findings, FormatOptions, FormattedFindings } from './findings-format.js';

const LEVELS = { error: 'error', warning: 'warning', info: 'note' } as const;

/** Paths are relative to the root of the sources, which readers of the file know. */
const ROOT = '%SRCROOT%';

export interface SarifOptions {
  readonly version: string;
  /** Turns a path of the project into one of the repository. */
  readonly file?: (path: string) => string;
}

/** Diagnostics as a SARIF 2.1.0 log, for code scanning and editors. */
export function sarifDocument(
  diagnostics: readonly Diagnostic[],
  { version, file = (path) => path }: SarifOptions,
): Readonly<Record<string, unknown>> {
  const sorted = sortDiagnostics(diagnostics);
  const codes = [...new Set(sorted.map((one) => one.code))].sort();
  const physical = (place: SourcePlace, excerpt?: string) => ({
    physicalLocation: {
      artifactLocation: { uri: encodeURI(file(place.file)).replace(/[?#]/g, encodeURIComponent), uriBaseId: ROOT },
      region: region(place, excerpt),
    },
  });
  const results = sorted.map((one) => ({
    ruleId: one.code,
    ruleIndex: codes.indexOf(one.code),
    level: LEVELS[one.severity],
    message: { text: one.detail ?? one.summary },
    locations: locationsOf(one, physical),
    ...(one.related !== undefined && {
      relatedLocations: one.related.map((place, index) => ({ id: index, ...physical(place) })),
    }),
  }));
  const driver = { name: 'Adwright', version, rules: codes.map(rule) };
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [{ tool: { driver }, columnKind: 'utf16CodeUnits', results }],
  };
}

function rule(code: DiagnosticCode) {
  const { severity, summary, help } = DIAGNOSTIC_CODES[code];
  return {
    id: code,
    shortDescription: { text: summary },
    help: { text: help },
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function locationsOf(
  { source, excerpt, address }: Diagnostic,
  physical: (place: SourcePlace, excerpt?: string) => object,
): readonly object[] {
  const names = [source?.cell, address].filter((name) => name !== undefined);
  if (source === undefined && names.length === 0) return [];
  return [
    {
      ...(source !== undefined && physical(source, excerpt)),
      ...(names.length > 0 && { logicalLocations: names.map((name) => ({ fullyQualifiedName: name })) }),
    },
  ];
}

function region({ line, column, endLine, endColumn }: SourcePlace, excerpt: string | undefined) {
  return {
    startLine: line,
    startColumn: column,
    ...(endLine !== undefined && { endLine }),
    ...(endColumn !== undefined && { endColumn }),
    ...(excerpt !== undefined && excerpt !== '' && { snippet: { text: excerpt } }),
  };
}

export function asSarif({ diagnostics }: Findings, { version, file }: FormatOptions): FormattedFindings {
  return { document: sarifDocument(diagnostics, { version, file }) };
}
