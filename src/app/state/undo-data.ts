import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { isAbsent } from '../../files/project-file.js';
import { MOST_TEXT, readRegular } from '../../files/regular-file.js';
import type { Action, Address, Change, KindRegistry, Value } from '../../model/index.js';
import { ACTIONABLE } from '../../model/index.js';
import { replaceFile } from '../../state/durable-files.js';
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

const folderOf = (root: string, account: string) => ownFolder(root, `.adwright/undo/${account}`);

/** Writes down what a run is about to replace, before anything is sent; lines of JSON, as long as there are changes. */
export async function writeUndo(
  root: string,
  head: Omit<UndoHead, 'formatVersion' | 'counts'>,
  changes: readonly Change[],
  kinds: KindRegistry,
): Promise<void> {
  const counts: Record<string, number> = {};
  for (const { action } of changes) if (ACTIONABLE.has(action)) counts[action] = (counts[action] ?? 0) + 1;
  if (Object.keys(counts).length === 0) return;
  const folder = await folderOf(root, head.account);
  await makeFolder(folder);
  await replaceFile(
    join(folder, `${head.run}.jsonl`),
    lines({ formatVersion: VERSION, ...head, counts }, changes, kinds),
  );
  const old = (await runFiles(folder)).slice(KEPT);
  for (const { file } of old) await rm(file, { force: true });
}

function* lines(head: UndoHead, changes: readonly Change[], kinds: KindRegistry): Generator<string> {
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

/** The heads of the runs that can be undone, newest first. */
export async function undoHeads(root: string, account: string): Promise<readonly UndoHead[]> {
  return (await runFiles(await folderOf(root, account))).map(({ head }) => head);
}

/** The newest run, or the one that is named. */
export async function readUndo(root: string, account: string, run: string | undefined): Promise<UndoData> {
  const folder = await folderOf(root, account);
  const files = await runFiles(folder);
  const found = run === undefined ? files[0] : files.find(({ head }) => head.run === run);
  if (found === undefined) {
    const known =
      files.length === 0
        ? 'No run of this account is kept here'
        : `Kept are ${files.map(({ head }) => head.run).join(', ')}`;
    const detail = `${run === undefined ? 'There is nothing to undo.' : `There is no run ${run}.`} ${known} (.adwright/undo/${account}).`;
    throw new Failure([diagnostic('undo-not-found', { detail })]);
  }
  const [, ...rest] = (await readText(found.file)).split('\n');
  const items = rest.filter((line) => line !== '').map((line) => parse(line, found.file, isItem));
  const planned = Object.values(found.head.counts).reduce((sum, count) => sum + count, 0);
  if (items.length !== planned)
    throw damaged(found.file, `${planned} items were written, and ${items.length} are there`);
  return { head: found.head, items };
}

async function runFiles(folder: string): Promise<readonly { readonly file: string; readonly head: UndoHead }[]> {
  const found: { file: string; head: UndoHead }[] = [];
  for (const name of await namesIn(folder)) {
    if (!name.endsWith('.jsonl')) continue;
    const file = join(folder, name);
    const text = await readText(file);
    const end = text.indexOf('\n');
    found.push({ file, head: parse(text.slice(0, end < 0 ? text.length : end), file, isHead) });
  }
  return found.sort((a, b) => (a.head.at < b.head.at ? 1 : -1));
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}

const readText = async (file: string) => (await readRegular(file, MOST_TEXT)).toString('utf8');

function parse<Read>(line: string, file: string, fits: (value: unknown) => value is Read): Read {
  try {
    const value: unknown = JSON.parse(line);
    if (fits(value)) return value;
  } catch {
    // Told below.
  }
  throw damaged(file, `this line does not fit: ${line.slice(0, 80)}`);
}

const isMap = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isHead = (value: unknown): value is UndoHead =>
  isMap(value) &&
  value['formatVersion'] === VERSION &&
  ['run', 'account', 'lineage', 'at', 'command'].every((key) => typeof value[key] === 'string') &&
  isMap(value['counts']) &&
  Object.values(value['counts']).every((count) => typeof count === 'number');

const isItem = (value: unknown): value is UndoItem =>
  isMap(value) &&
  typeof value['address'] === 'string' &&
  typeof value['action'] === 'string' &&
  (value['id'] === undefined || typeof value['id'] === 'string') &&
  (value['fields'] === undefined || (Array.isArray(value['fields']) && value['fields'].every(isReplaced)));

const isReplaced = (value: unknown): value is ReplacedValue =>
  isMap(value) && typeof value['path'] === 'string' && isValue(value['from']) && isValue(value['to']);

const isValue = (value: unknown): value is Value =>
  typeof value === 'string' ||
  (Array.isArray(value) ? value.every(isValue) : isMap(value) && Object.values(value).every(isValue));

function damaged(file: string, why: string): Failure {
  return new Failure([diagnostic('undo-damaged', { detail: `${file}: ${why}.` })]);
}
