import type { FieldPath, NoSlot } from '../../model/index.js';
import type { YamlSpot } from '../source/slot.js';
import type { SourceText } from '../source/source-text.js';
import { TextDocument } from '../source/text-document.js';
import { findSpots, type PlainSection, type PlainText, type Range, type Stretch } from './plain-reader.js';
import { SpotMap } from './spot-map.js';

/** Finds what `path` names below a stretch that `yaml` reads. */
export interface StretchFinder {
  range(from: number, to: number, path: FieldPath, onKey: boolean): Range;
  slot(from: number, to: number, path: FieldPath, find: 'slot' | 'gap'): YamlSpot | NoSlot | undefined;
}

/** A document in the plain form. It keeps where its sections, their items and their entries are; the rest is found when asked for. */
export class PlainDocument extends TextDocument {
  readonly #plain: PlainText;
  readonly #finder: StretchFinder | undefined;
  #stretches: ReadonlyMap<number, Stretch> | undefined;
  /** The part that was looked into last: faults come side by side. */
  #looked: { readonly from: number; readonly spots: SpotMap } | undefined;

  /** `finder` is needed where the text has stretches. */
  constructor(source: SourceText, plain: PlainText, finder: StretchFinder | undefined) {
    super(source, plain.value);
    this.#plain = plain;
    this.#finder = finder;
  }

  protected spot(path: FieldPath, find: 'slot' | 'gap'): YamlSpot | NoSlot | undefined {
    const part = this.#part(path);
    if (part === undefined) return undefined;
    if (part.stretch !== undefined) return this.#finder?.slot(part.from, part.to, part.inside, find);
    const spots = this.#spots(part);
    return find === 'slot' ? spots.slot(path, this.source.text) : spots.gap(path, this.source.text);
  }

  protected range(path: FieldPath, onKey: boolean): Range {
    const part = this.#part(path);
    if (part === undefined) return this.#root();
    if (path.length === 1 && onKey) return part.section.key;
    if (part.item !== undefined && path.length === 2 && part.stretch === undefined) return this.#itemRange(part.item);
    if (part.entry !== undefined && path.length === 2 && onKey) return this.#keyRange(part.from, part.entry);
    if (part.stretch !== undefined && this.#finder !== undefined) {
      return this.#finder.range(part.from, part.to, part.inside, onKey);
    }
    return this.#spots(part).range(path, onKey) ?? part.section.key;
  }

  /** The section, or the item of its list or the entry of its map, that `path` leads into. */
  #part(path: FieldPath): Part | undefined {
    const { sections, stretches } = this.#plain;
    const [key, step] = path;
    const section = key === undefined ? undefined : sections.get(String(key));
    if (section === undefined) return undefined;
    const entry = step === undefined ? undefined : String(step);
    const lines = entry === undefined ? undefined : section.entries?.get(entry);
    if (lines !== undefined) return { section, from: lines[0], to: lines[1], entry, inside: path };
    const index = section.items !== undefined && step !== undefined ? Number(step) : undefined;
    const item = index === undefined ? undefined : section.items?.[index];
    const from = item ?? section.from;
    const to = item === undefined ? section.to : (section.items?.[(index ?? 0) + 1] ?? section.to);
    const stretch = stretches.length === 0 ? undefined : this.#stretchFrom(from);
    const inside = stretch === undefined || stretch.index === undefined ? path : [0, ...path.slice(2)];
    return { section, from, to: stretch?.to ?? to, item, index, stretch, inside };
  }

  #spots({ from, to, item, index, entry }: Part): SpotMap {
    // Where an item or entry is meant that is not there, the list or map is the nearest thing around it.
    const base = item === undefined && entry === undefined ? 0 : 1;
    if (this.#looked?.from !== from || this.#looked.spots.base !== base) {
      const spots = new SpotMap(base);
      findSpots(this.source.text, item === undefined ? { from, to } : { from, to, index: index ?? 0 }, spots);
      this.#looked = { from, spots };
    }
    return this.#looked.spots;
  }

  #stretchFrom(from: number): Stretch | undefined {
    this.#stretches ??= new Map(this.#plain.stretches.map((stretch) => [stretch.from, stretch]));
    return this.#stretches.get(from);
  }

  /** An item as a whole is placed after its dash, up to the end of that line: there may be a million places to give. */
  #itemRange(line: number): Range {
    const { text } = this.source;
    let start = text.indexOf('-', line) + 1;
    while (text.charCodeAt(start) === 0x20) start++;
    const end = text.indexOf('\n', start);
    return [start, end < 0 ? text.length : end];
  }

  #keyRange(line: number, key: string): Range {
    const start = this.source.text.indexOf(key, line);
    return [start, start + key.length];
  }

  #root(): Range {
    const start = this.#plain.sections.values().next().value?.key[0] ?? 0;
    return [start, this.source.text.length];
  }
}

interface Part {
  readonly section: PlainSection;
  readonly from: number;
  readonly to: number;
  /** Where the line of the item begins, and its number in the list. */
  readonly item?: number | undefined;
  readonly index?: number | undefined;
  /** The key of the entry. */
  readonly entry?: string | undefined;
  readonly stretch?: Stretch | undefined;
  /** The path inside the stretch. */
  readonly inside: FieldPath;
}
