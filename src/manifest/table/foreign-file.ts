import { posix } from 'node:path';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { inFile } from '../source/report.js';

const ZIP = [0x50, 0x4b];
const OLD_OFFICE = [0xd0, 0xcf, 0x11, 0xe0];
const SAVE = 'Open it in a spreadsheet and save it as .xlsx, or as CSV UTF-8.';

const extensionOf = (file: string) => posix.extname(file).toLowerCase();

/** Workbooks go by their names, so that what a pattern matches is known before anything is read. */
export const isWorkbookName = (file: string) => ['.xlsx', '.xlsm'].includes(extensionOf(file));

/** Of what is under the name of a table and is another thing: one error that says what it is. */
export function foreignFile(file: string, bytes: Uint8Array): Diagnostic | undefined {
  const what = whatElse(bytes, isWorkbookName(file), extensionOf(file));
  return what === undefined ? undefined : inFile(file, 'table-file-kind', { detail: what });
}

function whatElse(bytes: Uint8Array, asWorkbook: boolean, extension: string): string | undefined {
  const begins = (with_: readonly number[]) => with_.every((byte, index) => bytes[index] === byte);
  if (begins(OLD_OFFICE)) {
    return asWorkbook
      ? 'It is a workbook with a password, or one of Excel 97–2003 (.xls) under another name. Save it as .xlsx without a password.'
      : `It is a workbook of Excel 97–2003 (.xls), or one with a password. ${SAVE}`;
  }
  const isZip = begins(ZIP) && (bytes[2] ?? 0) < 0x10;
  if (isZip) {
    return asWorkbook
      ? undefined
      : `It is a workbook or another zip archive under a name that ends in "${extension}". Name it .xlsx, or save it as CSV UTF-8.`;
  }
  // Marks and spaces before the first sign, in UTF-8 or UTF-16.
  const head = Buffer.from(bytes.subarray(0, 1024)).toString('latin1').replaceAll('\0', '').toLowerCase();
  const start = head.replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)?\s*/, '');
  if (/^<\?xml\b/.test(start) && start.includes('spreadsheet'))
    return `It is an XML spreadsheet of Excel 2003. ${SAVE}`;
  if (/^(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<(?:!doctype html|html|head|meta|body|table|style|div)\b/s.test(start))
    return `It is a web page with a table (HTML), despite its name. ${SAVE}`;
  if (!asWorkbook) return undefined;
  return bytes.length === 0
    ? 'The file is empty. Save the workbook again.'
    : `It is not a workbook. If it is text, name it .csv or .tsv. If it is a workbook, it is damaged: ${SAVE.toLowerCase()}`;
}
