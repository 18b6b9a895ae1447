import { isDeepStrictEqual } from 'node:util';
import { type Document, isMap, isScalar, type Pair, parseDocument, type YAMLMap } from 'yaml';

/**
 * The text of a project file with `accounts.NAME.lineage` set, everything else as it was: comments, layout and line ends.
 * A `state.lineage` of an earlier version goes once every account has its own. Undefined where that cannot be done without
 * changing something else, such as another account that shares the map by an alias.
 */
export function writeLineage(text: string, account: string, lineage: string): string | undefined {
  const wanted = plainValue(text);
  const entry = mapAt(wanted, 'accounts', account);
  if (entry === undefined) return undefined;
  entry['lineage'] = lineage;
  const state = mapAt(wanted, 'state');
  const drops = state !== undefined && Object.hasOwn(state, 'lineage') && everyAccountHasItsOwn(wanted);
  return (drops ? edited(text, account, lineage, wanted, true) : undefined) ?? edited(text, account, lineage, wanted);
}

/** The first way of writing it that leaves everything else with the value it had. */
function edited(text: string, account: string, lineage: string, wanted: unknown, drops = false): string | undefined {
  const expected = drops ? withoutShared(wanted) : wanted;
  const isRight = (next: string | undefined) =>
    next !== undefined && isDeepStrictEqual(withoutEmptyState(plainValue(next)), withoutEmptyState(expected));
  const { rest, comment } = drops ? withoutSharedLine(text) : { rest: text, comment: '' };
  const inPlace = insertText(rest, account, lineage, comment);
  if (isRight(inPlace)) return inPlace;
  const anew = setInDocument(text, account, lineage, drops);
  return isRight(anew) ? anew : undefined;
}

type Value = Record<string, unknown>;

const documentOf = (text: string) =>
  parseDocument(text, { schema: 'failsafe', merge: true, prettyErrors: false, keepSourceTokens: false });

/** A copy in which nothing is shared, so that one account can be changed alone. */
function plainValue(text: string): unknown {
  const document = documentOf(text);
  return document.errors.length > 0 ? undefined : JSON.parse(JSON.stringify(document.toJS() ?? null));
}

function mapAt(value: unknown, ...path: readonly string[]): Value | undefined {
  let at = value;
  for (const step of path) {
    at = typeof at === 'object' && at !== null && Object.hasOwn(at, step) ? (at as Value)[step] : undefined;
  }
  return typeof at === 'object' && at !== null ? (at as Value) : undefined;
}

function everyAccountHasItsOwn(project: unknown): boolean {
  return Object.values(mapAt(project, 'accounts') ?? {}).every((entry) => mapAt({ entry }, 'entry')?.['lineage']);
}

function withoutShared(project: unknown): unknown {
  const { lineage, ...state } = mapAt(project, 'state') ?? {};
  return { ...(project as Value), state };
}

/** `state` without a key and no `state` are the same. */
function withoutEmptyState(project: unknown): unknown {
  const { state, ...rest } = (project ?? {}) as Value;
  return typeof state === 'object' && state !== null && Object.keys(state).length > 0 ? project : rest;
}

function insertText(text: string, account: string, lineage: string, comment: string): string | undefined {
  const entry = documentOf(text).getIn(['accounts', account], true);
  if (!isMap(entry) || !entry.range) return undefined;
  const value = inYaml(lineage);
  const [start] = entry.range;
  if (entry.flow === true) {
    if (text[start] !== '{') return undefined;
    const spaced = entry.items.length > 0 && /\s/.test(text[start + 1] ?? '');
    const after = entry.items.length === 0 ? '' : spaced ? ',' : ', ';
    return splice(text, start + 1, start + 1, `${spaced ? ' ' : ''}lineage: ${value}${after}`);
  }
  const first = lineStart(text, start);
  const indent = text.slice(first, start);
  if (!/^ +$/.test(indent)) return undefined;
  // Directly below the account's name: a comment in between is about the key that follows it.
  const key = (documentOf(text).get('accounts') as YAMLMap).items.find((pair) => nameOf(pair) === account)?.key;
  const at = isScalar(key) && key.range ? lineEnd(text, key.range[1]) : first;
  return splice(text, at, at, `${indent}lineage: ${value}${comment}${newlineOf(text)}`);
}

