import type { Change } from '../../model/change/plan.js';
import type { Address } from '../../model/resource/address.js';
import { plural } from '../../model/text/plural.js';
import { visible } from '../characters/visible.js';

/** What a creation waits for: it is not sent before that is settled. */
function awaited({ action, parents }: Change, held: ReadonlySet<Address>): Address | undefined {
  return action === 'create' ? parents?.find((parent) => held.has(parent)) : undefined;
}

/** `for group/autumn`. */
export function waitsFor(change: Change, held: ReadonlySet<Address>): string | undefined {
  const parent = awaited(change, held);
  return parent === undefined ? undefined : `for ${visible(parent)}`;
}

const SHOWN = 3;

/** What some of many have to say for themselves, equal texts once: `2 of them: …`. */
export function remarkOfMany(texts: readonly (string | undefined)[]): string | undefined {
  const given = texts.filter((text) => text !== undefined);
  if (given.length === 0) return undefined;
  const different = [...new Set(given)];
  const more = different.length > SHOWN ? `, and ${plural(different.length - SHOWN, 'other')}` : '';
  const told = `${different.slice(0, SHOWN).join(', ')}${more}`;
  return given.length === texts.length ? told : `${given.length} of them: ${told}`;
}
