import type { Change, FieldChange } from '../../model/change/plan.js';
import type { Value } from '../../model/resource/value.js';
import { isZero, priceMove } from '../../model/text/decimal.js';
import { looksAlike, spelledOut, visibleItem } from '../characters/visible.js';
import { listDiff, type WordPart, wordDiff } from '../characters/word-diff.js';
import { isLong, type Leaf, leafText, leavesOf, sameLeaf } from './values.js';
import { type FieldWords, fieldWords, NOT_SET, type RuleOf, SIDE_WORDS } from './wording.js';

/** What is shown of one field, or of one leaf of a field that is a tree. */
export type FieldView = {
  /** `price`, `content[0].url`. */
  readonly path: string;
  readonly notes: readonly string[];
} & (
  | { readonly form: 'value'; readonly value: string }
  | { readonly form: 'edit'; readonly from: string; readonly to: string }
  | { readonly form: 'words'; readonly parts: readonly WordPart[] }
  | { readonly form: 'items'; readonly gone: readonly string[]; readonly added: readonly string[] }
  | { readonly form: 'labelled'; readonly values: readonly { readonly label: string; readonly value: string }[] }
);

/** A value that says nothing of the leaf is not the same as one that was never read. */
type Sides = { readonly [Side in 'desired' | 'prior' | 'observed']: Map<string, Leaf> };

/** `unobserved` is what is said of a field that was not read, where it is said of the field and not of the whole change. */
export function fieldViews(
  change: Change,
  field: FieldChange,
  { unobserved, ruleOf }: { readonly unobserved: string | undefined; readonly ruleOf: RuleOf },
): FieldView[] {
  const { path, desired, prior, observed } = field;
  const words = fieldWords(ruleOf(change.kind, path));
  // Most fields of a creation: one text, and nothing to compare it with.
  if (typeof desired === 'string' && prior === undefined && observed === undefined && !field.drift) {
    const value = shown({ type: 'text', text: desired }, words);
    return [{ path, form: 'value', value, notes: commonNotes(change, field, words, unobserved) }];
  }
  const sides: Sides = {
    desired: leavesOf(path, desired),
    prior: leavesOf(path, prior),
    observed: leavesOf(path, observed),
  };
  const paths = new Set([...sides.desired.keys(), ...sides.observed.keys(), ...sides.prior.keys()]);
  const views: FieldView[] = [];
  for (const leaf of paths) {
    const view = leafView(leaf, field, sides, words);
    if (view === undefined) continue;
    views.push({ ...view, notes: [...view.notes, ...commonNotes(change, field, words, unobserved)] });
  }
  return prior === undefined && observed === undefined ? itemsOnOneLine(views) : views;
}

/** The texts of one item of a list that is all new, `content[0].links[1]`, read best side by side. */
function itemsOnOneLine(views: readonly FieldView[]): FieldView[] {
  const lines: FieldView[] = [];
  for (const view of views) {
    const [, item, label] = /^(.*\[\d+\])\.([^.[\]]+)$/.exec(view.path) ?? [];
    if (view.form !== 'value' || view.notes.length > 0 || item === undefined || label === undefined) {
      lines.push(view);
      continue;
    }
    const value = { label, value: view.value };
    const last = lines.at(-1);
    if (last?.path === item && last.form === 'labelled')
      lines.splice(-1, 1, { ...last, values: [...last.values, value] });
    else lines.push({ path: item, form: 'labelled', values: [value], notes: [] });
  }
  return lines;
}

function commonNotes(change: Change, field: FieldChange, words: FieldWords, unobserved: string | undefined): string[] {
  const edited = change.action === 'update' && field.desired !== undefined;
  const unread = field.prior !== undefined && field.observed === undefined && field.desired !== undefined;
  return [
    ...(edited && words.onEdit !== undefined ? [words.onEdit] : []),
    ...(unread && unobserved !== undefined ? [unobserved] : []),
  ];
}

