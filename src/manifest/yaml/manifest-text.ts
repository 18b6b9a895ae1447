import { gathered, groupBy, type ManifestSection, type Value, type Values } from '../../model/index.js';

/** An entry to be written, of a list, or of a map by its name. */
export interface WrittenEntry {
  readonly name?: string | undefined;
  readonly entry: Values;
  /** Comments, by the field that they come before; those of a field that is not there come last. */
  readonly notes?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Id of the thing that it belongs to, or its own where others belong to it. */
  readonly ownerId?: string | undefined;
}

/** Entries of a section that follow each other, as UTF-8: many together take half the memory of their values. */
export interface WrittenBlock {
  readonly text: Uint8Array;
  /** The owner of all of them, and the name of the first, where entries of each owner go to a file of their own. */
  readonly ownerId?: string | undefined;
  readonly name?: string | undefined;
}

/** One section of a manifest to be written. */
export interface WrittenSection {
  readonly section: ManifestSection;
  readonly blocks: readonly WrittenBlock[];
}

/**
 * Entries in the layout of `fmt`, by their owners where that is asked for. Every text that some reader of YAML, old or new,
 * could take for something else is quoted, and what cannot be seen is written as an escape.
 */
export function writtenBlocks(
  entries: readonly WrittenEntry[],
  { byOwner }: { readonly byOwner: boolean },
): readonly WrittenBlock[] {
  if (!byOwner) return blocksOf(entries);
  return [...groupBy(entries, ({ ownerId }) => ownerId)].flatMap(([ownerId, own]) =>
    blocksOf(own).map((block) => ({ ...block, ownerId, name: own[0]?.name })),
  );
}

function blocksOf(entries: readonly WrittenEntry[]): readonly WrittenBlock[] {
  return [...gathered(entryTexts(entries))].map((text) => ({ text: Buffer.from(text) }));
}

/** A manifest as text. */
export function manifestText(sections: readonly WrittenSection[], head: readonly string[]): string {
  return Buffer.concat([...smallPieces(sections, head)]).toString();
}

/** Least bytes of a piece of a file; the last one may have fewer. */
const FILE_PIECE = 65_536;

/** A manifest piece by piece, for a file: many small blocks become few pieces. */
export function* manifestPieces(sections: readonly WrittenSection[], head: readonly string[]): Generator<Uint8Array> {
  let pieces: Uint8Array[] = [];
  let bytes = 0;
  for (const piece of smallPieces(sections, head)) {
    pieces.push(piece);
    bytes += piece.length;
    if (bytes < FILE_PIECE) continue;
    yield Buffer.concat(pieces);
    pieces = [];
    bytes = 0;
  }
  if (bytes > 0) yield Buffer.concat(pieces);
}

function* smallPieces(sections: readonly WrittenSection[], head: readonly string[]): Generator<Uint8Array> {
  yield Buffer.from(`${head.map((line) => `# ${line}\n`).join('')}version: 1\n`);
  for (const { section, blocks } of sections) {
    if (blocks.length === 0) continue;
    yield Buffer.from(`${section.key}:\n`);
    for (const { text } of blocks) yield text;
  }
}

function* entryTexts(entries: readonly WrittenEntry[]): Generator<string> {
  // All of a kind have the same few.
  const keys = new Map<string, string>();
  const keyText = (key: string) => {
    const known = keys.get(key);
    if (known !== undefined) return known;
    const text = scalar(key);
    keys.set(key, text);
    return text;
  };
  for (const entry of entries) yield entryText(entry, keyText);
}

function entryText({ name, entry, notes }: WrittenEntry, keyText: (key: string) => string): string {
  const commentsOf = (field: string) => notes?.[field]?.map((note) => `    # ${commentText(note)}\n`).join('') ?? '';
  let text = name === undefined ? '' : `  ${scalar(name)}:\n`;
  let start = name === undefined ? '  - ' : '    ';
  for (const [key, value] of Object.entries(entry)) {
    text += `${commentsOf(key)}${start}${keyText(key)}: ${flowText(value)}\n`;
    start = '    ';
  }
  for (const field in notes) if (!Object.hasOwn(entry, field)) text += commentsOf(field);
  return text;
}

/** A comment ends with its line: what cannot be seen is written as an escape. */
const commentText = (text: string) => quotedText(text).slice(1, -1).replaceAll('\\"', '"');

/** A value in one line, lists and maps in brackets. */
export function flowText(value: Value): string {
  if (typeof value === 'string') return scalar(value);
  if (isList(value)) return `[${value.map(flowText).join(', ')}]`;
  const fields = Object.entries(value).map(([key, inner]) => `${scalar(key)}: ${flowText(inner)}`);
  return fields.length === 0 ? '{}' : `{ ${fields.join(', ')} }`;
}

/** Starts with a letter and holds nothing that is syntax anywhere, in brackets included. */
const PLAIN = /^\p{L}(?:[\p{L}\p{M}\p{N}_./=%+~@?&-]|:(?=[\p{L}\p{N}/])| (?=[\p{L}\p{N}]))*$/u;
/** Words of YAML 1.1 and 1.2 that are no texts. */
const RESERVED = /^(?:y|n|yes|no|on|off|true|false|null)$/i;

function scalar(text: string): string {
  return PLAIN.test(text) && !RESERVED.test(text) ? text : quotedText(text);
}

/** Characters that are not text in YAML 1.1, that end a line there, or that no one would see. */
const ESCAPED = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u00a0\u3000]/gu;

/** What takes more than quotes; most texts hold none of it. */
const UNUSUAL = new RegExp(`[\\\\"#\\n\\t]|${ESCAPED.source}`, 'u');

/** A text in double quotes. */
export function quotedText(text: string): string {
  if (!UNUSUAL.test(text)) return `"${text}"`;
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('\n', '\\n')
    .replaceAll('\t', '\\t')
    .replace(ESCAPED, (character) => {
      const hex = (character.codePointAt(0) ?? 0).toString(16).toUpperCase();
      return hex.length > 4 ? `\\U${hex.padStart(8, '0')}` : `\\u${hex.padStart(4, '0')}`;
    })
    // In the log of a CI job it would be a command.
    .replace(/#(?=#\w*\[)/g, '\\u0023');
  return `"${escaped}"`;
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
