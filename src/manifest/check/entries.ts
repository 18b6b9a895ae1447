import type { Static, TSchema } from '@sinclair/typebox';
import type { FieldPath, ImageValue, ManifestSection } from '../../model/index.js';
import { plural } from '../../model/index.js';
import type { SchemaCheck, SchemaError } from '../../schema/check.js';
import { type CheckedSchema, schemaErrors } from '../../schema/checked-schema.js';
import type { LocatedDocument } from '../source/located-document.js';
import { isPlainMap } from '../source/plain-map.js';
import { inDocument, type Report } from '../source/report.js';
import { quoted } from '../source/suggest.js';
import { dropped } from './dropped.js';
import { schemaFaults } from './schema-faults.js';
import type { SchemaNode } from './schema-node.js';

/** Where the value under one key of one document is. */
export interface WrittenPart {
  readonly document: LocatedDocument;
  /** Path of the value in the document. */
  readonly base: FieldPath;
  /** Where entries were left out of a list: the index that each remaining one was written at. */
  readonly indexes?: readonly number[] | undefined;
}

/** An entry that its schema does not accept, as written. */
export interface FaultyEntry {
  /** In the document. */
  readonly path: FieldPath;
  readonly schema: SchemaNode;
  readonly value: unknown;
}

/** The value under one key of one document, reduced to the entries that its schema accepts. */
export interface SectionPart extends WrittenPart {
  readonly section: ManifestSection;
  /** A list or a map, as the section's schema says. */
  readonly value: unknown;
  /** Names of entries that were left out of a map: they are declared, although wrongly. */
  readonly rejected: readonly string[];
  /** Entries that were left out, where they may name something: that is looked at all the same. */
  readonly faulty?: readonly FaultyEntry[];
  /** Filled in by the image stage, by path joined with `/`. */
  readonly images: Map<string, ImageValue>;
}

/** Where what `path` names inside a part is in its document: entries that were left out count there. */
export function writtenPath({ base, indexes }: WrittenPart, path: FieldPath): FieldPath {
  const [first, ...rest] = path;
  if (first === undefined) return base;
  const step = typeof first === 'number' ? (indexes?.[first] ?? first) : first;
  return [...base, step, ...rest];
}

/** More faults than these in one document are counted, not listed. */
const MOST_FAULTS = 1000;
/** In a table, whose like faults are reported together. */
const MOST_FAULTS_OF_TABLE = 100_000;

/** A list or a map whose entries share a schema. */
export interface CheckedEntries {
  /** Of the whole. */
  readonly schema: SchemaNode;
  /** Of one entry. */
  readonly check: CheckedSchema<SchemaNode>;
}

export type AcceptedEntries = Pick<SectionPart, 'value' | 'indexes' | 'rejected'>;

/** Checks a list or a map entry by entry and keeps the good ones, so that one fault hides no other. */
export async function acceptEntries(
  { schema, check }: CheckedEntries,
  value: unknown,
  base: FieldPath,
  document: LocatedDocument,
  report: Report,
): Promise<AcceptedEntries | undefined> {
  const faults = new EntryFaults(check, document, report);
  if (schema.type === 'array') {
    if (!Array.isArray(value)) {
      faults.wrongType(schema, value, base);
      return undefined;
    }
    const kept: unknown[] = [];
    const indexes: number[] = [];
    for (const [index, item] of value.entries()) {
      if (!check.accepts(item) && (await faults.tell(item, [...base, index]))) continue;
      kept.push(item);
      indexes.push(index);
    }
    faults.end();
    return kept.length === value.length ? { value, rejected: [] } : { value: kept, indexes, rejected: [] };
  }
  if (!isPlainMap(value)) {
    faults.wrongType(schema, value, base);
    return undefined;
  }
  const names = schema.propertyNames?.pattern;
  const nameForm = names === undefined ? undefined : new RegExp(names, 'u');
  const kept: [string, unknown][] = [];
  const rejected: string[] = [];
  for (const [name, entry] of Object.entries(value)) {
    const path = [...base, name];
    const wellNamed = nameForm?.test(name) ?? true;
    if (!wellNamed) faults.badName(name, path);
    const faulty = !check.accepts(entry) && (await faults.tell(entry, path));
    if (!faulty && wellNamed) kept.push([name, entry]);
    else rejected.push(name);
  }
  faults.end();
  return { value: rejected.length === 0 ? value : Object.fromEntries(kept), rejected };
}

