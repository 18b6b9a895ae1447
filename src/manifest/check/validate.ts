import type { FieldPath, ManifestSection } from '../../model/index.js';
import { checkedSchema } from '../../schema/checked-schema.js';
import type { LocatedDocument } from '../source/located-document.js';
import { isPlainMap } from '../source/plain-map.js';
import { inDocument, type Report } from '../source/report.js';
import { quoted } from '../source/suggest.js';
import { checkTexts } from './check-texts.js';
import type { AcceptedEntries, CheckedEntries, SectionPart } from './entries.js';
import { acceptEntries } from './entries.js';
import { faultyEntries } from './faulty-entries.js';
import {
  FILES_ENTRY_SCHEMA,
  FORGOTTEN_ADDRESS_SCHEMA,
  FORGOTTEN_SCHEMA,
  MOVE_SCHEMA,
  MOVED_SCHEMA,
} from './own-schemas.js';
import { unknownKey } from './schema-faults.js';
import type { SchemaNode } from './schema-node.js';
import { soundnessOf } from './soundness.js';

const MOVED: CheckedEntries = {
  schema: MOVED_SCHEMA,
  check: checkedSchema(MOVE_SCHEMA, async () => (await import('./own.checks.js')).isMove),
};
const FORGOTTEN: CheckedEntries = {
  schema: FORGOTTEN_SCHEMA,
  check: checkedSchema(FORGOTTEN_ADDRESS_SCHEMA, async () => (await import('./own.checks.js')).isForgottenAddress),
};
const FILES: CheckedEntries = {
  schema: { type: 'array', items: FILES_ENTRY_SCHEMA },
  check: checkedSchema(FILES_ENTRY_SCHEMA, async () => (await import('./own.checks.js')).isFilesEntry),
};

/** A request to read rows of `section` from files. */
export interface FilesRequest {
  readonly section: ManifestSection;
  readonly document: LocatedDocument;
  readonly path: FieldPath;
  readonly pattern: string;
  readonly encoding: 'utf-8' | 'gb18030' | undefined;
  readonly sheet: string | undefined;
}

/** What one document says, as far as its schema accepts it. */
export interface ValidatedDocument {
  readonly document: LocatedDocument;
  readonly parts: readonly SectionPart[];
  readonly files: readonly FilesRequest[];
  readonly moved: readonly { readonly from: string; readonly to: string; readonly path: FieldPath }[];
  readonly forgotten: readonly { readonly address: string; readonly path: FieldPath }[];
}

/** Checks one document against the schemas of the sections. Every fault is reported; what is sound is used. */
export async function validateManifest(
  document: LocatedDocument,
  sections: readonly ManifestSection[],
  needsVersion: boolean,
  report: Report,
): Promise<ValidatedDocument> {
  const parts: SectionPart[] = [];
  const files: FilesRequest[] = [];
  const moved: { from: string; to: string; path: FieldPath }[] = [];
  const forgotten: { address: string; path: FieldPath }[] = [];
  const result = { document, parts, files, moved, forgotten };
  const sure = document.unsureFrom === undefined;
  if (!isPlainMap(document.value)) {
    const detail = 'A manifest is a map: version, groups, keywords, … If a colon is missing or full-width, add it.';
    if (sure || document.faulty !== true) report(inDocument(document, 'wrong-shape', [], { detail }));
    return result;
  }
  checkTopLevel(document, document.value, sections, needsVersion && sure, report);
  for (const section of sections) {
    if (Object.hasOwn(document.value, section.key)) {
      const base = [section.key];
      const accepted = await checkEntries(section, document.value[section.key], base, document, report);
      if (accepted !== undefined) {
        const faulty = faultyEntries(section, document.value[section.key], base, accepted);
        parts.push({ section, document, base, images: new Map(), faulty, ...accepted });
      }
    }
    const key = section.files?.key;
    if (key !== undefined && Object.hasOwn(document.value, key)) {
      for (const one of await filesRequests(section, document, document.value[key], [key], report)) files.push(one);
    }
  }
  if (Object.hasOwn(document.value, 'moved')) {
    await acceptEntries(MOVED, document.value['moved'], ['moved'], document, report);
    for (const [path, entry] of entriesOf(document, 'moved')) {
      // What else is wrong with the entry does not hide that a name is unknown.
      if (!isPlainMap(entry) || typeof entry['from'] !== 'string' || typeof entry['to'] !== 'string') continue;
      if (entry['from'] !== '' && entry['to'] !== '') moved.push({ from: entry['from'], to: entry['to'], path });
    }
  }
  if (Object.hasOwn(document.value, 'forgotten')) {
    await acceptEntries(FORGOTTEN, document.value['forgotten'], ['forgotten'], document, report);
    for (const [path, entry] of entriesOf(document, 'forgotten')) {
      if (typeof entry === 'string' && entry !== '') forgotten.push({ address: entry, path });
    }
  }
  return result;
}

