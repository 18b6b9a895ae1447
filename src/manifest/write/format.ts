import type { Document, ScalarTag, Tags, YAMLMap, YAMLSeq } from 'yaml';
import { isCollection, isMap, isScalar, parseAllDocuments, Scalar, visit } from 'yaml';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { inFile } from '../source/report.js';
import { parseSource } from '../yaml/parse.js';
import { commentsOf, linedUp, sameComments } from '../yaml/yaml-comments.js';

/** Maps and lists in brackets that run over several lines are joined if they then fit into this many characters. */
const WIDTH = 120;
/** Most texts no longer change after one pass. */
const PASSES = 4;

export type FormattedManifest = { readonly text: string } | { readonly diagnostics: readonly Diagnostic[] };

/**
 * The canonical layout of a manifest: two spaces for each level, list items indented below their key, one blank line at most,
 * maps and lists in brackets on one line or else without brackets. Order, quotes, anchors and comments stay; comments
 * that were lined up keep their column. A text whose meaning or comments would not survive is not formatted.
 */
export function formatManifest(file: string, text: string): FormattedManifest {
  const before = parseSource(file, text);
  const faults = before.diagnostics.filter(({ severity }) => severity === 'error');
  if (faults.length > 0) return { diagnostics: faults };
  let current = text;
  for (let pass = 0; pass < PASSES; pass++) {
    const next = layOut(current);
    if (next === current) return keeps(file, text, current) ? { text: current } : leftAlone(file);
    current = next;
  }
  return leftAlone(file);
}

function leftAlone(file: string): FormattedManifest {
  const detail = `${file}: the layout could not be changed without touching the meaning or the comments.`;
  return { diagnostics: [inFile(file, 'not-formatted', { detail })] };
}

/** Both texts give the same documents and the same comments. */
function keeps(file: string, before: string, after: string): boolean {
  const { documents, diagnostics } = parseSource(file, after);
  if (diagnostics.some(({ severity }) => severity === 'error')) return false;
  const meaning = (of: typeof documents) => JSON.stringify(of.map(({ value }) => value));
  if (meaning(parseSource(file, before).documents) !== meaning(documents)) return false;
  return sameComments(commentsOf(before), commentsOf(after));
}

/** An unquoted empty value, `~` and `null` stay what they are. */
const asWritten: ScalarTag = {
  tag: 'tag:yaml.org,2002:null',
  default: true,
  test: /^(?:~|null|Null|NULL)?$/,
  identify: (value) => value === null,
  resolve: () => new Scalar(null),
  stringify: ({ source }) => source ?? '',
};

function layOut(text: string): string {
  const documents = parseAllDocuments(text, {
    schema: 'failsafe',
    customTags: (tags) => [...tags.map((tag) => asTyped(tag, text)), asWritten],
    merge: false,
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  if (!Array.isArray(documents)) return text;
  const laidOut = [...documents].map((document) => documentText(document, text)).join('');
  const [old, now] = [commentsOf(text), commentsOf(laidOut)];
  return sameComments(old, now) ? linedUp(laidOut, now, old) : laidOut;
}

/** Texts on one line go out with the quotes and escapes that they came in with. */
function asTyped(tag: Tags[number], text: string): Tags[number] {
  if (typeof tag === 'string' || tag.collection !== undefined || tag.tag !== 'tag:yaml.org,2002:str') return tag;
  const plain = tag.stringify;
  return {
    ...tag,
    stringify: (node, ...rest) => {
      const [start, end] = node.range ?? [0, 0];
      const raw = text.slice(start, end);
      const isFlow = node.type !== Scalar.BLOCK_FOLDED && node.type !== Scalar.BLOCK_LITERAL;
      return isFlow && end > start && !raw.includes('\n') ? raw : (plain?.(node, ...rest) ?? raw);
    },
  };
}

function documentText(document: Document, text: string): string {
  visit(document, {
    Pair: (_, { key, value }) => {
      if (isScalar(key) && isCollection(value)) keepBeside(key, value, text);
    },
    Collection: (_, collection) => {
      if (collection.flow === true && runsOn(collection, text)) collection.flow = false;
      padded(collection);
    },
  });
  const written = document.toString({ lineWidth: 0, indent: 2, indentSeq: true });
  return written.endsWith('\n') ? written : `${written}\n`;
}

/** A comment in the line of a key stays there; the library would put it in front of the first entry below. */
function keepBeside(key: Scalar, value: Collection, text: string): void {
  if (key.comment || !value.commentBefore || !key.range) return;
  const lineEnd = text.indexOf('\n', key.range[1]);
  if (!/^\s*:.*\s#/.test(text.slice(key.range[1], lineEnd))) return;
  const [first = '', ...below] = value.commentBefore.split('\n');
  key.comment = first;
  value.commentBefore = below.length === 0 ? null : below.join('\n');
}

type Collection = YAMLMap | YAMLSeq;

/** Whether something in brackets takes several lines, and would not fit into one. */
function runsOn(collection: Collection, text: string): boolean {
  const [start, end] = collection.range ?? [0, 0];
  const written = text.slice(start, end);
  if (!written.includes('\n') || collection.items.length === 0) return false;
  const column = start - (text.lastIndexOf('\n', start - 1) + 1);
  return column + written.replace(/\s*\n\s*/g, ' ').length > WIDTH || hasComment(collection);
}

/** A comment or a blank line inside. */
function hasComment(collection: Collection): boolean {
  let found = false;
  visit(collection, {
    Node: (_, node) => {
      const remark = node !== collection && (node.commentBefore || node.spaceBefore);
      if (!node.comment && !remark) return undefined;
      found = true;
      return visit.BREAK;
    },
  });
  return found;
}

/** `{ a: 1 }`, but `[a, b]`. */
function padded(collection: Collection): void {
  const plain = collection.toString;
  const flowCollectionPadding = isMap(collection) ? ' ' : '';
  collection.toString = (context, ...rest) =>
    plain.call(collection, context && { ...context, flowCollectionPadding }, ...rest);
}
