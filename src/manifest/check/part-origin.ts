import type { SourcePlace } from '../../diagnostics/diagnostic.js';
import type { FieldPath, Gap, NoSlot, Origin, Slot } from '../../model/index.js';
import { type WrittenPart, writtenPath } from './entries.js';

/** Where a resource is: its part of a document and a path in it, and nothing worked out yet. */
export class PartOrigin implements Origin {
  readonly #part: WrittenPart;
  readonly #path: FieldPath;
  readonly #own: FieldPath | undefined;

  constructor(part: WrittenPart, path: FieldPath, own?: FieldPath) {
    this.#part = part;
    this.#path = path;
    this.#own = own;
  }

  place(path?: FieldPath): SourcePlace {
    const full = this.#full(path);
    // An entry of a map is known by its name: that is where people look for it.
    const isName = typeof full.at(-1) === 'string' && (path === undefined || path.length === 0);
    return this.#part.document.place(full, isName);
  }

  excerpt(path?: FieldPath): string {
    return this.#part.document.line(this.place(path).line);
  }

  slot(path: FieldPath): Slot | NoSlot | undefined {
    return this.#part.document.slot?.(writtenPath(this.#part, [...this.#path, ...path]));
  }

  gap(): Gap | NoSlot | undefined {
    return this.#part.document.gap?.(writtenPath(this.#part, this.#path));
  }

  #full(path: FieldPath | undefined): FieldPath {
    const within = path === undefined || path.length === 0 ? (this.#own ?? this.#path) : [...this.#path, ...path];
    return writtenPath(this.#part, within);
  }
}
