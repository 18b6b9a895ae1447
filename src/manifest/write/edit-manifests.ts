import type { SourcePlace, TextPlace } from '../../diagnostics/diagnostic.js';
import type { Address, FieldPath, ManifestSection, Resource, Slot, Value, WordSets } from '../../model/index.js';
import { newValueText, textFor } from './value-text.js';

/** A field of a resource, and what is to be written for it. */
export interface EditRequest {
  readonly address: Address;
  readonly path: FieldPath;
  readonly value: Value;
}

/** A piece of a file to be replaced. */
export interface PlacedEdit {
  readonly place: TextPlace;
  /** What is written instead; lines end with `\n`. */
  readonly text: string;
  /** Of the file, where it is not UTF-8. */
  readonly encoding?: 'gb18030';
}

/** A value that is not written, and why. */
export interface NotWritten {
  readonly address: Address;
  readonly path: FieldPath;
  /** A sentence. */
  readonly reason: string;
}

export interface Edits {
  /** By file, relative to the project. */
  readonly files: ReadonlyMap<string, readonly PlacedEdit[]>;
  /** Requests that `files` carries out. */
  readonly written: readonly EditRequest[];
  readonly notWritten: readonly NotWritten[];
}

/**
 * Finds the text to replace for each value, so that nothing but the value changes: comments, quotes, order and layout stay. A
 * value that has no text of its own (an alias, a merge key, a workbook) is named instead.
 */
export function planEdits(
  resources: { get(address: Address): Resource | undefined },
  requests: Iterable<EditRequest>,
  sections: readonly ManifestSection[],
): Edits {
  const files = new Map<string, FoundEdit[]>();
  const written: EditRequest[] = [];
  const notWritten: NotWritten[] = [];
  for (const request of requests) {
    const { address, path } = request;
    const resource = resources.get(address);
    const edit = resource === undefined ? 'No manifest has it.' : editOf(resource, request, sections);
    if (typeof edit === 'string') {
      notWritten.push({ address, path, reason: edit });
      continue;
    }
    written.push(request);
    const { file } = edit.place;
    const known = files.get(file);
    if (known === undefined) files.set(file, [edit]);
    else known.push(edit);
  }
  return { files: new Map([...files].map(([file, edits]) => [file, inOrder(edits)])), written, notWritten };
}

/** An edit whose text may still need separators before it: those of a cell that a short row leaves out. */
interface FoundEdit extends PlacedEdit {
  readonly separators?: string;
}

/**
 * All cells that a short row leaves out are added at its end, in the order of their columns. Each brings only the separators
 * that the ones before it did not.
 */
function inOrder(found: FoundEdit[]): readonly PlacedEdit[] {
  found.sort((a, b) => order(a.place, b.place) || lengthOf(a.separators) - lengthOf(b.separators));
  return found.map(({ separators = '', ...edit }, index) => {
    const before = found[index - 1];
    const isSamePlace = separators !== '' && before !== undefined && order(before.place, edit.place) === 0;
    const there = isSamePlace ? lengthOf(before.separators) : 0;
    return { ...edit, text: `${separators.slice(there)}${edit.text}` };
  });
}

const lengthOf = (text = '') => text.length;

const order = (a: SourcePlace, b: SourcePlace) => a.line - b.line || a.column - b.column;

function editOf(
  resource: Resource,
  { path, value }: EditRequest,
  sections: readonly ManifestSection[],
): FoundEdit | string {
  const { origin, kind } = resource;
  const slot = origin.slot?.(path);
  const where = (why: string) => {
    const { file, line } = origin.place(path);
    return `${file}:${line}: ${path.join('.')} ${why}.`;
  };
  if (slot !== undefined && 'why' in slot) return where(slot.why);
  if (slot !== undefined) {
    const words = wordsOf(sections, kind, path);
    const { place, before = '', within } = slot;
    const text = textFor(value, slot, words);
    if (typeof within === 'object') return withEncoding({ place, text, separators: before }, slot);
    return withEncoding({ place, text: `${before}${text}` }, slot);
  }
  const [field] = path;
  if (path.length !== 1 || typeof field !== 'string') return where('is not written there');
  const gap = origin.gap?.();
  if (gap === undefined) return where('has no place there');
  if ('why' in gap) return where(`cannot be added: the entry ${gap.why}`);
  const { file, line, column } = gap.place;
  const place = { file, line, column, endLine: line, endColumn: column };
  return { place, text: `${gap.before}${field}: ${newValueText(value, gap.within)}` };
}

function withEncoding(edit: FoundEdit, { encoding }: Slot): FoundEdit {
  return encoding === undefined ? edit : { ...edit, encoding };
}

function wordsOf(sections: readonly ManifestSection[], kind: string, [field]: FieldPath): WordSets {
  const words = sections.find((section) => section.kind === kind)?.files?.words;
  return words?.[String(field)] ?? [];
}
