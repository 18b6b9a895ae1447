import type { BlockingTexts, Values } from '../../model/index.js';

/** Negative words of a group: `exact` ones block the search that they are, `phrase` ones every search that holds them. */
export function blockingTexts(desired: Values): readonly BlockingTexts[] {
  const lists = desired['negativeWords'] as { readonly [list: string]: readonly string[] } | undefined;
  if (lists === undefined) return [];
  return [
    { texts: lists['exact'] ?? [], blocks: 'equal', path: ['negativeWords', 'exact'] },
    { texts: lists['phrase'] ?? [], blocks: 'containing', path: ['negativeWords', 'phrase'] },
  ];
}
