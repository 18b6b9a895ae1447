import type { TextOptions } from './diagnostics.js';
import { renderTable } from './table.js';

/** One live thing that is rejected, pending or not serving. */
export interface StatusRow {
  readonly address: string;
  /** What a person knows it by: a keyword's word, an app's title. */
  readonly name?: string;
  /** The service's words: `status reject`, `mobileStatus pending`. */
  readonly state: string;
  /** The service's reason (`cause`, `tagCause`), where it gives one. */
  readonly reason?: string;
}

/** `status`. */
export function renderStatus(rows: readonly StatusRow[], options: TextOptions): string {
  if (rows.length === 0) return 'Everything that can be read is serving.\n';
  const table = renderTable(
    rows,
    [
      { title: 'address', value: (row) => row.address, whole: true },
      { title: 'name', value: (row) => row.name },
      {
        title: 'state',
        value: (row) => row.state,
        style: (row) => (/reject|delete/.test(row.state) ? 'error' : 'warning'),
      },
      { title: 'reason', value: (row) => row.reason },
    ],
    options,
  );
  return `${table}\n`;
}
