import type { TextOptions } from './diagnostics.js';
import type { Cells } from './rows.js';
import { pairLines } from './state.js';

/** `account`: the fields of accountInfo under their names in the interface; what the service left out is left out. */
export function renderAccount(fields: Cells, options: TextOptions): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, typeof value === 'string' ? value : value.join(', ')] as const],
  );
  return `${pairLines(pairs, options)}\n`;
}
