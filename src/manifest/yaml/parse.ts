import type { CST, Document, Node } from 'yaml';
import { Composer, Parser, YAMLParseError } from 'yaml';
import { type Diagnostic, hasErrors } from '../../diagnostics/diagnostic.js';
import type { FieldPath, NoSlot } from '../../model/index.js';
import type { LocatedDocument } from '../source/located-document.js';
import { at } from '../source/report.js';
import type { YamlSpot } from '../source/slot.js';
import { SourceText } from '../source/source-text.js';
import { TextDocument } from '../source/text-document.js';
import { syntaxFaults } from './yaml-faults.js';
import { gapIn, type SlotTree, slotIn } from './yaml-slots.js';
import type { Aliases } from './yaml-tree.js';
import { DEEPEST_YAML, PairIndex, rangeOf, resolveAliases } from './yaml-tree.js';
import { toPlainValue } from './yaml-values.js';

/** Above this length the tree is dropped after reading, and made again if someone asks for a place. */
const KEEP_TREE_BELOW = 1_000_000;

export interface ParsedSource {
  /** Documents with content, in order. */
  readonly documents: readonly LocatedDocument[];
  readonly diagnostics: readonly Diagnostic[];
}

/** Reads the YAML text of one file, all its documents and all its faults. */
export function parseSource(file: string, text: string): ParsedSource {
  const source = new SourceText(file, text);
  const diagnostics: Diagnostic[] = [];
  const documents: LocatedDocument[] = [];
  for (const [index, tree] of parseTrees(text).entries()) {
    const faults = syntaxFaults(tree, source);
    for (const one of faults.diagnostics) diagnostics.push(one);
    const root = tree.contents as Node | null;
    const aliases = aliasesIn(root);
    const unsureFrom = faults.diagnostics.length > 0 ? faults.first : undefined;
    const broken = new Set<number>();
    let faulty = hasErrors(faults.diagnostics);
    const value = toPlainValue(root, aliases, source, (offset, one) => {
      // What only draws a warning is as it was written, and is judged like everything else.
      if (one?.severity !== 'warning') broken.add(offset);
      if (one === undefined) return;
      if (unsureFrom !== undefined && offset >= unsureFrom) return;
      diagnostics.push(one);
      faulty ||= one.severity === 'error';
    });
    if (value === null && isEmpty(tree)) continue;
    const kept = text.length < KEEP_TREE_BELOW ? { root, aliases, pairs: new PairIndex(aliases) } : undefined;
    documents.push(new YamlDocument(source, index, value, { unsureFrom, broken, faulty }, kept));
  }
  for (const one of loneSurrogates(source)) diagnostics.push(one);
  return { documents, diagnostics };
}

/** Nesting above a stretch, at most, counted against the depth that a document may have. */
const DEPTH_ABOVE = 3;

