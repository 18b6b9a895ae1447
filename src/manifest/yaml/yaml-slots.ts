import type { Node } from 'yaml';
import { isAlias, isCollection, isMap, isScalar, isSeq, Scalar } from 'yaml';
import type { FieldPath, NoSlot } from '../../model/index.js';
import { belowLine, type YamlSpot } from '../source/slot.js';
import type { Aliases, PairIndex } from './yaml-tree.js';
import { nodeRange } from './yaml-tree.js';

/** A tree with what is known of it, and its text. */
export interface SlotTree {
  readonly root: Node | null;
  readonly aliases: Aliases;
  readonly pairs: PairIndex;
  readonly text: string;
}

/** The text of the value that `path` names, where no other path leads to it. */
export function slotIn(tree: SlotTree, path: FieldPath): YamlSpot | NoSlot | undefined {
  const way = wayTo(tree, path);
  if (way === undefined || 'why' in way) return way;
  const { node, within, keyEnd } = way;
  const range = nodeRange(node);
  if (range === undefined || range[0] === range[1]) {
    if (keyEnd === undefined) return undefined;
    // After the colon of the key.
    const at = tree.text.indexOf(':', keyEnd) + 1;
    return { from: at, to: at, within, before: ' ' };
  }
  // The range of a list extends to the comments after its last item, which stay.
  const lastItem = isSeq(node) && node.flow !== true ? nodeRange(node.items.at(-1)) : undefined;
  const [from, to] = [range[0], trimmedEnd(tree.text, range[0], lastItem?.[1] ?? range[1])];
  const written = tree.text.slice(from, to);
  if (isScalar(node) && isBlockScalar(node) && /^[^\n]*#/.test(written))
    return { why: 'has a comment in its first line' };
  if (isSeq(node) && node.flow !== true && linesOf(written) !== node.items.length)
    return { why: 'has comments, or items of several lines, inside its list' };
  if (isMap(node)) return { why: 'is a map' };
  return { from, to, within };
}

/** Where the map that `path` names can have one more key. */
export function gapIn(tree: SlotTree, path: FieldPath): YamlSpot | NoSlot | undefined {
  const way = wayTo(tree, path);
  if (way === undefined || 'why' in way) return way;
  const { node, within } = way;
  if (!isMap(node)) return undefined;
  const [first] = node.items;
  const last = node.items.at(-1);
  const [firstKey, lastRange] = [nodeRange(first?.key), nodeRange(last?.value) ?? nodeRange(last?.key)];
  if (firstKey === undefined || lastRange === undefined) return undefined;
  const end = trimmedEnd(tree.text, ...lastRange);
  if (within === 'flow' || node.flow === true) return { from: end, to: end, within: 'flow', before: ', ' };
  const start = keyStart(tree.text, firstKey[0]);
  return start === undefined ? { why: 'begins with an unusual key' } : belowLine(tree.text, start, end);
}

/** Where a key begins with the `?` before it; undefined where something else, such as a tag, comes before it in its line. */
function keyStart(text: string, key: number): number | undefined {
  const before = /^ *(?:- +)*(\? +)?$/.exec(text.slice(text.lastIndexOf('\n', key - 1) + 1, key));
  return before === null ? undefined : key - (before[1]?.length ?? 0);
}

interface Way {
  readonly node: unknown;
  readonly within: 'block' | 'flow';
  /** Where the key of the value ends. */
  readonly keyEnd?: number;
}

function wayTo({ root, aliases, pairs }: SlotTree, path: FieldPath): Way | NoSlot | undefined {
  const shared = new Set<unknown>(aliases.values());
  let way: Way = { node: root, within: 'block' };
  for (const step of path) {
    const { node } = way;
    const problem = sharing(node, shared);
    if (problem !== undefined) return problem;
    const within = isCollection(node) && node.flow === true ? 'flow' : way.within;
    if (isSeq(node)) way = { node: node.items[Number(step)], within };
    else if (isMap(node)) {
      const pair = pairs.find(node, String(step));
      if (pair === undefined) return undefined;
      if (!(node.items as readonly unknown[]).includes(pair)) return { why: 'comes from a merge key (<<)' };
      const keyEnd = nodeRange(pair.key)?.[1];
      way = { node: pair.value, within, ...(keyEnd !== undefined && { keyEnd }) };
    } else return undefined;
  }
  return sharing(way.node, shared) ?? way;
}

/** Another entry may have the same text: what is written here would change there as well. */
function sharing(node: unknown, shared: ReadonlySet<unknown>): NoSlot | undefined {
  if (isAlias(node)) return { why: `is the alias *${node.source}` };
  if ((isScalar(node) || isCollection(node)) && shared.has(node)) {
    return { why: `is shared with other entries by the anchor &${node.anchor ?? ''}` };
  }
  return undefined;
}

function isBlockScalar({ type }: Scalar): boolean {
  return type === Scalar.BLOCK_FOLDED || type === Scalar.BLOCK_LITERAL;
}

/** Without the line ends that belong to a text of several lines. */
function trimmedEnd(text: string, from: number, to: number): number {
  let end = to;
  while (end > from && /\s/.test(text.charAt(end - 1))) end--;
  return end;
}

const linesOf = (text: string) => text.split('\n').length;
