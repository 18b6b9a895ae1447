import { type NoSheet, readSheet } from '../workbook/workbook.js';
import { WorkbookFault } from '../workbook/workbook-fault.js';
import { sheetTable } from './sheet-document.js';
import type { TableSource } from './table-source.js';

/** A sheet of a workbook as a table, or why there is none: of the request, or of the file as a whole. */
export async function openSheet(
  file: string,
  bytes: Uint8Array,
  wanted: string | undefined,
): Promise<TableSource | NoSheet | { readonly unreadable: string }> {
  try {
    const sheet = await readSheet(bytes, wanted);
    return 'why' in sheet ? sheet : sheetTable(file, sheet);
  } catch (error) {
    if (error instanceof WorkbookFault) return { unreadable: error.message };
    throw error;
  }
}
