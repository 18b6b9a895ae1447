import type { Node, Pair, YAMLMap } from 'yaml';
import { Alias, isAlias, isCollection, isMap, isPair, isScalar, isSeq, Scalar } from 'yaml';
import type { FieldPath } from '../../model/index.js';

/** A pair as the parser gives it. */
export type TreePair = Pair<Node, Node | null>;

/** Which node each alias refers to: the nearest anchor of that name before it. */
export type Aliases = ReadonlyMap<Alias, Node>;

/** Collections nest no deeper than this; a manifest needs seven levels. */
export const DEEPEST_YAML = 100;

/** Walks the tree once in the order of writing; `undefined` when it is nested too deeply. `depth` is that of the root. */
export function resolveAliases(root: Node | null, depth = 0): Aliases | undefined {
  const anchors = new Map<string, Node>();
  const aliases = new Map<Alias, Node>();
  const walk = (node: unknown, depth: number): boolean => {
    if (depth > DEEPEST_YAML) return false;
    if (isAlias(node)) {
      const target = anchors.get(node.source);
      if (target !== undefined) aliases.set(node, target);
      return true;
    }
    if (isPair(node)) return walk(node.key, depth) && walk(node.value, depth);
    if (isScalar(node) || isCollection(node)) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node as Node);
      if (isCollection(node)) return node.items.every((item) => walk(item, depth + 1));
    }
    return true;
  };
  return walk(root, depth) ? aliases : undefined;
}

/** `<<` unquoted: the merge key. */
export function isMergeKey(key: unknown): boolean {
  return isScalar(key) && key.type === Scalar.PLAIN && key.value === '<<';
}

export function keyText(key: unknown, aliases: Aliases): string | undefined {
  const node = key instanceof Alias ? aliases.get(key) : key;
  return isScalar(node) && typeof node.value === 'string' ? node.value : undefined;
}

function resolved(node: unknown, aliases: Aliases): unknown {
  return isAlias(node) ? aliases.get(node) : node;
}

interface MapKeys {
  readonly own: ReadonlyMap<string, TreePair>;
  readonly merges: readonly unknown[];
}

/** The pairs of maps by their keys. A map is walked through once: there may be a fault to be placed at each of its keys. */
export class PairIndex {
  readonly #aliases: Aliases;
  readonly #maps = new Map<YAMLMap, MapKeys>();

  constructor(aliases: Aliases) {
    this.#aliases = aliases;
  }

  /** The pair that gives `key` its value: the first of the map's own, else the first that a merge brings. */
  find(map: YAMLMap, key: string, depth = 0): TreePair | undefined {
    const { own, merges } = this.#keysOf(map);
    const pair = own.get(key);
    if (pair !== undefined || depth > DEEPEST_YAML) return pair;
    for (const merge of merges) {
      const source = resolved(merge, this.#aliases);
      for (const part of isSeq(source) ? source.items : [source]) {
        const merged = resolved(part, this.#aliases);
        const found = isMap(merged) ? this.find(merged, key, depth + 1) : undefined;
        if (found !== undefined) return found;
      }
    }
    return undefined;
  }

  #keysOf(map: YAMLMap): MapKeys {
    const known = this.#maps.get(map);
    if (known !== undefined) return known;
    const own = new Map<string, TreePair>();
    const merges: unknown[] = [];
    for (const item of map.items) {
      const key = isMergeKey(item.key) ? undefined : keyText(item.key, this.#aliases);
      if (isMergeKey(item.key)) merges.push(item.value);
      else if (key !== undefined && !own.has(key)) own.set(key, item as TreePair);
    }
    const keys = { own, merges };
    this.#maps.set(map, keys);
    return keys;
  }
}

/** Start and end offset of what `path` names, or of the nearest thing around it. */
export function rangeOf(
  root: Node | null,
  path: FieldPath,
  onKey: boolean,
  aliases: Aliases,
  pairs = new PairIndex(aliases),
): [number, number] {
  let node: unknown = root;
  let range = nodeRange(root) ?? [0, 0];
  for (const [index, step] of path.entries()) {
    const inside = resolved(node, aliases);
    if (isMap(inside)) {
      const pair = pairs.find(inside, String(step));
      if (pair === undefined) break;
      const keyRange = nodeRange(pair.key) ?? range;
      if (onKey && index === path.length - 1) return keyRange;
      const valueRange = nodeRange(pair.value);
      range = valueRange === undefined || valueRange[0] === valueRange[1] ? keyRange : valueRange;
      node = pair.value;
    } else if (isSeq(inside)) {
      const item = inside.items[Number(step)];
      if (item === undefined) break;
      range = nodeRange(item) ?? range;
      node = item;
    } else break;
  }
  return range;
}

export function nodeRange(node: unknown): [number, number] | undefined {
  if (!(isAlias(node) || isScalar(node) || isCollection(node)) || !node.range) return undefined;
  return [node.range[0], node.range[1]];
}