function leafView(path: string, field: FieldChange, sides: Sides, words: FieldWords): FieldView | undefined {
  const desired = sides.desired.get(path);
  const prior = sides.prior.get(path);
  const observed = sides.observed.get(path);
  const base = field.observed === undefined ? prior : observed;
  const hasBase = field.observed !== undefined || field.prior !== undefined;

  if (field.drift) {
    if (sameLeaf(desired, observed) && sameLeaf(prior, observed)) return undefined;
    const labelled = (label: string, whole: Value | undefined, leaf: Leaf | undefined) =>
      whole === undefined ? [] : [{ label, value: shown(leaf, words) }];
    const values = [
      ...labelled(SIDE_WORDS.prior, field.prior, prior),
      ...labelled(SIDE_WORDS.observed, field.observed, observed),
      ...labelled(SIDE_WORDS.desired, field.desired, desired),
    ];
    return { path, form: 'labelled', values, notes: moveNotes(observed, desired, words) };
  }
  if (field.desired === undefined) {
    const label = field.observed === undefined ? SIDE_WORDS.prior : SIDE_WORDS.observed;
    return { path, form: 'labelled', values: [{ label, value: shown(base, words) }], notes: [] };
  }
  if (!hasBase) return { path, form: 'value', value: shown(desired, words), notes: [] };
  if (sameLeaf(base, desired)) {
    // A field of its own that did not change (an adopted value) is still worth its line; a leaf of a tree is not.
    return path === field.path ? { path, form: 'value', value: shown(desired, words), notes: [] } : undefined;
  }
  return editView(path, base, desired, words);
}

/** The value of each leaf on each side, `undefined` on a side that has nothing of the field. */
export interface LeafSides {
  readonly path: string;
  readonly sides: { readonly [Side in keyof Sides]: string | undefined };
}

export function leafSides({ kind }: Pick<Change, 'kind'>, field: FieldChange, ruleOf: RuleOf): readonly LeafSides[] {
  const words = fieldWords(ruleOf(kind, field.path));
  const names = ['desired', 'prior', 'observed'] as const;
  const leaves = names.map((side) => leavesOf(field.path, field[side]));
  const paths = new Set(leaves.flatMap((of) => [...of.keys()]));
  return [...paths].map((path) => {
    const texts = names.map((side, index) =>
      field[side] === undefined ? undefined : shown(leaves[index]?.get(path), words),
    );
    return { path, sides: { desired: texts[0], prior: texts[1], observed: texts[2] } };
  });
}

function editView(path: string, from: Leaf | undefined, to: Leaf | undefined, words: FieldWords): FieldView {
  if (from?.type === 'list' && to?.type === 'list') {
    const { gone, added } = listDiff(from.items, to.items);
    if (gone.length + added.length > 0) {
      return { path, form: 'items', gone: gone.map(visibleItem), added: added.map(visibleItem), notes: [] };
    }
    return { path, form: 'edit', from: leafText(from), to: leafText(to), notes: ['another order'] };
  }
  if (from?.type === 'text' && to?.type === 'text') {
    if (looksAlike(from.text, to.text)) {
      const notes = ['they look alike but differ in their characters'];
      return { path, form: 'edit', from: spelledOut(from.text), to: spelledOut(to.text), notes };
    }
    if (isLong(from) && isLong(to)) return { path, form: 'words', parts: wordDiff(from.text, to.text), notes: [] };
  }
  return { path, form: 'edit', from: shown(from, words), to: shown(to, words), notes: moveNotes(from, to, words) };
}

function shown(leaf: Leaf | undefined, words: FieldWords): string {
  if (leaf === undefined) return NOT_SET;
  const meaning = leaf.type === 'text' ? meaningOf(leaf.text, words) : undefined;
  return meaning === undefined ? leafText(leaf) : `${leafText(leaf)} (${meaning})`;
}

function meaningOf(text: string, words: FieldWords): string | undefined {
  return words.meanings?.[words.money && isZero(text) ? '0' : text];
}

/** How a bid moves; nothing where one of the two means something else than its amount. */
function moveNotes(from: Leaf | undefined, to: Leaf | undefined, words: FieldWords): string[] {
  if (!words.money || from?.type !== 'text' || to?.type !== 'text') return [];
  if (meaningOf(from.text, words) !== undefined || meaningOf(to.text, words) !== undefined) return [];
  const move = priceMove(from.text, to.text);
  return move === undefined ? [] : [move];
}
