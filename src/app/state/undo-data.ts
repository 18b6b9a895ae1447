import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type Diagnostic, diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { isAbsent } from '../../files/project-file.js';
import { MOST_TEXT, openOwn, readOwn } from '../../files/regular-file.js';
import { systemWords } from '../../files/system-error.js';
import type { Action, Address, Change, Changes, KindRegistry, Value } from '../../model/index.js';
import { ACTIONABLE, plural } from '../../model/index.js';
import { type Look, quickLook } from '../../schema/quick-look.js';
import { count, listOf, mapOf, oneOf, PLAIN_VALUES, plainValue, shape, text } from '../../schema/shapes.js';
import { replaceFile } from '../../state/machine/durable-files.js';
import { makeFolder } from '../workspace/make-folder.js';
import { ownFolder } from '../workspace/own-folder.js';

/** This many runs of an account are kept. */
const KEPT = 100;
const VERSION = '1.0';

export interface UndoHead {
  readonly formatVersion: string;
  readonly run: string;
  readonly account: string;
  readonly lineage: string;
  /** ISO 8601. */
  readonly at: string;
  readonly command: string;
  /** Changes that the run planned, by action. */
  readonly counts: Readonly<Record<string, number>>;
}

/** A value that a run was about to replace: `from` was live, `to` was sent. */
export interface ReplacedValue {
  readonly path: string;
  readonly from: Value;
  readonly to: Value;
}

export interface UndoItem {
  readonly address: Address;
  readonly action: Action;
  readonly id?: string;
  /** Absent where no operation could change it back. */
  readonly fields?: readonly ReplacedValue[];
}

export interface UndoData {
  readonly head: UndoHead;
  readonly items: readonly UndoItem[];
}

const isHead: Look<UndoHead> = quickLook(
  shape<UndoHead>(
    {
      formatVersion: oneOf([VERSION]),
      run: text,
      account: text,
      lineage: text,
      at: text,
      command: text,
      counts: mapOf(count),
    },
    {},
  ),
);

const REPLACED = shape<ReplacedValue>({ path: text, from: plainValue, to: plainValue }, {});
const isItem: Look<UndoItem> = quickLook({
  ...PLAIN_VALUES,
  ...shape<UndoItem>({ address: text, action: text }, { id: text, fields: listOf(REPLACED) }),
});

const folderOf = (root: string, account: string) => ownFolder(root, `.adwright/undo/${account}`);

/** Names begin with the time, so that their order is that of the runs. */
const nameOf = ({ at, run }: Pick<UndoHead, 'at' | 'run'>) => `${at.replace(/[:.]/g, '')}-${run}.jsonl`;

/** Writes down what a run is about to replace, before anything is sent; lines of JSON, as long as there are changes. */
export async function writeUndo(
  root: string,
  head: Omit<UndoHead, 'formatVersion' | 'counts'>,
  changes: Changes,
  kinds: KindRegistry,
): Promise<void> {
  const counts: Record<string, number> = {};
  for (const { action } of changes) if (ACTIONABLE.has(action)) counts[action] = (counts[action] ?? 0) + 1;
  if (Object.keys(counts).length === 0) return;
  const folder = await folderOf(root, head.account);
  await makeFolder(folder);
  await replaceFile(join(folder, nameOf(head)), lines({ formatVersion: VERSION, ...head, counts }, changes, kinds));
  for (const file of (await filesIn(folder)).slice(KEPT)) await rm(file, { force: true });
}

function* lines(head: UndoHead, changes: Changes, kinds: KindRegistry): Generator<string> {
  yield `${JSON.stringify(head)}\n`;
  for (const change of changes) if (ACTIONABLE.has(change.action)) yield `${JSON.stringify(itemOf(change, kinds))}\n`;
}

function itemOf({ address, kind, action, id, fields }: Change, kinds: KindRegistry): UndoItem {
  const canUpdate = action === 'update' && kinds.get(kind)?.update !== undefined;
  const replaced = fields.flatMap(({ path, observed, desired }) =>
    observed === undefined || desired === undefined ? [] : [{ path, from: observed, to: desired }],
  );
  return { address, action, ...(id !== undefined && { id }), ...(canUpdate && { fields: replaced }) };
}

export interface UndoHeads {
  readonly heads: readonly UndoHead[];
  /** Of files that cannot be read: what else is kept can be undone all the same. */
  readonly faults: readonly Diagnostic[];
}

/** The heads of the runs that can be undone, newest first. */
export async function undoHeads(root: string, account: string): Promise<UndoHeads> {
  return headsIn(await filesIn(await folderOf(root, account)));
}

async function headsIn(files: readonly string[]): Promise<UndoHeads> {
  const heads: UndoHead[] = [];
  const faults: Diagnostic[] = [];
  for (const file of files) {
    try {
      heads.push(await headOf(file));
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      for (const one of error.diagnostics) faults.push({ ...one, severity: 'warning' });
    }
  }
  return { heads, faults };
}

/** The newest run, or the one that is named. */
export async function readUndo(root: string, account: string, run: string | undefined): Promise<UndoData> {
  const files = await filesIn(await folderOf(root, account));
  const file = run === undefined ? files[0] : files.find((one) => one.endsWith(`-${run}.jsonl`));
  if (file === undefined) {
    const { heads, faults } = await headsIn(files);
    const known =
      heads.length === 0
        ? 'No run of this account is kept here'
        : `Kept are ${heads.map((head) => head.run).join(', ')}`;
    const detail = `${run === undefined ? 'There is nothing to undo.' : `There is no run ${run}.`} ${known} (.adwright/undo/${account}).`;
    throw new Failure([...faults, diagnostic('undo-not-found', { detail })]);
  }
  const [first = '', ...rest] = (await readable(file, () => readOwn(file, MOST_TEXT))).toString('utf8').split('\n');
  if (first === '') throw damaged(file, 'it is empty');
  const head = parse(first, file, isHead);
  if (head.account !== account) throw damaged(file, `it is of the account ${head.account}`);
  const items = rest.filter((line) => line !== '').map((line) => parse(line, file, isItem));
  const planned = Object.values(head.counts).reduce((sum, count) => sum + count, 0);
  if (items.length !== planned)
    throw damaged(file, `${plural(planned, 'item was', 'items were')} written, and ${items.length} are there`);
  return { head, items };
}

/** Newest first. */
async function filesIn(folder: string): Promise<readonly string[]> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isAbsent(error)) return [];
    throw error;
  });
  const runs = names.filter((name) => name.endsWith('.jsonl'));
  return runs.sort((a, b) => (a < b ? 1 : -1)).map((name) => join(folder, name));
}

/** The first line alone: there may be a hundred thousand after it. */
async function headOf(file: string): Promise<UndoHead> {
  const handle = await readable(file, () => openOwn(file));
  try {
    for await (const line of handle.readLines({ autoClose: false })) return parse(line, file, isHead);
    throw damaged(file, 'it is empty');
  } finally {
    await handle.close();
  }
}

/** What the system, or a link in its place, says against reading a file. */
async function readable<Read>(file: string, read: () => Promise<Read>): Promise<Read> {
  try {
    return await read();
  } catch (error) {
    throw damaged(file, systemWords(error));
  }
}

function parse<Read>(line: string, file: string, fits: Look<Read>): Read {
  try {
    const value: unknown = JSON.parse(line);
    if (fits(value)) return value;
  } catch {
    // Told below.
  }
  throw damaged(file, `this line does not fit: ${line.slice(0, 80)}`);
}

function damaged(file: string, why: string): Failure {
  return new Failure([diagnostic('undo-damaged', { detail: `${file}: ${why}.` })]);
}