/** The text without `state.lineage`, and the comment on its line. */
function withoutSharedLine(text: string): { readonly rest: string; readonly comment: string } {
  const nothing = { rest: text, comment: '' };
  const document = documentOf(text);
  const state = document.get('state', true);
  if (!isMap(state) || !state.range) return nothing;
  const index = state.items.findIndex((pair) => nameOf(pair) === 'lineage');
  const [key, value] = rangesOf(state.items[index]);
  if (key === undefined || value === undefined) return nothing;
  if (state.flow === true) {
    const [next] = rangesOf(state.items[index + 1]);
    const [, before] = rangesOf(state.items[index - 1]);
    if (next !== undefined) return { rest: splice(text, key[0], next[0], ''), comment: '' };
    return { rest: splice(text, before?.[1] ?? key[0], value[1], ''), comment: '' };
  }
  const end = lineEnd(text, value[1]);
  const comment = text.slice(value[1], end).trimEnd();
  const start = lineStart(text, key[0]);
  if (text.slice(start, key[0]).trim() !== '' || !/^\s*(?:#.*)?$/.test(comment)) return nothing;
  if (state.items.length > 1) return { rest: splice(text, start, end, ''), comment };
  const own = stateKey(document);
  if (own === undefined) return nothing;
  const isAlone = /^:\s*$/.test(text.slice(own[1], start));
  if (isAlone) return { rest: splice(text, lineStart(text, own[0]), end, ''), comment };
  const rest = splice(text, start, end, '');
  return { rest: splice(rest, own[1] + 1, own[1] + 1, ' {}'), comment };
}

function stateKey(document: Document): Range | undefined {
  const pairs = isMap(document.contents) ? document.contents.items : [];
  const key = pairs.find((pair) => nameOf(pair) === 'state')?.key;
  return isScalar(key) ? (key.range ?? undefined) : undefined;
}

type Range = readonly [start: number, end: number, nodeEnd: number];

function rangesOf(pair: Pair | undefined): readonly [Range | undefined, Range | undefined] {
  const range = (node: unknown) => (isScalar(node) || isMap(node) ? (node.range ?? undefined) : undefined);
  return [range(pair?.key), range(pair?.value)];
}

/** Where the layout leaves no place for a line: the document written again, comments kept. */
function setInDocument(text: string, account: string, lineage: string, drops: boolean): string | undefined {
  const document = documentOf(text);
  if (!isMap(document.getIn(['accounts', account], true))) return undefined;
  document.setIn(['accounts', account, 'lineage'], lineage);
  if (drops) document.deleteIn(['state', 'lineage']);
  return document.toString({ lineWidth: 0 }).replaceAll('\n', newlineOf(text));
}

/** What is not plainly a word is quoted, so that it is read as the same text. */
const inYaml = (lineage: string) =>
  /^(?!null$)[A-Za-z0-9][A-Za-z0-9_.-]*$/i.test(lineage) ? lineage : JSON.stringify(lineage);

const nameOf = (pair: Pair) => (isScalar(pair.key) ? pair.key.value : undefined);
const newlineOf = (text: string) => (text.includes('\r\n') ? '\r\n' : '\n');
const lineStart = (text: string, at: number) => text.lastIndexOf('\n', at - 1) + 1;

function lineEnd(text: string, at: number): number {
  const end = text.indexOf('\n', at);
  return end < 0 ? text.length : end + 1;
}

const splice = (text: string, from: number, to: number, put: string) => text.slice(0, from) + put + text.slice(to);
