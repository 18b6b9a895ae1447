import type { Node, YAMLMap } from 'yaml';
import { isAlias, isMap, isScalar, isSeq, Scalar } from 'yaml';
import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { isPlainMap, NULLS, type PlainMap, put } from '../source/plain-map.js';
import { at } from '../source/report.js';
import type { SourceText } from '../source/source-text.js';
import { quoted } from '../source/suggest.js';
import type { Aliases } from './yaml-tree.js';
import { isMergeKey, keyText, nodeRange, PairIndex } from './yaml-tree.js';

/** A document may not unfold to more than this many values through its aliases. */
const MOST_FROM_ALIASES = 2_000_000;

/** Called where each fault starts: the value there is `null` and not to be reported again. Without one, it has been told. */
export type ReportAt = (offset: number, one?: Diagnostic) => void;

/**
 * Turns one YAML document into a plain value in which every scalar is the text that was written, whatever YAML would
 * guess, and only an unquoted empty, `~` or `null` is `null`. Aliases share what they name; merge keys are applied.
 */
export function toPlainValue(root: Node | null, aliases: Aliases, source: SourceText, report: ReportAt): unknown {
  return new Reader(aliases, source, report).document(root);
}

class Reader {
  readonly #aliases: Aliases;
  readonly #source: SourceText;
  readonly #report: ReportAt;
  /** Values of anchored nodes, with the number of values inside; an entry without value is still being read. */
  readonly #done = new Map<Node, { value: unknown; size: number } | undefined>();
  readonly #pairs: PairIndex;
  /** What an alias names. */
  readonly #meant: ReadonlySet<Node>;
  #size = 0;
  #fromAliases = 0;
  /** Below a key that is a place for anchors, whether they are used or not. */
  #atHome = false;

  constructor(aliases: Aliases, source: SourceText, report: ReportAt) {
    this.#aliases = aliases;
    this.#source = source;
    this.#report = report;
    this.#pairs = new PairIndex(aliases);
    this.#meant = new Set(aliases.values());
  }

  /** The value of a whole document. */
  document(root: Node | null): unknown {
    return isMap(root) && root.anchor === undefined ? this.#map(root, true) : this.value(root);
  }

  value(node: unknown): unknown {
    if (isAlias(node)) {
      const target = this.#aliases.get(node);
      if (target === undefined) {
        return this.#fault(node, 'unknown-anchor', `There is no &${node.source} before this; ${this.#quoteHint(node)}`);
      }
      return this.#shared(node, target);
    }
    if (!(isScalar(node) || isMap(node) || isSeq(node))) return null;
    this.#size++;
    if (node.anchor === undefined) return this.#read(node);
    const before = this.#size;
    this.#done.set(node as Node, undefined);
    const value = this.#read(node);
    if (value !== null && isScalar(node)) this.#anchor(node);
    this.#done.set(node as Node, { value, size: this.#size - before + 1 });
    return value;
  }

