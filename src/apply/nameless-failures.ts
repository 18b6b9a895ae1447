import type { Diagnostic } from '../diagnostics/diagnostic.js';
import { diagnostic } from '../diagnostics/diagnostic.js';
import type { Address, ItemError } from '../model/index.js';

/** Failures that a reply gives to no item, whole and each once, as one text. */
export function namelessText(nameless: readonly ItemError[]): string {
  const counts = new Map<string, number>();
  for (const { code, message } of nameless) {
    const text = code === undefined ? message : `${code}: ${message}`;
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return [...counts].map(([text, count]) => (count === 1 ? text : `${text} (${count} times)`)).join(' · ');
}

/**
 * They are shown once for the reply, with the items that could be meant: those of a task that was taken, as one of them
 * may never show up, or else those that were not done.
 */
export function namelessWarning(
  nameless: readonly ItemError[],
  addresses: readonly Address[],
  fates: readonly ({ readonly fate: string } | undefined)[],
): Diagnostic {
  const waiting = addresses.filter((_, position) => fates[position]?.fate === 'pending');
  const notDone = addresses.filter((_, position) => fates[position]?.fate !== 'done');
  const meant = [waiting, notDone, addresses].find((some) => some.length > 0) ?? [];
  const [first = ''] = meant;
  const more = meant.length < 2 ? '' : ` and ${meant.length - 1} more`;
  const detail = `${first}${more}: the reply does not say which item these reasons are about: ${namelessText(nameless)}.`;
  return diagnostic(waiting.length > 0 ? 'task-failure-unnamed' : 'failure-unnamed', { detail, address: first });
}
