import { readDateStyles } from './date-styles.js';
import { PackageParts, UNPACK_LIMITS, type UnpackLimits } from './package-parts.js';
import { readSharedTexts } from './shared-texts.js';
import { hasCells, readSheetRows, type SheetRows } from './sheet-rows.js';
import { damagedWorkbook, WorkbookFault } from './workbook-fault.js';
import { readXml } from './xml-events.js';

/** A sheet as it was read. */
export interface Sheet extends SheetRows {
  readonly name: string;
}

/** No sheet was read, since the request does not say which one: a sentence that names those there are. */
export interface NoSheet {
  readonly why: string;
}

interface SheetPart {
  readonly name: string;
  readonly part: string;
  readonly isHidden: boolean;
}

/** Reads the sheet of this name, or else the only one that holds anything. Throws a `WorkbookFault` of the whole file. */
export async function readSheet(
  bytes: Uint8Array,
  wanted: string | undefined,
  limits: UnpackLimits = UNPACK_LIMITS,
): Promise<Sheet | NoSheet> {
  const parts = await PackageParts.open(bytes, limits);
  const links = await readLinks(parts, '_rels/.rels', '');
  const book = links.find(({ type }) => type === 'officeDocument')?.part;
  if (book === undefined || !parts.has(book)) throw new WorkbookFault(NO_WORKBOOK);
  if (book.endsWith('.bin')) throw new WorkbookFault('It is a binary workbook (.xlsb). Save it as .xlsx.');
  const slash = book.lastIndexOf('/') + 1;
  const bookLinks = await readLinks(
    parts,
    `${book.slice(0, slash)}_rels/${book.slice(slash)}.rels`,
    book.slice(0, slash),
  );
  const sheet = await chosen(parts, await sheetsOf(parts, book, bookLinks), wanted);
  if ('why' in sheet) return sheet;
  const partOf = (wantedType: string) => bookLinks.find(({ type }) => type === wantedType)?.part;
  const lists = {
    shared: await readSharedTexts(parts, partOf('sharedStrings')),
    dateStyles: await readDateStyles(parts, partOf('styles')),
  };
  const { rows, problems, merged } = await readSheetRows(parts, sheet.part, lists);
  return { name: sheet.name, rows, problems, merged };
}

const NO_WORKBOOK =
  'It is a zip archive, but not an Excel workbook. Open it in a spreadsheet and save it as .xlsx, or as CSV UTF-8.';

async function chosen(
  parts: PackageParts,
  sheets: readonly SheetPart[],
  wanted: string | undefined,
): Promise<SheetPart | NoSheet> {
  const names = sheets.map(({ name }) => JSON.stringify(name)).join(', ');
  if (wanted !== undefined) {
    const found = sheets.find(({ name }) => name === wanted);
    return found ?? { why: `There is no sheet ${JSON.stringify(wanted)}. The sheets are ${names}.` };
  }
  const visible = sheets.filter(({ isHidden }) => !isHidden);
  const [only, second] = visible;
  if (only !== undefined && second === undefined) return only;
  const filled: SheetPart[] = [];
  for (const sheet of visible) if (await hasCells(parts, sheet.part)) filled.push(sheet);
  const [first, another] = filled;
  if (first !== undefined && another === undefined) return first;
  if (first === undefined && only !== undefined) return only;
  if (sheets.length === 0) throw damagedWorkbook('it has no sheets');
  return { why: `Say which sheet is meant: { path: …, sheet: … }. The sheets are ${names}.` };
}

interface Link {
  readonly id: string;
  /** The last word of it. */
  readonly type: string;
  readonly part: string;
}

async function readLinks(parts: PackageParts, part: string, folder: string): Promise<readonly Link[]> {
  const links: Link[] = [];
  if (!parts.has(part)) return links;
  await readXml(parts, part, {
    open(name, attributes) {
      if (name !== 'Relationship' || attributes['TargetMode'] === 'External') return;
      const target = attributes['Target'] ?? '';
      const type = attributes['Type'] ?? '';
      links.push({
        id: attributes['Id'] ?? '',
        type: type.slice(type.lastIndexOf('/') + 1),
        part: resolved(target, folder),
      });
    },
  });
  return links;
}

function resolved(target: string, folder: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const steps: string[] = [];
  for (const step of `${folder}${target}`.split('/')) {
    if (step === '..') steps.pop();
    else if (step !== '.' && step !== '') steps.push(step);
  }
  return steps.join('/');
}

async function sheetsOf(parts: PackageParts, book: string, links: readonly Link[]): Promise<readonly SheetPart[]> {
  const sheets: SheetPart[] = [];
  await readXml(parts, book, {
    open(name, attributes) {
      if (name !== 'sheet') return;
      const id = Object.entries(attributes).find(([key]) => /:id$/.test(key))?.[1];
      const link = links.find((one) => one.id === id);
      // Sheets that are only a chart hold no cells.
      if (link?.type !== 'worksheet') return;
      const state = attributes['state'];
      sheets.push({
        name: attributes['name'] ?? '',
        part: link.part,
        isHidden: state === 'hidden' || state === 'veryHidden',
      });
    },
  });
  return sheets;
}
