import type { SourcePlace } from '../../diagnostics/diagnostic.js';
import type { FieldPath, Gap, NoSlot, Slot } from '../../model/index.js';
import type { LocatedDocument } from './located-document.js';
import { asGap, asSlot, type YamlSpot } from './slot.js';
import type { SourceText } from './source-text.js';

/** A document of a YAML text. How the text was read decides only where in it a path leads. */
export abstract class TextDocument implements LocatedDocument {
  constructor(
    protected readonly source: SourceText,
    readonly value: unknown,
  ) {}

  /** From where to where the text has what `path` names, or the nearest thing around it. */
  protected abstract range(path: FieldPath, onKey: boolean): readonly [number, number];

  protected abstract spot(path: FieldPath, find: 'slot' | 'gap'): YamlSpot | NoSlot | undefined;

  get file(): string {
    return this.source.file;
  }

  place(path: FieldPath, onKey = false): SourcePlace {
    const [start, end] = this.range(path, onKey);
    // A list or map of several lines is pointed at where it starts.
    const lineEnd = this.source.text.indexOf('\n', start);
    return this.source.place(start, lineEnd < 0 ? end : Math.min(end, lineEnd));
  }

  offset(path: FieldPath, onKey = false): number {
    return this.range(path, onKey)[0];
  }

  line(number: number): string {
    return this.source.line(number);
  }

  written(path: FieldPath): string {
    const [start, end] = this.range(path, false);
    return this.source.text.slice(start, end);
  }

  slot(path: FieldPath): Slot | NoSlot | undefined {
    return asSlot(this.source, this.spot(path, 'slot'));
  }

  gap(path: FieldPath): Gap | NoSlot | undefined {
    return asGap(this.source, this.spot(path, 'gap'));
  }
}
