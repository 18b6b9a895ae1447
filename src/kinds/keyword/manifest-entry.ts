import type { Observation, Value, Values } from '../../model/index.js';

import { KEYWORD_FIELD_NAMES } from './fields.js';

/** A live keyword as an entry. An application-launch URL that is not there needs a permission even to be empty. */
export function manifestEntry({ id, values, facts }: Observation): { readonly entry: Values } {
  const { word } = facts;
  const entry: Record<string, Value> = { id, ...(word !== undefined && { word }) };
  for (const field of KEYWORD_FIELD_NAMES) {
    const value = values[field];
    if (value !== undefined && !(field === 'deeplinkUrl' && value === '')) entry[field] = value;
  }
  return { entry };
}
