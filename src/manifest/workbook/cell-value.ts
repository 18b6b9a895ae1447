/** A cell as the sheet has it. */
export interface RawCell {
  /** `n`, `s`, `str`, `inlineStr`, `b`, `e` or `d`. */
  readonly type: string;
  readonly hasFormula: boolean;
  /** Undefined where the cell has no value. */
  readonly value: string | undefined;
  readonly isDate: boolean;
}

/** Why a cell has no text to take: the end of a sentence that begins with the cell, and what to do. */
export interface NoText {
  readonly why: string;
}

const AS_TEXT = 'Format the column as text and enter the value again.';
/** One for all: a sheet may have as many dates as rows. */
const DATE: NoText = { why: `holds a date, not a text. ${AS_TEXT}` };

/** What the cell says as text: texts as they are, numbers as plain decimals. */
export function cellText({ type, hasFormula, value, isDate }: RawCell, shared: readonly string[]): string | NoText {
  if (value === undefined || (value === '' && (type === 'n' || type === 'b'))) {
    if (!hasFormula) return '';
    return { why: 'holds a formula without a stored value. Open the workbook in a spreadsheet and save it again.' };
  }
  switch (type) {
    case 's': {
      const text = /^\s*[0-9]+\s*$/.test(value) ? shared[Number(value)] : undefined;
      return text ?? { why: 'names a text that the workbook does not have. Save the workbook again.' };
    }
    case 'str':
    case 'inlineStr':
      return unescaped(value);
    case 'b':
      return { why: `holds the boolean ${value.trim() === '1' ? 'TRUE' : 'FALSE'}, not a text. ${AS_TEXT}` };
    case 'e':
      return { why: `holds the error ${value}. Correct the formula, or replace it with a value.` };
    case 'd':
      return DATE;
    default:
      return isDate ? DATE : numberText(value.trim());
  }
}

/** Spreadsheets keep 15 digits of a number. A larger whole number may have lost its last ones. */
const ROUNDED_FROM = 1e15;

function numberText(raw: string): string | NoText {
  const value = /^[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][-+]?[0-9]+)?$/.test(raw) ? Number(raw) : Number.NaN;
  if (!Number.isFinite(value)) return { why: 'holds a number that cannot be read. Enter it again.' };
  if (Math.abs(value) >= ROUNDED_FROM) {
    return {
      why: `holds a number of more than 15 digits (${raw}), whose last digits a spreadsheet rounds. ${AS_TEXT}`,
    };
  }
  // The file holds the binary number, and a person sees no more than 15 digits of it: 0.1 + 0.2 is 0.3.
  const shown = Number(value.toPrecision(15));
  const text = String(shown);
  return text.includes('e') ? shown.toFixed(20).replace(/\.?0+$/, '') : text;
}

/** Characters that XML cannot hold are written as `_x000D_`. */
export function unescaped(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)));
}
