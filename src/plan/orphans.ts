import { type Diagnostic, diagnostic } from '../diagnostics/diagnostic.js';
import type { Address, EmptySource } from '../model/index.js';
import { plural } from '../model/index.js';

/** A message names at most this many of a kind; there may be a million. */
const NAMED = 3;

/** What the state has, with no manifest that describes it and no entry in `forgotten`. */
export class Orphans {
  readonly #kinds = new Map<string, { count: number; readonly named: Address[] }>();

  add(kind: string, address: Address): void {
    const known = this.#kinds.get(kind);
    if (known === undefined) this.#kinds.set(kind, { count: 1, named: [address] });
    else {
      known.count++;
      if (known.named.length < NAMED) known.named.push(address);
    }
  }

  /**
   * An error for each empty source that some of them may have come from. The state does not record source files, so
   * every kind that the source could hold counts.
   */
  from(sources: readonly EmptySource[]): readonly Diagnostic[] {
    return sources.flatMap(({ what, kind, source }) => {
      const kinds = [...this.#kinds].filter(([name]) => kind === undefined || name === kind);
      if (kinds.length === 0) return [];
      const counts = kinds.map(([name, { count }]) => plural(count, name)).join(', ');
      const named = kinds.flatMap((one) => one[1].named);
      const total = kinds.reduce((sum, [, { count }]) => sum + count, 0);
      const more = total > named.length ? `, and ${total - named.length} more` : '';
      const detail = `${what}, and the state has ${counts} that no manifest describes: ${named.join(', ')}${more}. Nothing was planned.`;
      return [diagnostic('source-missing', { detail, source })];
    });
  }
}
