import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { Diagnostic, DiagnosticParts, SourcePlace } from '../../diagnostics/diagnostic.js';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import type { FieldPath } from '../../model/index.js';
import type { LocatedDocument } from './located-document.js';

/** Where the stages put what they find. */
export type Report = (one: Diagnostic) => void;

/** A text, or what is counted like one: the cells of a sheet. */
export interface Places {
  readonly file: string;
  place(offset: number, end?: number): SourcePlace;
  /** As written; lines count from 1. */
  line(number: number): string;
}

/** A diagnostic at offsets of a source text, with the line it points into. */
export function at(
  source: Places,
  code: DiagnosticCode,
  offset: number,
  end: number,
  parts: DiagnosticParts = {},
): Diagnostic {
  const place = source.place(offset, end);
  return diagnostic(code, { ...parts, source: place, excerpt: source.line(place.line) });
}

/** A diagnostic at a path of a document, with the line it points into. */
export function inDocument(
  document: LocatedDocument,
  code: DiagnosticCode,
  path: FieldPath,
  parts: DiagnosticParts & { readonly onKey?: boolean | undefined } = {},
): Diagnostic {
  const { onKey, ...rest } = parts;
  const place = document.place(path, onKey);
  const field = fieldOf(path);
  const inColumn = document.isTable === true && field !== undefined;
  return diagnostic(code, { ...rest, field, inColumn, source: place, excerpt: document.line(place.line) });
}

/** The field of an entry that a path names; not the entry's own name or number. */
function fieldOf(path: FieldPath): string | undefined {
  const last = path.at(-1);
  const inEntry = path.length > 2 || (path.length === 2 && typeof path[0] === 'number');
  return inEntry && typeof last === 'string' ? last : undefined;
}

/** A fault of a file as a whole. */
export function inFile(file: string, code: DiagnosticCode, parts: DiagnosticParts = {}): Diagnostic {
  const source: SourcePlace = { file, line: 1, column: 1 };
  return diagnostic(code, { ...parts, source });
}

/** How a place reads inside a sentence. */
export function placeName({ file, line, column, cell }: SourcePlace): string {
  return cell === undefined ? `${file}:${line}:${column}` : `${file}:${cell}`;
}