  #read(node: unknown): unknown {
    if (isScalar(node)) return this.#scalar(node);
    if (isMap(node)) return this.#map(node);
    return isSeq(node) ? node.items.map((item) => this.value(item)) : null;
  }

  #shared(alias: Node, target: Node): unknown {
    if (this.#done.has(target)) {
      const known = this.#done.get(target);
      if (known === undefined) {
        return this.#fault(alias, 'alias-loop', 'The alias is inside the map or list that it names.');
      }
      this.#size += known.size;
      this.#fromAliases += known.size;
      if (this.#fromAliases <= MOST_FROM_ALIASES) return known.value;
      if (this.#fromAliases - known.size <= MOST_FROM_ALIASES) {
        const detail = `The aliases up to here expand to over ${MOST_FROM_ALIASES} values.`;
        return this.#fault(alias, 'too-many-aliases', detail);
      }
      this.#report(nodeRange(alias)?.[0] ?? 0);
    }
    return null;
  }

  #scalar(node: Scalar): unknown {
    const text = typeof node.value === 'string' ? node.value : '';
    if (node.tag !== undefined && node.tag !== 'tag:yaml.org,2002:str' && node.tag !== '!') {
      return this.#tagFault(node, node.tag);
    }
    if (node.type === Scalar.PLAIN) {
      if (node.tag === undefined && NULLS.has(text)) return null;
      const continued = this.#isOverLines(node) ? /\n\s*(\S)/.exec(this.#raw(node))?.[1] : undefined;
      if (continued === '-') {
        return this.#fault(
          node,
          'bad-indentation',
          `A line below that starts with "-" is read as part of this text: ${quoted(text)}.`,
        );
      }
      if (continued !== undefined) {
        this.#fault(node, 'text-over-lines', `The unquoted text continues on the next line: ${quoted(text)}.`);
      }
      if (node.comment && /^[^\s#!]/.test(node.comment) && !/^[\d.]*$/.test(text) && !node.comment.includes('\n')) {
        this.#fault(node, 'text-cut-by-comment', `${quoted(`#${node.comment}`)} is not part of the text.`);
      }
    } else if (node.type === Scalar.QUOTE_DOUBLE || node.type === Scalar.QUOTE_SINGLE) {
      if (this.#isOverLines(node) && /\n\s*[\w-]+:\s/.test(this.#raw(node))) {
        this.#fault(node, 'text-over-lines', `The text that starts here runs over several lines: ${quoted(text)}.`);
      }
    }
    return text;
  }

  /** `&a 手机` may be meant as a text as a whole. */
  #anchor(node: Scalar): void {
    if (this.#atHome || node.anchor === undefined || this.#meant.has(node as Node)) return;
    const [start] = nodeRange(node) ?? [0];
    const anchor = `&${node.anchor}`;
    const sign = Math.max(0, this.#source.text.lastIndexOf(anchor, start));
    const detail = `${quoted(anchor)} is not part of the text, and no alias refers to it.`;
    this.#report(start, at(this.#source, 'unused-anchor', sign, sign + anchor.length, { detail }));
  }

  #map(map: YAMLMap, top = false): PlainMap {
    const value: PlainMap = {};
    let merges: unknown[] | undefined;
    for (const pair of map.items) {
      if (isMergeKey(pair.key)) {
        merges ??= [];
        merges.push(pair.value);
        continue;
      }
      const key = keyText(pair.key, this.#aliases);
      if (isScalar(pair.key) && key !== undefined) this.#anchor(pair.key);
      if (top) this.#atHome = key?.startsWith('x-') === true;
      if (key === undefined) {
        this.#fault(pair.key, 'quote-value', `A key is a text here. If it starts with [ or {, quote it.`);
      } else if (key === '' && isScalar(pair.key) && pair.key.type === Scalar.PLAIN) {
        this.#fault(pair.key, 'yaml-syntax', 'There is no key before the colon.');
      } else if (Object.hasOwn(value, key)) this.#repeatedKey(map, pair.key, key);
      else put(value, key, this.value(pair.value));
    }
    if (merges !== undefined) for (const merged of merges) this.#merge(value, merged);
    return value;
  }

  #merge(value: PlainMap, source: unknown): void {
    const read = this.value(source);
    for (const part of Array.isArray(read) ? read : [read]) {
      if (isPlainMap(part)) {
        for (const [key, merged] of Object.entries(part)) if (!Object.hasOwn(value, key)) put(value, key, merged);
      } else if (part !== null || !isAlias(source)) {
        this.#fault(source, 'bad-merge', 'What << names here is not a map.');
      }
    }
  }

  #repeatedKey(map: YAMLMap, node: unknown, key: string): void {
    const first = this.#pairs.find(map, key);
    const range = nodeRange(first?.key);
    const place = range === undefined ? undefined : this.#source.place(range[0], range[1]);
    const where = place === undefined ? '' : ` It is already in line ${place.line}.`;
    const [start, end] = nodeRange(node) ?? [0, 0];
    const parts = { detail: `${quoted(key)} is given twice.${where}`, related: place === undefined ? [] : [place] };
    this.#report(start, at(this.#source, 'duplicate-key', start, end, parts));
  }

  #quoteHint(node: unknown): string {
    return `if * is part of the text, write ${quoted(this.#raw(node))} in quotes.`;
  }

  #tagFault(node: Scalar, tag: string): null {
    const [start, end] = nodeRange(node) ?? [0, 0];
    const sign = Math.max(0, this.#source.text.lastIndexOf('!', start));
    const detail = `${quoted(tag)} is read as a tag. If it is text, quote it.`;
    this.#report(start, at(this.#source, 'unsupported-tag', sign, end, { detail }));
    return null;
  }

  #isOverLines({ range }: Scalar): boolean {
    return range ? this.#source.text.slice(range[0], range[1]).includes('\n') : false;
  }

  #raw(node: unknown): string {
    const range = nodeRange(node);
    return range === undefined ? '' : this.#source.text.slice(range[0], range[1]);
  }

  #fault(node: unknown, code: DiagnosticCode, detail: string): null {
    const [start, end] = nodeRange(node) ?? [0, 0];
    this.#report(start, at(this.#source, code, start, end, { detail }));
    return null;
  }
}
