import type { BlockingTexts } from '../../model/index.js';
import type { GroupValues } from './fields.js';

/** Negative words of a group: `exact` ones block the search that they are, `phrase` ones every search that holds them. */
export function blockingTexts({ negativeWords }: GroupValues): readonly BlockingTexts[] {
  if (negativeWords === undefined) return [];
  const { exact = [], phrase = [] } = negativeWords;
  return [
    { texts: exact, blocks: 'equal', path: ['negativeWords', 'exact'] },
    { texts: phrase, blocks: 'containing', path: ['negativeWords', 'phrase'] },
  ];
}