/** What one stretch of a text says by itself, or nothing where there is the least fault, or a word about other parts. */
export function parseStretch(text: string, from: number, to: number): { readonly value: unknown } | undefined {
  const slice = text.slice(from, to);
  const trees = parseTrees(slice);
  const [tree] = trees;
  if (tree === undefined || trees.length !== 1) return undefined;
  const root = tree.contents as Node | null;
  const aliases = resolveAliases(root, DEPTH_ABOVE);
  if (tree.errors.length + tree.warnings.length > 0 || aliases === undefined || isEmpty(tree)) return undefined;
  // An alias may mean an anchor elsewhere, and an anchor may be meant from elsewhere.
  let sound = !/(?:^|[\s[{,])[&*]\S/.test(slice);
  const value = toPlainValue(root, aliases, new SourceText('', slice), () => {
    sound = false;
  });
  return sound ? { value } : undefined;
}

/** The place in the whole text of something inside a stretch. */
export function stretchRange(
  text: string,
  from: number,
  to: number,
  path: FieldPath,
  onKey: boolean,
): [number, number] {
  const { root, aliases } = grow(parseTrees(text.slice(from, to))[0]);
  const [start, end] = rangeOf(root, path, onKey, aliases);
  return [from + start, from + end];
}

/** The same for the text of a value, or for the place of a new key. */
export function stretchSlot(
  text: string,
  from: number,
  to: number,
  path: FieldPath,
  find: 'slot' | 'gap',
): YamlSpot | NoSlot | undefined {
  const slice = text.slice(from, to);
  const found = spotIn({ ...grow(parseTrees(slice)[0]), text: slice }, path, find);
  return found === undefined || 'why' in found ? found : { ...found, from: from + found.from, to: from + found.to };
}

function grow(document: Document | undefined): Tree {
  const root = (document?.contents ?? null) as Node | null;
  const aliases = aliasesIn(root);
  return { root, aliases, pairs: new PairIndex(aliases) };
}

/** Of a whole document: its cut bounds the depth, and leaves an empty text one level further down. */
function aliasesIn(root: Node | null): Aliases {
  return resolveAliases(root, -1) ?? new Map();
}

function spotIn(tree: SlotTree, path: FieldPath, find: 'slot' | 'gap'): YamlSpot | NoSlot | undefined {
  return find === 'slot' ? slotIn(tree, path) : gapIn(tree, path);
}

function isEmpty(tree: Document): boolean {
  const range = (tree.contents as Node | null)?.range;
  return !range || range[0] === range[1];
}

/** What is nested too deeply is left out, as an error of its document. */
function parseTrees(text: string): Document[] {
  const composer = new Composer({
    // Every scalar as the text that was written; each field decides what it may be.
    schema: 'failsafe',
    merge: false,
    // The library compares each key with every other; yaml-values.ts does it with a table.
    uniqueKeys: false,
    prettyErrors: false,
    logLevel: 'silent',
  });
  const trees: Document[] = [];
  /** Where each document was cut first. */
  const cuts: (number | undefined)[] = [];
  for (const token of new Parser().parse(text)) {
    if (token.type === 'document') cuts.push(cutDepth(token.value, 1));
    trees.push(...composer.next(token));
  }
  trees.push(...composer.end());
  for (const [index, cut] of cuts.entries()) {
    const tree = trees[index];
    if (cut === undefined || tree === undefined) continue;
    const message = `Lists and maps are nested more than ${DEEPEST_YAML} levels deep; the document is not checked from here on`;
    // What comes after a cut may look wrong because of it.
    const before = tree.errors.filter(({ pos }) => pos[0] < cut);
    tree.errors = [...before, new YAMLParseError([cut, cut + 1], 'RESOURCE_EXHAUSTION', message)];
  }
  return trees;
}

/** Puts an empty text for what is too deep: the composer recurses, and Node may end when it runs out of stack. */
function cutDepth(token: CST.Token | undefined, depth: number): number | undefined {
  if (token === undefined || !('items' in token)) return undefined;
  let first: number | undefined;
  const isFlowList = token.type === 'flow-collection' && token.start.source === '[';
  for (const item of token.items as { key?: CST.Token | null; sep?: CST.SourceToken[]; value?: CST.Token }[]) {
    // In `[a: b]` the pair is a map of its own.
    const below = isFlowList && (item.key || item.sep) ? depth + 1 : depth;
    for (const part of ['key', 'value'] as const) {
      const inner = item[part];
      if (!inner) continue;
      const isTooDeep = below > DEEPEST_YAML;
      const cut = isTooDeep ? inner.offset : cutDepth(inner, below + 1);
      if (isTooDeep) item[part] = { type: 'scalar', offset: inner.offset, indent: 0, source: '' };
      first ??= cut;
    }
  }
  return first;
}

/** Half a surrogate pair (from a \u escape) cannot be sent as UTF-8. */
function loneSurrogates(source: SourceText): Diagnostic[] {
  if (!source.text.includes('\\u') && !source.text.includes('\\U')) return [];
  const found: Diagnostic[] = [];
  for (const match of source.text.matchAll(/(?<!\\)(?:\\\\)*\\u[dD][89a-fA-F][0-9a-fA-F]{2}/g)) {
    const detail = 'An escape of half a character. Write the character itself, or \\U with eight digits.';
    found.push(at(source, 'bad-escape', match.index, match.index + match[0].length, { detail }));
  }
  return found;
}

interface Tree {
  readonly root: Node | null;
  readonly aliases: Aliases;
  readonly pairs: PairIndex;
}

interface Trust {
  readonly unsureFrom: number | undefined;
  /** Where an error was reported; never where a warning was. */
  readonly broken: ReadonlySet<number>;
  readonly faulty: boolean;
}

class YamlDocument extends TextDocument {
  readonly #trust: Trust;
  readonly #index: number;
  #tree: Tree | undefined;

  constructor(source: SourceText, index: number, value: unknown, trust: Trust, tree?: Tree) {
    super(source, value);
    this.#index = index;
    this.#trust = trust;
    this.#tree = tree;
  }

  isUnsure(path: FieldPath, onKey = false): boolean {
    const { unsureFrom, broken } = this.#trust;
    if (unsureFrom === undefined && broken.size === 0) return false;
    const offset = this.offset(path, onKey);
    return broken.has(offset) || (unsureFrom !== undefined && offset >= unsureFrom);
  }

  get unsureFrom(): number | undefined {
    return this.#trust.unsureFrom;
  }

  get faulty(): boolean {
    return this.#trust.faulty;
  }

  protected range(path: FieldPath, onKey: boolean): [number, number] {
    const { root, aliases, pairs } = this.#grown();
    return rangeOf(root, path, onKey, aliases, pairs);
  }

  protected spot(path: FieldPath, find: 'slot' | 'gap'): YamlSpot | NoSlot | undefined {
    return spotIn({ ...this.#grown(), text: this.source.text }, path, find);
  }

  #grown(): Tree {
    this.#tree ??= grow(parseTrees(this.source.text)[this.#index]);
    return this.#tree;
  }
}
