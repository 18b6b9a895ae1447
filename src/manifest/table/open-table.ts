import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { decodeTable } from '../source/decode.js';
import { inFile, type Report } from '../source/report.js';
import { SourceText } from '../source/source-text.js';
import { foreignFile, isWorkbookName } from './foreign-file.js';
import { type TableSource, textTable } from './table-source.js';

/** What is said of a table file besides its path. */
export interface TableRequest {
  readonly encoding?: 'utf-8' | 'gb18030' | undefined;
  readonly sheet?: string | undefined;
  /** The finding that the request does not say which sheet, where the request is written. */
  readonly sheetUnknown?: (detail: string) => Diagnostic;
}

/** The table in the bytes of a file: text, or a sheet of a workbook, by the file's name. Undefined where a fault was reported. */
export async function openTable(
  file: string,
  bytes: Uint8Array,
  { encoding, sheet, sheetUnknown }: TableRequest,
  report: Report,
): Promise<TableSource | undefined> {
  const foreign = foreignFile(file, bytes);
  if (foreign !== undefined) {
    report(foreign);
    return undefined;
  }
  if (isWorkbookName(file)) {
    // Its reader is loaded for workbooks only.
    const { openSheet } = await import('./open-sheet.js');
    const found = await openSheet(file, bytes, sheet);
    if ('why' in found) {
      const detail = `${file}: ${found.why}`;
      report(sheetUnknown?.(detail) ?? diagnostic('workbook-sheet', { detail }));
    } else if ('unreadable' in found) report(inFile(file, 'workbook-unreadable', { detail: found.unreadable }));
    else return found;
    return undefined;
  }
  const decoded = decodeTable(file, bytes, encoding);
  if ('fault' in decoded) {
    report(decoded.fault);
    return undefined;
  }
  if (decoded.note !== undefined) report(decoded.note);
  return textTable(new SourceText(file, decoded.text, decoded.encoding));
}
