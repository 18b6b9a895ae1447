import type { Value } from '../../model/resource/value.js';
import { isImageValue } from '../../model/resource/value.js';
import { displayWidth } from '../characters/measure.js';
import { visible, visibleItem, visibleValue } from '../characters/visible.js';

/** A part of a value that is shown as one: a text, an image, or a list of texts. */
export type Leaf =
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'image'; readonly text: string }
  | { readonly type: 'list'; readonly items: readonly string[] };

/** Digits of a digest that people compare. */
export const SHORT_HASH = 12;

function groupDigits(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+$)/g, ',');
}

function isTextList(value: Value): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

/** Cuts a value into its leaves by path: `content[0].url`. Images never show more than a line. */
export function leavesOf(path: string, value: Value | undefined): Map<string, Leaf> {
  const leaves = new Map<string, Leaf>();
  const walk = (at: string, inner: Value): void => {
    if (typeof inner === 'string') leaves.set(at, { type: 'text', text: inner });
    else if (isImageValue(inner)) {
      const text = `${visible(inner.file)} (${visible(inner.type)}, ${inner.width}×${inner.height} px, ${groupDigits(inner.bytes)} bytes, sha256 ${inner.sha256.slice(0, SHORT_HASH)})`;
      leaves.set(at, { type: 'image', text });
    } else if (isTextList(inner)) leaves.set(at, { type: 'list', items: inner });
    else if (Array.isArray(inner)) inner.forEach((item: Value, index) => void walk(`${at}[${index}]`, item));
    else for (const [key, item] of Object.entries(inner)) walk(at === '' ? key : `${at}.${key}`, item);
  };
  if (value !== undefined) walk(path, value);
  return leaves;
}

export function leafText(leaf: Leaf): string {
  if (leaf.type === 'text') return visibleValue(leaf.text);
  if (leaf.type === 'image') return leaf.text;
  return leaf.items.length === 0 ? '(empty list)' : leaf.items.map(visibleItem).join(', ');
}

export function sameLeaf(one: Leaf | undefined, other: Leaf | undefined): boolean {
  return one === other || (one !== undefined && other !== undefined && JSON.stringify(one) === JSON.stringify(other));
}

/** A text that is better shown by its differing words than twice in full. */
export function isLong(leaf: Leaf): boolean {
  return leaf.type === 'text' && displayWidth(leaf.text) > 32;
}
