import { gathered, type ManifestSection, type Value, type Values } from '../../model/index.js';

/** One section of a manifest to be written: entries of a list, or of a map by their names. */
export interface WrittenSection {
  readonly section: ManifestSection;
  readonly entries: readonly WrittenEntry[];
}

export interface WrittenEntry {
  readonly name?: string | undefined;
  readonly entry: Values;
  /** Comments, by the field that they come before; those of a field that is not there come last. */
  readonly notes?: Readonly<Record<string, readonly string[]>>;
  /** Id of the thing that it belongs to, or its own where others belong to it. */
  readonly ownerId?: string;
}

/**
 * A manifest as text, in the layout of `fmt`. Every text that some reader of YAML, old or new, could take for something
 * else is quoted, and what cannot be seen is written as an escape.
 */
export function manifestText(sections: readonly WrittenSection[], head: readonly string[]): string {
  return [...manifestPieces(sections, head)].join('');
}

/** The same piece by piece, for a file. */
export function manifestPieces(sections: readonly WrittenSection[], head: readonly string[]): Generator<string> {
  return gathered(smallPieces(sections, head));
}

function* smallPieces(sections: readonly WrittenSection[], head: readonly string[]): Generator<string> {
  yield `${head.map((line) => `# ${line}\n`).join('')}version: 1\n`;
  for (const { section, entries } of sections) {
    if (entries.length === 0) continue;
    yield `${section.key}:\n`;
    for (const entry of entries) yield entryText(entry);
  }
}

function entryText({ name, entry, notes }: WrittenEntry): string {
  const commentsOf = (field: string) => notes?.[field]?.map((note) => `    # ${commentText(note)}\n`).join('') ?? '';
  let text = name === undefined ? '' : `  ${scalar(name)}:\n`;
  let start = name === undefined ? '  - ' : '    ';
  for (const [key, value] of Object.entries(entry)) {
    text += `${commentsOf(key)}${start}${scalar(key)}: ${flowText(value)}\n`;
    start = '    ';
  }
  for (const field of Object.keys(notes ?? {})) if (!Object.hasOwn(entry, field)) text += commentsOf(field);
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
