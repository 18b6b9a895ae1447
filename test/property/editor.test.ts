import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type EditRequest, planEdits } from '../../src/manifest/write/edit-manifests.js';
import { editedBytes, fileText } from '../../src/manifest/write/edited-bytes.js';
import { unifiedDiff } from '../../src/manifest/write/unified-diff.js';
import type { Resource, Value } from '../../src/model/index.js';
import { loadFolder, PROJECT, SECTIONS } from '../manifest/support.js';
import { applyDiff } from './apply-diff.js';
import {
  bytesOf,
  encode,
  FIELDS,
  type Field,
  keywordFields,
  tags,
  text,
  type Values,
  type WrittenFile,
} from './written-manifest.js';
import { tableFile, writeTable } from './written-table.js';
import { writeYaml, yamlFile } from './written-yaml.js';

/** `ADWRIGHT_PROPERTY_RUNS=500 npx vitest run test/property/editor.test.ts` looks further. */
const RUNS = Number(process.env['ADWRIGHT_PROPERTY_RUNS'] ?? 6) * 3;
const SEED = process.env['ADWRIGHT_PROPERTY_SEED'];
const PARAMETERS = { numRuns: RUNS, endOnFailure: true, ...(SEED !== undefined && { seed: Number(SEED) }) };

const request = fc.record({ entry: fc.nat(9), field: fc.constantFrom(...FIELDS), values: fc.record(keywordFields) });
const expectValues = (
  resources: ReadonlyMap<string, Resource> | { get(address: string): Resource | undefined },
  wanted: ReadonlyMap<string, Values>,
) => {
  for (const [address, values] of wanted) {
    const read = resources.get(address)?.desired;
    const shown = Object.fromEntries(Object.keys(values).map((name) => [name, read?.[name]]));
    expect([address, shown]).toEqual([address, values]);
    const others = FIELDS.filter((name) => address.startsWith('keyword/') && values[name] === undefined);
    for (const name of others) expect([address, name, read?.[name]]).toEqual([address, name, undefined]);
  }
};

/** Every byte outside of the values that were written stays. */
function expectOnlyValues(file: WrittenFile, written: ReadonlySet<string>, after: Buffer): void {
  const adds = [...written].flatMap((one) => [`${one.split(' ')[0]} +`]);
  const may = (name: string | undefined) => name !== undefined && (written.has(name) || adds.includes(name));
  const source = file.pieces.map(({ text: piece, value }) =>
    may(value)
      ? '([^]*?)'
      : encode(piece.replaceAll('\n', file.lineEnd), file.encoding)
          .toString('latin1')
          .replace(/[.*+?^${}()|[\]\\]/g, '\\$&'),
  );
  const mark = file.mark ? Buffer.from('\uFEFF').toString('latin1') : '';
  if (!new RegExp(`^${mark}${source.join('')}$`).test(after.toString('latin1')))
    throw new Error(`other bytes changed: ${[...written].join(', ')}\n${bytesOf(file)}\nbecame\n${after}`);
}

const REASONS = [
  /comes from a merge key/,
  /has comments, or items of several lines, inside its list/,
  /has no column in this table/,
];

/** GB18030 is stated: a few characters of it may happen to be UTF-8 as well. */
const entryOf = (table: { readonly file: WrittenFile } | undefined) =>
  table?.file.encoding === 'gb18030' ? '{ path: k.csv, encoding: gb18030 }' : 'k.csv';

async function check(
  files: Readonly<Record<string, { file: WrittenFile; wanted: ReadonlyMap<string, Values> }>>,
  wishes: readonly EditRequest[],
) {
  const root = await mkdtemp(join(tmpdir(), 'adwright-editor-'));
  try {
    await mkdir(join(root, 'ads'));
    await writeFile(join(root, 'adwright.yaml'), PROJECT);
    for (const [name, { file }] of Object.entries(files)) await writeFile(join(root, name), bytesOf(file));
    if (Object.keys(files).some((name) => name.endsWith('.csv')))
      await writeFile(join(root, 'ads/t.yaml'), `version: 1\nkeywordFiles: [${entryOf(files['ads/k.csv'])}]\n`);
    const before = await loadFolder(root);
    expect(before.errors).toEqual([]);
    const wanted = new Map(Object.values(files).flatMap((one) => [...one.wanted]));
    expectValues(before.graph.resources, wanted);
    const { files: edits, written, notWritten } = planEdits(before.graph.resources, wishes, SECTIONS);
    for (const { reason } of notWritten)
      expect(
        REASONS.some((known) => known.test(reason)),
        reason,
      ).toBe(true);
    for (const [name, list] of edits) {
      const { file } = files[name] as { file: WrittenFile };
      const bytes = bytesOf(file);
      const content = fileText(bytes, list);
      const after = await editedBytes(content, list);
      expectOnlyValues(file, new Set(written.map(({ address, path }) => `${address} ${path.join('.')}`)), after);
      await writeFile(join(root, name), after);
      const decoder = new TextDecoder(content.encoding ?? 'utf-8', { ignoreBOM: true });
      const lines = (text: string) => text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
      const diff = [...unifiedDiff(name, content, list)].join('');
      expect(applyDiff(lines(decoder.decode(bytes)), diff)).toBe(lines(decoder.decode(after)));
    }
    const after = await loadFolder(root);
    expect(after.errors).toEqual([]);
    for (const { address, path, value } of written)
      wanted.set(address, { ...wanted.get(address), [path.join('.')]: value as string });
    expectValues(after.graph.resources, wanted);
  } finally {
    await rm(root, { recursive: true, force: true });
  }
}

/** Requests for fields of what the file holds; at most one for each. */
function wishesFor(
  wanted: ReadonlyMap<string, Values>,
  picks: readonly { entry: number; field: Field; values: Readonly<Record<Field, string>> }[],
  names: readonly string[],
  lists: readonly (readonly string[])[],
): EditRequest[] {
  const addresses = [...wanted.keys()];
  const wishes = new Map<string, EditRequest>();
  for (const { entry: at, field: name, values } of picks) {
    const address = addresses[at % addresses.length] ?? '';
    const [path, value]: [string, Value] = address.startsWith('picture/')
      ? ['tags', lists[at % lists.length] ?? []]
      : address.startsWith('group/')
        ? at % 2 === 0
          ? ['name', names[at % names.length] ?? '']
          : ['price', values.price]
        : [name, values[name]];
    wishes.set(`${address} ${path}`, { address, path: [path], value });
  }
  return [...wishes.values()];
}

const picks = fc.array(request, { minLength: 1, maxLength: 6 });
const names = fc.array(text, { minLength: 3, maxLength: 3 });
const lists = fc.array(tags, { minLength: 3, maxLength: 3 });

describe('the editor changes only the bytes of a value, and the file reads as it should', () => {
  it('in YAML', async () => {
    await fc.assert(
      fc.asyncProperty(yamlFile, picks, names, lists, async (form, some, texts, others) => {
        const written = writeYaml(form);
        await check({ 'ads/a.yaml': written }, wishesFor(written.wanted, some, texts, others));
      }),
      PARAMETERS,
    );
  });

  it('in tables', async () => {
    await fc.assert(
      fc.asyncProperty(tableFile, picks, async (form, some) => {
        const written = writeTable(form);
        await check({ 'ads/k.csv': written }, wishesFor(written.wanted, some, [''], [[]]));
      }),
      PARAMETERS,
    );
  });
});
