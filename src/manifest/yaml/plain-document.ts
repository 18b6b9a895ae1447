import type { SourcePlace } from '../../diagnostics/diagnostic.js';
import type { FieldPath } from '../../model/index.js';
import type { LocatedDocument } from '../source/located-document.js';
import type { SourceText } from '../source/source-text.js';
import { findSpots, type PlainText, type Range, type Spots, type Stretch } from './plain-reader.js';

/** Finds the place of `path` below a stretch that `yaml` reads. */
export type StretchRange = (from: number, to: number, path: FieldPath, onKey: boolean) => Range;

/** A document in the plain form. It keeps where its sections and their items begin; the rest is found when asked for. */
export class PlainDocument implements LocatedDocument {
  readonly value: unknown;
  readonly #source: SourceText;
  readonly #plain: PlainText;
  readonly #stretchRange: StretchRange | undefined;
  #stretches: ReadonlyMap<number, Stretch> | undefined;
  /** The part that was looked into last: faults come side by side. */
  #looked: { readonly from: number; readonly spots: SpotMap } | undefined;

  /** `stretchRange` is needed where the text has stretches. */
  constructor(source: SourceText, plain: PlainText, stretchRange: StretchRange | undefined) {
    this.#source = source;
    this.#plain = plain;
    this.value = plain.value;
    this.#stretchRange = stretchRange;
  }

  get file(): string {
    return this.#source.file;
  }

  place(path: FieldPath, onKey = false): SourcePlace {
    const [start, end] = this.#range(path, onKey);
    const lineEnd = this.#source.text.indexOf('\n', start);
    return this.#source.place(start, lineEnd < 0 ? end : Math.min(end, lineEnd));
  }

  offset(path: FieldPath, onKey = false): number {
    return this.#range(path, onKey)[0];
  }

  line(number: number): string {
    return this.#source.line(number);
  }

  written(path: FieldPath): string {
    const [start, end] = this.#range(path, false);
    return this.#source.text.slice(start, end);
  }

  #range(path: FieldPath, onKey: boolean): Range {
    const { sections, stretches } = this.#plain;
    const [key, step] = path;
    const section = key === undefined ? undefined : sections.get(String(key));
    if (section === undefined) return this.#root();
    if (path.length === 1 && onKey) return section.key;
    const index = section.items !== undefined && typeof step !== 'undefined' ? Number(step) : undefined;
    const item = index === undefined ? undefined : section.items?.[index];
    const from = item ?? section.from;
    const to = item === undefined ? section.to : (section.items?.[(index ?? 0) + 1] ?? section.to);
    const stretch = stretches.length === 0 ? undefined : this.#stretchFrom(from);
    if (item !== undefined && path.length === 2 && stretch === undefined) return this.#itemRange(item);
    if (stretch !== undefined && this.#stretchRange !== undefined) {
      const inside = stretch.index === undefined ? path : [0, ...path.slice(2)];
      return this.#stretchRange(stretch.from, stretch.to, inside, onKey);
    }
    // Where an item is meant that is not there, the list is the nearest thing around it.
    const base = item === undefined ? [] : [String(key)];
    if (this.#looked?.from !== from || this.#looked.spots.base !== base.length) {
      const spots = new SpotMap(base.length);
      findSpots(this.#source.text, item === undefined ? { from, to } : { from, to, index: index ?? 0 }, spots);
      this.#looked = { from, spots };
    }
    return this.#looked.spots.range(path, onKey) ?? section.key;
  }

  #stretchFrom(from: number): Stretch | undefined {
    this.#stretches ??= new Map(this.#plain.stretches.map((stretch) => [stretch.from, stretch]));
    return this.#stretches.get(from);
  }

  /** An item as a whole is placed after its dash, up to the end of that line: there may be a million places to give. */
  #itemRange(line: number): Range {
    const { text } = this.#source;
    let start = text.indexOf('-', line) + 1;
    while (text.charCodeAt(start) === 0x20) start++;
    const end = text.indexOf('\n', start);
    return [start, end < 0 ? text.length : end];
  }

  #root(): Range {
    const start = this.#plain.sections.values().next().value?.key[0] ?? 0;
    return [start, this.#source.text.length];
  }
}

const SEPARATOR = '\u0000';

/** Places by path. */
class SpotMap implements Spots {
  readonly #values = new Map<string, Range>();
  readonly #keys = new Map<string, Range>();
  readonly #path: string[] = [];

  /** `base` is the number of steps of a path that lead to what is looked into. */
  constructor(readonly base: number) {}

  enter(step: string | number): void {
    this.#path.push(String(step));
  }

  leave(): void {
    this.#path.pop();
  }

  key(range: Range): void {
    this.#keys.set(this.#path.join(SEPARATOR), range);
  }

  value(range: Range): void {
    this.#values.set(this.#path.join(SEPARATOR), range);
  }

  /** The place of what `path` names, or of the nearest thing around it. A key without a value is the place of its value. */
  range(path: FieldPath, onKey: boolean): Range | undefined {
    const steps = path.slice(this.base).map(String);
    const full = steps.join(SEPARATOR);
    const exact = onKey ? this.#keys.get(full) : undefined;
    if (exact !== undefined) return exact;
    for (let length = steps.length; length > 0; length--) {
      const name = steps.slice(0, length).join(SEPARATOR);
      const found = this.#values.get(name) ?? this.#keys.get(name);
      if (found !== undefined) return found;
    }
    return undefined;
  }
}
