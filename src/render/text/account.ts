import type { TextOptions } from './diagnostics.js';
import { pairLines } from './state.js';

/** `account`: the fields of accountInfo under their names in the interface; what the service left out is left out. */
export function renderAccount(fields: Readonly<Record<string, string | undefined>>, options: TextOptions): string {
  const pairs = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value] as const],
  );
  return `${pairLines(pairs, options)}\n`;
}
