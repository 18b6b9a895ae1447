import type { CodeFacts } from '../code-facts.js';

/** Keyword files and other tables, as CSV or as workbooks. */
export const TABLE_CODES = {
  'table-file-kind': {
    severity: 'error',
    summary: 'The file is not the kind of table that its name says',
    help: 'Tables are .xlsx workbooks, or text: CSV or TSV in UTF-8 or GB18030.',
  },
  'table-lines-above': {
    severity: 'error',
    summary: 'Something is above the headings of the table',
    help: 'The first row of a table holds the headings.',
  },
  'table-total-row': {
    severity: 'error',
    summary: 'A row is the total of the others',
    help: 'Remove rows of totals, or export without them.',
  },
  'rows-left-out': {
    severity: 'info',
    summary: 'Rows of other kinds were left out',
    help: 'A bulk file of the console holds campaigns, groups, keywords and creatives. Only the rows with a keyword and no creative are keywords.',
  },
  'workbook-unreadable': {
    severity: 'error',
    summary: 'The workbook cannot be read',
    help: 'Nothing is planned from a part of it. Save the workbook again as .xlsx, or the sheet as CSV UTF-8.',
  },
  'workbook-sheet': {
    severity: 'error',
    summary: 'It is not clear which sheet of the workbook to read',
    help: 'Write { path: FILE, sheet: NAME }, with the name on the tab of the sheet.',
  },
  'workbook-cell': {
    severity: 'error',
    summary: 'A cell of the workbook has no usable value',
    help: 'A spreadsheet turns text that looks like a number, a date or TRUE into one. Columns formatted as text keep every character.',
  },
  'csv-syntax': {
    severity: 'error',
    summary: 'The file is not valid CSV here',
    help: 'Put a field that holds quotes, separators or line breaks in double quotes, and double each quote inside it (RFC 4180).',
  },
  'csv-heading-missing': {
    severity: 'error',
    summary: 'A required heading is missing',
    help: 'Name the columns in the first row, as the interface or the console does. A file without rows needs a heading too; or remove it from `keywordFiles`.',
  },
  'csv-heading-repeated': {
    severity: 'error',
    summary: 'Two columns have the same meaning',
    help: 'Keep one of them.',
  },
  'csv-heading-ignored': {
    severity: 'warning',
    summary: 'Columns that are not managed are ignored',
    help: 'Remove them, or correct the heading if one of them is meant.',
  },
} as const satisfies Record<string, CodeFacts>;