/** What of a value its texts and its schema let pass. */
export async function checkEntries(
  entries: CheckedEntries,
  value: unknown,
  base: FieldPath,
  document: LocatedDocument,
  report: Report,
): Promise<AcceptedEntries | undefined> {
  if (Array.isArray(value) && isSoundList(entries.schema, value)) return { value, rejected: [] };
  checkTexts(entries.schema, value, base, document, report);
  return acceptEntries(entries, value, base, document, report);
}

function isSoundList({ items, minItems, maxItems }: SchemaNode, list: readonly unknown[]): boolean {
  if (items === undefined || minItems !== undefined || maxItems !== undefined) return false;
  const sound = soundnessOf(items);
  for (let index = 0; index < list.length; index++) if (!sound(list[index])) return false;
  return true;
}

function entriesOf(document: LocatedDocument, key: string): [FieldPath, unknown][] {
  const value = (document.value as Record<string, unknown>)[key];
  return Array.isArray(value) ? value.map((entry: unknown, index) => [[key, index], entry]) : [];
}

function checkTopLevel(
  document: LocatedDocument,
  value: Readonly<Record<string, unknown>>,
  sections: readonly ManifestSection[],
  needsVersion: boolean,
  report: Report,
): void {
  const known = ['version'];
  for (const section of sections) {
    known.push(section.key);
    if (section.files !== undefined) known.push(section.files.key);
  }
  known.push('moved', 'forgotten');
  for (const key of Object.keys(value)) {
    if (known.includes(key) || key.startsWith('x-')) continue;
    if (document.faulty === true && document.isUnsure?.([key], true) === true) continue;
    const { code, path, detail } = unknownKey(key, [key], known);
    const owner = sections.find((section) => Object.hasOwn(entryProperties(section.schema), key));
    const hint = owner === undefined ? '' : ` It is a key of an entry of ${owner.key}: indent it.`;
    report(inDocument(document, code, path, { detail: detail + hint, onKey: true }));
  }
  if (!Object.hasOwn(value, 'version')) {
    if (needsVersion) {
      report(inDocument(document, 'missing-key', [], { detail: 'A manifest starts with "version: 1".' }));
    }
  } else if (value['version'] !== '1') {
    const found = typeof value['version'] === 'string' ? quoted(value['version']) : 'This';
    report(inDocument(document, 'bad-version', ['version'], { detail: `${found} is not a known version.` }));
  }
}

function entryProperties(schema: SchemaNode): Readonly<Record<string, SchemaNode>> {
  const entry = schema.items ?? schema.additionalProperties;
  return (typeof entry === 'object' ? entry.properties : undefined) ?? {};
}

async function filesRequests(
  section: ManifestSection,
  document: LocatedDocument,
  value: unknown,
  base: FieldPath,
  report: Report,
): Promise<FilesRequest[]> {
  // The short form is brought to the long one first, so that one schema gives the faults.
  const long = Array.isArray(value) ? value.map((item) => (typeof item === 'string' ? { path: item } : item)) : value;
  await acceptEntries(FILES, long, base, document, report);
  const requests: FilesRequest[] = [];
  for (const [index, entry] of (Array.isArray(long) ? long : []).entries()) {
    // What else is wrong with the entry does not hide what is wrong with its files.
    if (!isPlainMap(entry) || typeof entry['path'] !== 'string' || entry['path'] === '') continue;
    const path = [...base, index];
    const encoding = typeof entry['encoding'] === 'string' ? encodingOf(entry['encoding']) : undefined;
    if (encoding === 'unknown') {
      const detail = `${quoted(String(entry['encoding']))} is not a supported encoding. Allowed: utf-8, gb18030.`;
      report(inDocument(document, 'not-allowed', [...path, 'encoding'], { detail }));
    }
    const taken = encoding === 'unknown' ? undefined : encoding;
    const sheet = typeof entry['sheet'] === 'string' && entry['sheet'] !== '' ? entry['sheet'] : undefined;
    requests.push({ section, document, path, pattern: entry['path'], encoding: taken, sheet });
  }
  return requests;
}

function encodingOf(written: string): FilesRequest['encoding'] | 'unknown' {
  const name = written.toLowerCase();
  if (name === 'utf-8' || name === 'utf8') return 'utf-8';
  return /^gb(?:k|2312|18030)$/.test(name) ? 'gb18030' : 'unknown';
}
