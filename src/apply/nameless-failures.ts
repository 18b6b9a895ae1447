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

/** They are told once for the reply. Of a task that was taken, one of the items may never show up. */
export function namelessWarning(
  nameless: readonly ItemError[],
  batch: readonly { readonly address: Address }[],
  waiting: readonly Address[] = [],
): Diagnostic {
  const all = waiting.length > 0 ? waiting : batch.map(({ address }) => address);
  const [first = ''] = all;
  const more = all.length < 2 ? '' : ` and ${all.length - 1} more`;
  const detail = `${first}${more}: the reply says of none in particular: ${namelessText(nameless)}.`;
  return diagnostic(waiting.length > 0 ? 'task-failure-unnamed' : 'failure-unnamed', { detail, address: first });
}
