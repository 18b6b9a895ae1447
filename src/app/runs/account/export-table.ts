import { type FileHandle, open, rm } from 'node:fs/promises';
import { type Diagnostic, diagnostic } from '../../../diagnostics/diagnostic.js';
import { Failure, usageFailure } from '../../../diagnostics/failure.js';
import { systemWords } from '../../../files/system-error.js';
import { type LiveEntry, usableEntries } from '../../../manifest/check/usable-entry.js';
import {
  addressOf,
  gathered,
  type KindPorts,
  type SectionSettings,
  tableCell,
  type Value,
  type Values,
} from '../../../model/index.js';
import { csvHeading, guardedCsvLine } from '../../../render/index.js';
import type { AppPorts } from '../../ports.js';
import { exportedById } from '../../steps/exported.js';
import { userPath } from '../../workspace/user-files.js';

/** What `--csv` needs, and what it does not go with. */
export function checkCsvUse(ids: readonly string[], out: string | undefined): void {
  const refuse = (detail: string) => {
    throw usageFailure(detail);
  };
  if (out !== undefined) refuse('--csv cannot be combined with --out.');
  if (ids.length === 0) refuse('--csv needs keyword ids: give them as arguments, or a table with --from.');
}

/**
 * The keywords with these ids as a table that `keywordFiles` takes back. Written reply by reply, so that no more than a few
 * replies are in memory. A file that is there is not overwritten; one that was only begun is removed.
 */
export async function exportTable(
  app: AppPorts,
  file: string,
  ports: KindPorts,
  ids: readonly string[],
  settings: SectionSettings,
): Promise<{ readonly rows: number; readonly diagnostics: readonly Diagnostic[] }> {
  const unwritable = (error: unknown) =>
    new Failure([diagnostic('file-unreadable', { detail: `--csv ${file}: ${systemWords(error)}` })]);
  let path: string;
  let handle: FileHandle;
  try {
    path = await userPath(app, file);
    handle = await open(path, 'wx');
  } catch (error) {
    throw unwritable(error);
  }
  const write = async (pieces: Iterable<string>) => {
    try {
      for (const piece of pieces) await handle.writeFile(piece);
    } catch (error) {
      throw unwritable(error);
    }
  };
  try {
    const written = await writeRows(write, ports, ids, settings);
    await handle.close();
    return written;
  } catch (error) {
    await handle.close().catch(() => undefined);
    await rm(path, { force: true });
    throw error;
  }
}

async function writeRows(
  write: (pieces: Iterable<string>) => Promise<void>,
  ports: KindPorts,
  ids: readonly string[],
  settings: SectionSettings,
) {
  const [kind] = exportedById;
  if (kind?.section.files === undefined) throw new Error('no kind is exported by ids into a table');
  const { section, name } = kind;
  const columns = Object.keys(kind.section.files.columns);
  const diagnostics: Diagnostic[] = [];
  const leaveOut = (address: string, detail: string) => {
    diagnostics.push(diagnostic('export-left-out', { detail: `${address}${detail}`, address }));
  };
  const usable = usableEntries(section, settings);
  let rows = 0;
  await write([csvHeading(columns, true)]);
  const targets = ids.map((id) => ({ address: addressOf(name, id), id, desired: {} }));
  for await (const { found, missing } of kind.observe?.(targets, ports) ?? []) {
    const live: (LiveEntry & { readonly address: string })[] = [];
    for (const [{ address }, observation] of found) {
      const written = observation.unusable === undefined ? kind.manifestEntry?.(observation) : undefined;
      if (written !== undefined) live.push({ address, entry: written.entry });
      else leaveOut(address, ` is left out: ${observation.unusable ?? 'it has no entry'}.`);
    }
    const cells: Record<string, string>[] = [];
    for (const [{ address }, { entry, leftOut }] of await usable(live)) {
      for (const { field, why } of leftOut)
        leaveOut(address, `: ${entry === undefined ? 'it' : field} is left out. ${why}`);
      if (entry !== undefined) cells.push(rowOf(columns, entry));
    }
    for (const { address } of missing) leaveOut(address, ' is left out: the service does not return it.');
    rows += cells.length;
    await write(gathered(cells.map((row) => guardedCsvLine(columns, row))));
  }
  return { rows, diagnostics };
}

function rowOf(columns: readonly string[], entry: Values): Record<string, string> {
  const row: Record<string, string> = {};
  for (const column of columns) {
    const value = entry[column];
    if (value !== undefined) row[column] = cellOf(value);
  }
  return row;
}

const cellOf = (value: Value) => tableCell(Array.isArray(value) ? value.join('|') : String(value));
