import { cellName, cellOffset, columnOf, MOST_COLUMNS, MOST_ROWS, offsetOfCell, rowOf } from './cell-name.js';
import { cellText } from './cell-value.js';
import type { PackageParts } from './package-parts.js';
import { damagedWorkbook, WorkbookFault } from './workbook-fault.js';
import { readXml } from './xml-events.js';

/** Cells at the most, empty ones between others included. */
const MOST_CELLS = 10_000_000;
const MOST_MERGED = 100_000;

/** A row with something in it. */
export interface SheetRow {
  readonly fields: readonly string[];
  /** Of each cell; see cell-name.ts. */
  readonly offsets: readonly number[];
}

export interface CellRange {
  readonly from: number;
  readonly to: number;
}

export interface SheetRows {
  readonly rows: readonly SheetRow[];
  /** Cells without a text that can be taken, and why: the end of a sentence. */
  readonly problems: ReadonlyMap<number, string>;
  /** Cells that are joined: all but the first have no value of their own. */
  readonly merged: readonly CellRange[];
}

/** What the cells of a sheet refer to. */
export interface CellLists {
  readonly shared: readonly string[];
  readonly dateStyles: readonly boolean[];
}

/** Whether the sheet has a cell with a value; it is read no further than to the first. */
export async function hasCells(parts: PackageParts, part: string): Promise<boolean> {
  let found = false;
  const open = (name: string) => {
    if (name === 'v' || name === 'is' || name === 'f') found = true;
  };
  await readXml(parts, part, { open }, () => found);
  return found;
}

/** The rows of a sheet that hold anything, from the first to the last. */
export async function readSheetRows(parts: PackageParts, part: string, lists: CellLists): Promise<SheetRows> {
  const reader = new SheetReader(lists);
  await readXml(parts, part, {
    open: (name, attributes) => reader.open(name, attributes),
    close: (name) => reader.close(name),
    text: (text) => reader.text(text),
  });
  return reader;
}

class SheetReader implements SheetRows {
  readonly rows: { readonly fields: string[]; readonly offsets: number[] }[] = [];
  readonly problems = new Map<number, string>();
  readonly merged: CellRange[] = [];
  readonly #lists: CellLists;
  #cells = 0;
  #row = -1;
  #column = -1;
  #fields: string[] = [];
  #type = 'n';
  #isDate = false;
  #hasFormula = false;
  #value: string | undefined;
  #inValue = false;
  #aids = 0;

  constructor(lists: CellLists) {
    this.#lists = lists;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    switch (name) {
      case 'c':
        return this.#beginCell(attributes);
      case 'v':
        this.#value ??= '';
        this.#inValue = true;
        return;
      case 'f':
        this.#hasFormula = true;
        return;
      case 'row':
        return this.#beginRow(attributes['r']);
      case 'is':
        this.#value = '';
        return;
      case 'rPh':
        this.#aids++;
        return;
      case 't':
        this.#inValue = this.#value !== undefined && this.#aids === 0;
        return;
      case 'mergeCell':
        return this.#merge(attributes['ref'] ?? '');
    }
  }

  close(name: string): void {
    switch (name) {
      case 'v':
      case 't':
        this.#inValue = false;
        return;
      case 'rPh':
        this.#aids--;
        return;
      case 'c':
        return this.#endCell();
      case 'row':
        return this.#endRow();
    }
  }

  text(text: string): void {
    if (this.#inValue) this.#value += text;
  }

  #beginRow(number: string | undefined): void {
    const row = number === undefined ? this.#row + 1 : Number(number) - 1;
    if (!Number.isInteger(row) || row <= this.#row) throw damagedWorkbook(`its rows are not in order (row ${number})`);
    if (row >= MOST_ROWS) throw damagedWorkbook(`it has a row ${number}`);
    this.#row = row;
    this.#column = -1;
    this.#fields = [];
  }

  #beginCell(attributes: Readonly<Record<string, string>>): void {
    const name = attributes['r'];
    if (name === undefined) this.#column++;
    else {
      const offset = offsetOfCell(name);
      if (offset === undefined || rowOf(offset) !== this.#row || columnOf(offset) <= this.#column)
        throw damagedWorkbook(`the cell ${name} is out of place`);
      this.#column = columnOf(offset);
    }
    if (this.#column >= MOST_COLUMNS) throw damagedWorkbook(`row ${this.#row + 1} has too many cells`);
    this.#type = attributes['t'] ?? 'n';
    this.#isDate = this.#lists.dateStyles[Number(attributes['s'] ?? 0)] === true;
    this.#hasFormula = false;
    this.#value = undefined;
  }

  #endCell(): void {
    const [type, hasFormula, value, isDate] = [this.#type, this.#hasFormula, this.#value, this.#isDate];
    if (value === undefined && !hasFormula) return;
    const text = cellText({ type, hasFormula, value, isDate }, this.#lists.shared);
    if (text === '') return;
    const fields = this.#fields;
    this.#cells += this.#column + 1 - fields.length;
    if (this.#cells > MOST_CELLS) {
      throw new WorkbookFault(
        `The sheet has more than ${MOST_CELLS / 1_000_000} million cells, up to ${cellName(cellOffset(this.#row, this.#column))}. Save the list as CSV UTF-8.`,
      );
    }
    while (fields.length < this.#column) fields.push('');
    if (typeof text !== 'string') this.problems.set(cellOffset(this.#row, this.#column), text.why);
    fields.push(typeof text === 'string' ? text : '');
  }

  #endRow(): void {
    const fields = this.#fields;
    if (fields.length === 0) return;
    const first = cellOffset(this.#row, 0);
    this.rows.push({ fields, offsets: fields.map((_, column) => first + column) });
    this.#fields = [];
  }

  #merge(ref: string): void {
    const [first = '', last = first] = ref.split(':');
    const [from, to] = [offsetOfCell(first), offsetOfCell(last)];
    if (this.merged.length === MOST_MERGED)
      throw new WorkbookFault(`The sheet has more than ${MOST_MERGED} merged cells. Unmerge them.`);
    if (from !== undefined && to !== undefined && from !== to) this.merged.push({ from, to });
  }
}
