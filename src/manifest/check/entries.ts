import type { FieldPath, ImageValue, ManifestSection } from '../../model/index.js';
import { plural } from '../../model/index.js';
import type { LocatedDocument } from '../source/located-document.js';
import { isPlainMap } from '../source/plain-map.js';
import { inDocument, type Report } from '../source/report.js';
import { quoted } from '../source/suggest.js';
import { dropped } from './dropped.js';
import { SchemaChecker } from './schema-errors.js';
import { schemaFaults } from './schema-faults.js';
import type { SchemaNode } from './schema-node.js';

/** Where the value under one key of one document stands. */
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

/**
 * Checks a list or a map entry by entry and keeps the good ones, so that one fault hides no other. A caller with many
 * pieces of one schema passes a checker.
 */
export function acceptEntries(
  schema: SchemaNode,
  value: unknown,
  base: FieldPath,
  document: LocatedDocument,
  report: Report,
  checker?: SchemaChecker,
): { value: unknown; indexes?: readonly number[]; rejected: readonly string[] } | undefined {
  const check = new EntryCheck(document, report, checker);
  if (schema.type === 'array') {
    if (!Array.isArray(value)) {
      check.passes(schema, value, base);
      return undefined;
    }
    const kept: unknown[] = [];
    const indexes: number[] = [];
    for (const [index, item] of value.entries()) {
      if (!check.passes(schema.items ?? {}, item, base, index)) continue;
      kept.push(item);
      indexes.push(index);
    }
    check.end();
    return kept.length === value.length ? { value, rejected: [] } : { value: kept, indexes, rejected: [] };
  }
  if (!isPlainMap(value)) {
    check.passes(schema, value, base);
    return undefined;
  }
  const names = schema.propertyNames?.pattern;
  const nameForm = names === undefined ? undefined : new RegExp(names, 'u');
  const kept: [string, unknown][] = [];
  const rejected: string[] = [];
  for (const [name, entry] of Object.entries(value)) {
    const wellNamed = nameForm?.test(name) ?? true;
    if (!wellNamed) check.badName(name, [...base, name]);
    const entrySchema = typeof schema.additionalProperties === 'object' ? schema.additionalProperties : {};
    if (check.passes(entrySchema, entry, base, name) && wellNamed) kept.push([name, entry]);
    else rejected.push(name);
  }
  check.end();
  return { value: rejected.length === 0 ? value : Object.fromEntries(kept), rejected };
}

/** Checks one value as a whole. */
export function acceptValue(
  schema: SchemaNode,
  value: unknown,
  path: FieldPath,
  document: LocatedDocument,
  report: Report,
  checker?: SchemaChecker,
): boolean {
  return new EntryCheck(document, report, checker).passes(schema, value, path);
}

class EntryCheck {
  readonly #document: LocatedDocument;
  readonly #report: Report;
  readonly #checker: SchemaChecker;
  #faults = 0;
  #silent = 0;

  constructor(document: LocatedDocument, report: Report, checker = new SchemaChecker()) {
    this.#document = document;
    this.#report = report;
    this.#checker = checker;
  }

  /** `step` names the entry below `base`; without it `base` itself is meant. */
  passes(schema: SchemaNode, entry: unknown, base: FieldPath, step?: string | number): boolean {
    const errors = this.#checker.errors(schema, entry);
    if (errors.length === 0) return true;
    const faults =
      this.#faults >= MOST_FAULTS
        ? []
        : schemaFaults(errors, step === undefined ? base : [...base, step], this.#document);
    const counted = faults.length === 0 && this.#faults >= MOST_FAULTS;
    if (counted) this.#silent++;
    let told = counted || this.#document.faulty === true;
    for (const { code, path, onKey, detail } of faults) {
      this.#faults++;
      // Where a line is broken, what is missing may have been there; nothing is known about what follows.
      if (this.#document.unsureFrom !== undefined && (code === 'missing-key' || code === 'too-few')) continue;
      if (this.#document.isUnsure?.(path, onKey) === true) continue;
      this.#report(inDocument(this.#document, code, path, { detail, onKey }));
      told = true;
    }
    // Whatever the reader and the checks above may have missed: what is rejected in silence looks like what was deleted.
    if (!told) this.#report(dropped(this.#document, step === undefined ? base : [...base, step]));
    return false;
  }

  badName(name: string, path: FieldPath): void {
    this.#faults++;
    this.#report(inDocument(this.#document, 'bad-name', path, { detail: `The name ${quoted(name)}.`, onKey: true }));
  }

  end(): void {
    if (this.#silent === 0) return;
    const verb = this.#silent === 1 ? 'has' : 'have';
    const detail = `${plural(this.#silent, 'further entry', 'further entries')} of this file ${verb} faults.`;
    this.#report(inDocument(this.#document, 'too-many-faults', [], { detail }));
  }
}
