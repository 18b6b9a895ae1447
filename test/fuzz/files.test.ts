import fc from 'fast-check';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { hasErrors } from '../../src/diagnostics/diagnostic.js';
import { parseCsv } from '../../src/manifest/table/csv.js';
import { png } from '../manifest/image-files.js';
import { type Cell, number, partsOf, zipOf } from '../support/workbook.js';
import { type Edit, edited, edits, reader, TIMEOUT, textsIn, tried } from './support.js';

const TABLE = `关键词ID,关键词,出价,匹配方式,访问URL,备注
80001234,女鞋,0.80,phrase,https://www.example.com/{keyword},"a, ""b""
c"
="9007199254740993",男鞋,[],exact,[],
`;

const CELLS = [...',;\t"\n\r\'=[]', '=""', '1e5', '2.02E+16', '\u0000', '\uFEFF', '０', '80001234', '￥', '\uFFFD'];

const encodings = fc.constantFrom('utf8', 'utf16le', 'latin1');

it(
  'a mutated keyword file gives what stands in it, or diagnostics',
  async () => {
    const read = await reader({ 'ads/a.yaml': 'version: 1\nkeywordFiles: [k.csv]\n' });
    await tried(fc.tuple(edits(TABLE.length, CELLS), encodings), async ([list, encoding]) => {
      const text = edited(TABLE, list);
      const { graph, diagnostics } = await read({ 'ads/k.csv': Buffer.from(text, encoding) });
      if (hasErrors(diagnostics) || encoding !== 'utf8') return;
      for (const { desired, expected } of graph.resources.values()) {
        for (const value of [...textsIn(desired), ...textsIn(expected ?? {})]) {
          // A quote inside a field is doubled in the file, and line ends are one.
          expect(text.replaceAll('""', '"').replace(/\r\n?/g, '\n')).toContain(value.replaceAll('""', '"'));
        }
      }
    });
  },
  TIMEOUT,
);

it(
  'any bytes are a keyword file or a fault',
  async () => {
    const read = await reader({ 'ads/a.yaml': 'version: 1\nkeywordFiles: [k.csv]\n' });
    await tried(fc.uint8Array({ maxLength: 400 }), async (bytes) => {
      const { graph } = await read({ 'ads/k.csv': bytes });
      expect(JSON.stringify([...graph.resources.values()].map(({ desired }) => desired))).not.toContain('\uFFFD');
    });
  },
  TIMEOUT,
);

it(
  'any text is CSV or a fault, and no field is lost',
  () =>
    tried(fc.string({ unit: fc.constantFrom(...'a,"\n\t 女') }), (text) => {
      const { records, faults } = parseCsv(text, ',');
      if (faults.length > 0) return;
      const letters = (one: string) => one.replace(/[^a女]/g, '').length;
      expect(letters(records.map(({ fields }) => fields.join('')).join(''))).toBe(letters(text));
    }),
  TIMEOUT,
);

/** Edits of bytes: each text of an edit means single bytes. */
function editedBytes(bytes: Buffer, list: readonly Edit[]): Buffer {
  return Buffer.from(edited(bytes.toString('latin1'), list), 'latin1');
}

it(
  'a mutated workbook is a keyword file or a fault',
  async () => {
    const rows: Cell[][] = [
      ['id', 'word', 'price'],
      ['80001234', '女鞋', number('0.8')],
      ['9007199254740993', '男鞋', '1.20'],
    ];
    const parts = partsOf({ Sheet1: { rows } });
    const names = Object.keys(parts);
    const whole = zipOf(parts);
    const marks = [
      '<',
      '>',
      '"',
      '&',
      '<c>',
      '</c>',
      '<v>',
      '<row>',
      '</is>',
      '<t>',
      '\u0000',
      '\u00ff',
      '9',
      'PK\u0003\u0004',
    ];
    const read = await reader({ 'ads/a.yaml': 'version: 1\nkeywordFiles: [k.xlsx]\n' });
    const given = fc.tuple(fc.option(fc.constantFrom(...names)), edits(700, marks));
    await tried(given, async ([name, list]) => {
      // Either the archive is damaged, or one of its parts is, and the archive is sound.
      const bytes =
        name === null
          ? editedBytes(whole, list)
          : zipOf({ ...parts, [name]: editedBytes(Buffer.from(parts[name] ?? ''), list) });
      const { graph, diagnostics } = await read({ 'ads/k.xlsx': bytes });
      if (hasErrors(diagnostics)) expect(diagnostics.every(({ source }) => source !== undefined)).toBe(true);
      for (const { id } of graph.resources.values()) expect(id).toMatch(/^[1-9][0-9]*$/);
    });
  },
  TIMEOUT,
);

it(
  'a mutated image is a sound one or a finding',
  async () => {
    const picture = sharp({ create: { width: 240, height: 135, channels: 3, background: '#c33' } });
    const seeds = [
      png(240, 135),
      await picture.clone().jpeg().withMetadata({ orientation: 6 }).toBuffer(),
      await picture.clone().jpeg({ progressive: true }).toBuffer(),
      await picture.clone().png().toBuffer(),
      await picture.clone().webp().toBuffer(),
      await picture.clone().gif().toBuffer(),
    ];
    const manifest = `version: 1
richCreatives:
  - groupIds: [1]
    creative: video-computer
    content: { url: "https://a.cn/", cover_img: i.jpg, video_url: "https://a.cn/v.mp4" }
`;
    const read = await reader({ 'ads/a.yaml': manifest });
    const marks = [
      '\u0000',
      '\u00ff',
      '\u00ff\u00d8',
      '\u00ff\u00da',
      'IHDR',
      'acTL',
      'IEND',
      '\u0000\u0000\u0000\u0000',
      '\u00ff\u00ff\u00ff\u00ff',
    ];
    await tried(fc.tuple(fc.constantFrom(...seeds), edits(700, marks)), async ([seed, list]) => {
      const { graph, diagnostics } = await read({ 'ads/i.jpg': editedBytes(seed, list) });
      // What is accepted was decoded, and has the ratio that the interface wants.
      if (hasErrors(diagnostics)) return;
      const [resource] = graph.resources.values();
      const cover = JSON.stringify(resource?.desired);
      expect(cover).toMatch(/"type":"(jpeg|png)"/);
      const [, width = '0', height = '1'] = /"width":"(\d+)","height":"(\d+)"/.exec(cover) ?? [];
      expect(Number(width) / Number(height)).toBeGreaterThanOrEqual(1.69);
    });
  },
  TIMEOUT,
);
