import { crc32, deflateRawSync } from 'node:zlib';

/** A cell as a writer of workbooks may leave it: a text among the shared ones, or the XML of the cell without its place. */
export type Cell = string | undefined | { readonly xml: (place: string) => string };

/** `<c>` with these attributes and this content. */
export const cell = (attributes: string, content: string): Cell => ({
  xml: (place) => `<c r="${place}" ${attributes}>${content}</c>`,
});
export const number = (value: string, style = 0): Cell => cell(style === 0 ? '' : `s="${style}"`, `<v>${value}</v>`);

export interface SheetContent {
  readonly rows: readonly (readonly Cell[])[];
  readonly merged?: readonly string[];
  readonly state?: 'hidden';
  /** Row that the first one stands in. */
  readonly from?: number;
}

const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const LINKS = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

/** Style 1 is a date, style 2 text, style 3 a date in a format of the workbook's own. */
const STYLES = `${HEAD}<styleSheet xmlns="${MAIN}"><numFmts count="1"><numFmt numFmtId="176" formatCode="yyyy&quot;年&quot;m&quot;月&quot;d&quot;日&quot;"/></numFmts><cellXfs count="4"><xf numFmtId="0"/><xf numFmtId="14"/><xf numFmtId="49"/><xf numFmtId="176"/></cellXfs></styleSheet>`;

/** The parts of a workbook, as a spreadsheet writes them. */
export function partsOf(sheets: Readonly<Record<string, SheetContent>>): Record<string, string> {
  const names = Object.keys(sheets);
  const shared = new Map<string, number>();
  const links = names.map((_, index) => link(index + 1, 'worksheet', `worksheets/sheet${index + 1}.xml`));
  links.push(
    link(names.length + 1, 'sharedStrings', 'sharedStrings.xml'),
    link(names.length + 2, 'styles', 'styles.xml'),
  );
  const parts: Record<string, string> = {
    '[Content_Types].xml': `${HEAD}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    '_rels/.rels': `${HEAD}<Relationships>${link(1, 'officeDocument', 'xl/workbook.xml')}</Relationships>`,
    'xl/workbook.xml': `${HEAD}<workbook xmlns="${MAIN}" xmlns:r="${LINKS}"><sheets>${names
      .map((name, index) => {
        const state = sheets[name]?.state;
        return `<sheet name="${escaped(name)}" sheetId="${index + 1}"${state === undefined ? '' : ` state="${state}"`} r:id="rId${index + 1}"/>`;
      })
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${HEAD}<Relationships>${links.join('')}</Relationships>`,
    'xl/styles.xml': STYLES,
  };
  for (const [index, name] of names.entries())
    parts[`xl/worksheets/sheet${index + 1}.xml`] = sheetXml(sheets[name] as SheetContent, shared);
  parts['xl/sharedStrings.xml'] = `${HEAD}<sst xmlns="${MAIN}">${[...shared.keys()]
    .map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
    .join('')}</sst>`;
  return parts;
}

function sheetXml({ rows, merged = [], from = 1 }: SheetContent, shared: Map<string, number>): string {
  let xml = `${HEAD}<worksheet xmlns="${MAIN}"><sheetData>`;
  for (const [index, row] of rows.entries()) {
    xml += `<row r="${index + from}">`;
    for (const [column, one] of row.entries()) {
      if (one === undefined) continue;
      const place = `${letters(column)}${index + from}`;
      if (typeof one !== 'string') {
        xml += one.xml(place);
        continue;
      }
      const known = shared.get(one) ?? shared.size;
      shared.set(one, known);
      xml += `<c r="${place}" t="s"><v>${known}</v></c>`;
    }
    xml += '</row>';
  }
  const ranges = merged.map((ref) => `<mergeCell ref="${ref}"/>`).join('');
  return `${xml}</sheetData>${ranges === '' ? '' : `<mergeCells>${ranges}</mergeCells>`}</worksheet>`;
}

const letters = (column: number): string =>
  column < 26 ? String.fromCharCode(65 + column) : letters(Math.floor(column / 26) - 1) + letters(column % 26);

const link = (id: number, type: string, target: string) =>
  `<Relationship Id="rId${id}" Type="${LINKS}/${type}" Target="${target}"/>`;

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** A zip archive of these parts. `sizes` are what its list says in place of the truth. */
export function zipOf(
  parts: Readonly<Record<string, string | Uint8Array>>,
  sizes: Readonly<Record<string, number>> = {},
): Buffer {
  const files: Buffer[] = [];
  const list: Buffer[] = [];
  let at = 0;
  for (const [name, content] of Object.entries(parts)) {
    const bytes = Buffer.from(content);
    const packed = deflateRawSync(bytes);
    const named = Buffer.from(name);
    const facts = Buffer.alloc(26);
    facts.writeUInt16LE(20, 0);
    facts.writeUInt16LE(0x800, 2);
    facts.writeUInt16LE(8, 4);
    facts.writeUInt32LE(crc32(bytes), 10);
    facts.writeUInt32LE(packed.length, 14);
    facts.writeUInt32LE(sizes[name] ?? bytes.length, 18);
    facts.writeUInt16LE(named.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(at, 10);
    files.push(Buffer.from('PK\x03\x04'), facts, named, packed);
    list.push(Buffer.from('PK\x01\x02\x14\x00'), facts, place, named);
    at += 30 + named.length + packed.length;
  }
  const entries = Buffer.concat(list);
  const end = Buffer.alloc(18);
  const count = Object.keys(parts).length;
  end.writeUInt16LE(count, 4);
  end.writeUInt16LE(count, 6);
  end.writeUInt32LE(entries.length, 8);
  end.writeUInt32LE(at, 12);
  return Buffer.concat([...files, entries, Buffer.from('PK\x05\x06'), end]);
}

/** A workbook with one sheet of this content, or with several. */
export function workbook(rows: readonly (readonly Cell[])[], merged: readonly string[] = []): Buffer {
  return zipOf(partsOf({ Sheet1: { rows, merged } }));
}
