/** A workbook that cannot be used as a whole: the message says what it is and what to do, in sentences. */
export class WorkbookFault extends Error {
  override readonly name = 'WorkbookFault';
}

export const damagedWorkbook = (what: string) =>
  new WorkbookFault(`The workbook is damaged: ${what}. Open it in a spreadsheet and save it again.`);
