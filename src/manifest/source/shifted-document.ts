import type { SourcePlace } from '../../diagnostics/diagnostic.js';
import type { FieldPath, Gap, NoSlot, Slot } from '../../model/index.js';
import type { LocatedDocument } from './located-document.js';

/** A line of the part as a line of the whole, and back. */
export interface LineShift {
  toWhole(line: number): number;
  toPart(line: number): number;
}

/** A document that was read from a part of its file: its places are those of the whole file. */
export class ShiftedDocument implements LocatedDocument {
  readonly file: string;

  constructor(
    readonly part: LocatedDocument,
    readonly value: unknown,
    readonly shift: LineShift,
  ) {
    this.file = part.file;
  }

  get faulty(): boolean {
    return this.part.faulty === true;
  }

  get isTable(): boolean {
    return this.part.isTable === true;
  }

  place(path: FieldPath, onKey?: boolean): SourcePlace {
    return shifted(this.part.place(path, onKey), this.shift);
  }

  /** Within the part: good for putting entries of it in order. */
  offset(path: FieldPath, onKey?: boolean): number {
    return this.part.offset(path, onKey);
  }

  isUnsure(path: FieldPath, onKey?: boolean): boolean {
    return this.part.isUnsure?.(path, onKey) === true;
  }

  line(number: number): string {
    return this.part.line(this.shift.toPart(number));
  }

  slot(path: FieldPath): Slot | NoSlot | undefined {
    return moved(this.part.slot?.(path), this.shift);
  }

  gap(path: FieldPath): Gap | NoSlot | undefined {
    return moved(this.part.gap?.(path), this.shift);
  }

  written(path: FieldPath): string | undefined {
    return this.part.written(path);
  }
}

function moved<Found extends Slot | Gap>(
  found: Found | NoSlot | undefined,
  shift: LineShift,
): Found | NoSlot | undefined {
  return found === undefined || 'why' in found ? found : { ...found, place: shifted(found.place, shift) };
}

export function shifted(place: SourcePlace, { toWhole }: LineShift): SourcePlace {
  const { line, endLine } = place;
  return { ...place, line: toWhole(line), ...(endLine !== undefined && { endLine: toWhole(endLine) }) };
}

/** A document that is read again when a place in it is needed: it does not keep its content in memory. */
export class DistantDocument implements LocatedDocument {
  constructor(
    readonly file: string,
    readonly read: () => LocatedDocument,
    /** The place of a value, where it is known without reading. */
    readonly known: (path: FieldPath) => SourcePlace | undefined = () => undefined,
  ) {}

  get value(): unknown {
    return this.read().value;
  }

  get faulty(): boolean {
    return this.read().faulty === true;
  }

  get isTable(): boolean {
    return this.read().isTable === true;
  }

  place(path: FieldPath, onKey?: boolean): SourcePlace {
    return (onKey === true ? undefined : this.known(path)) ?? this.read().place(path, onKey);
  }

  offset(path: FieldPath, onKey?: boolean): number {
    return this.read().offset(path, onKey);
  }

  isUnsure(path: FieldPath, onKey?: boolean): boolean {
    return this.read().isUnsure?.(path, onKey) === true;
  }

  line(number: number): string {
    return this.read().line(number);
  }

  slot(path: FieldPath): Slot | NoSlot | undefined {
    return this.read().slot?.(path);
  }

  gap(path: FieldPath): Gap | NoSlot | undefined {
    return this.read().gap?.(path);
  }

  written(path: FieldPath): string | undefined {
    return this.read().written(path);
  }
}
