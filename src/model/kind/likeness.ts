import type { Values } from '../resource/value.js';
import { seenText } from '../text/text-compare.js';
import { urlMeaning } from '../text/url-meaning.js';
import type { ManifestSection } from './manifest-section.js';

/**
 * What two things of a kind that are likely one have in common; nothing where one of the fields is not known. White space
 * at the ends, what cannot be seen, and another spelling of an address make no other thing.
 */
export function likenessOf({ kind, likeness }: ManifestSection, values: Values): string | undefined {
  if (likeness === undefined) return undefined;
  const texts: string[] = [];
  for (const path of likeness) {
    const value = values[path];
    if (value === undefined) return undefined;
    texts.push(typeof value === 'string' ? urlMeaning(seenText(value)) : JSON.stringify(value));
  }
  return JSON.stringify([kind, ...texts]);
}