/** Checks one value as a whole. */
export async function acceptValue(
  check: CheckedSchema<SchemaNode>,
  value: unknown,
  path: FieldPath,
  document: LocatedDocument,
  report: Report,
): Promise<boolean> {
  return check.accepts(value) || !(await new EntryFaults(check, document, report).tell(value, path));
}

/** The value as what its schema describes; undefined where it is something else, which is then reported. */
export async function acceptedAs<Schema extends TSchema>(
  check: CheckedSchema<Schema>,
  value: unknown,
  path: FieldPath,
  document: LocatedDocument,
  report: Report,
): Promise<Static<Schema> | undefined> {
  return (await acceptValue(check, value, path, document, report)) ? (value as Static<Schema>) : undefined;
}

class EntryFaults {
  readonly #checked: CheckedSchema<SchemaNode>;
  readonly #document: LocatedDocument;
  readonly #report: Report;
  /** Loaded for the first fault. */
  #check: SchemaCheck | undefined;
  #faults = 0;
  #silent = 0;

  constructor(checked: CheckedSchema<SchemaNode>, document: LocatedDocument, report: Report) {
    this.#checked = checked;
    this.#document = document;
    this.#report = report;
  }

  /** Reports what is wrong with a value; says whether anything is. */
  async tell(value: unknown, path: FieldPath): Promise<boolean> {
    this.#check ??= await this.#checked.load();
    const errors = schemaErrors(this.#check, value);
    if (errors.length > 0) this.#tellErrors(errors, this.#checked.schema, value, path);
    return errors.length > 0;
  }

  wrongType(schema: SchemaNode, value: unknown, path: FieldPath): void {
    this.#tellErrors([typeError(schema)], schema, value, path);
  }

  #tellErrors(errors: readonly SchemaError[], schema: SchemaNode, value: unknown, path: FieldPath): void {
    const isFull = this.#faults >= (this.#document.isTable === true ? MOST_FAULTS_OF_TABLE : MOST_FAULTS);
    const faults = isFull ? [] : schemaFaults(errors, schema, value, path, this.#document);
    if (isFull) this.#silent++;
    let told = isFull || this.#document.faulty === true;
    for (const { code, path: at, onKey, detail } of faults) {
      this.#faults++;
      // Where a line is broken, what is missing may have been there; nothing is known about what follows.
      if (this.#document.unsureFrom !== undefined && (code === 'missing-key' || code === 'too-few')) continue;
      if (this.#document.isUnsure?.(at, onKey) === true) continue;
      this.#report(inDocument(this.#document, code, at, { detail, onKey }));
      told = true;
    }
    // Whatever the reader and the checks above may have missed: what is rejected in silence looks like what was deleted.
    if (!told) this.#report(dropped(this.#document, path));
  }

  badName(name: string, path: FieldPath): void {
    this.#faults++;
    this.#report(inDocument(this.#document, 'bad-name', path, { detail: `The name ${quoted(name)}.`, onKey: true }));
  }

  end(): void {
    if (this.#silent === 0) return;
    const verb = this.#silent === 1 ? 'has' : 'have';
    const detail = `${plural(this.#silent, 'further entry', 'further entries')} of this file ${verb} errors.`;
    this.#report(inDocument(this.#document, 'too-many-faults', [], { detail }));
  }
}

/** The only thing that can be wrong with a list or a map before its entries are looked at. */
function typeError({ type }: SchemaNode): SchemaError {
  return { keyword: 'type', instancePath: '', schemaPath: '#/type', params: { type } };
}
