import type { Observation, Values } from '../../model/index.js';

/**
 * A listed app as an entry that adopts it: icon and copyright come back as addresses only and are left out. Its title,
 * fit for an address, is its name.
 */
export function manifestEntry({ id, values }: Observation): { readonly name: string; readonly entry: Values } {
  const filled = Object.entries(values).filter(([, value]) => value !== '');
  const title = String(values['title'] ?? '');
  const name = title.replace(/^id:/, '').replace(/[\s/]+/gu, '-');
  return { name: name === '' ? `app-${id}` : name, entry: { ...Object.fromEntries(filled), id } };
}
