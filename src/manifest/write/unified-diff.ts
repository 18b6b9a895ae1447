import type { PlacedEdit } from './edit-manifests.js';
import { type FileText, lineOf } from './edited-bytes.js';

const CONTEXT = 3;
const NO_END = '\\ No newline at end of file';

/** Lines of the old text that change together, and what they become. */
interface Block {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/**
 * The edits of one file as a unified diff. Where they are is known, so nothing has to be compared: a file with a hundred
 * thousand of them takes no longer to show than to read.
 */
export function* unifiedDiff(file: string, text: FileText, edits: readonly PlacedEdit[]): Generator<string> {
  const count = linesOf(text);
  const open = !/[\r\n]$/.test(text.bytes.toString('latin1', text.bytes.length - 1));
  yield `--- a/${file}\n+++ b/${file}\n`;
  let shift = 0;
  for (const blocks of hunks(blocksOf(text, edits))) {
    const [first, last] = [blocks[0], blocks.at(-1)];
    if (first === undefined || last === undefined) continue;
    const from = Math.max(1, first.from - CONTEXT);
    const to = Math.min(count, last.to + CONTEXT);
    const lines: string[] = [];
    let at = from;
    for (const block of blocks) {
      for (; at < block.from; at++) lines.push(` ${lineOf(text, at)}`);
      for (; at <= block.to; at++) lines.push(`-${lineOf(text, at)}`);
      if (open && block.to === count) lines.push(NO_END);
      for (const line of block.lines) lines.push(`+${line}`);
    }
    for (; at <= to; at++) lines.push(` ${lineOf(text, at)}`);
    if (open && to === count) lines.push(NO_END);
    const grown = blocks.reduce((sum, block) => sum + block.lines.length - (block.to - block.from + 1), 0);
    const length = to - from + 1;
    yield `@@ -${from},${length} +${from + shift},${length + grown} @@\n${lines.join('\n')}\n`;
    shift += grown;
  }
}

function* blocksOf(text: FileText, edits: readonly PlacedEdit[]): Generator<Block> {
  for (let index = 0; index < edits.length; ) {
    const { line: from } = edits[index]?.place ?? { line: 0 };
    let to = from;
    let column = 1;
    let written = '';
    for (; (edits[index]?.place.line ?? Number.POSITIVE_INFINITY) <= to; index++) {
      const edit = edits[index] as PlacedEdit;
      written += lineOf(text, edit.place.line).slice(column - 1, edit.place.column - 1) + edit.text;
      to = edit.place.endLine;
      column = edit.place.endColumn;
    }
    written += lineOf(text, to).slice(column - 1);
    yield { from, to, lines: written.split('\n') };
  }
}

/** Blocks whose surroundings meet are shown together. */
function* hunks(blocks: Iterable<Block>): Generator<Block[]> {
  let hunk: Block[] = [];
  for (const block of blocks) {
    const last = hunk.at(-1);
    if (last !== undefined && block.from - last.to > 2 * CONTEXT) {
      yield hunk;
      hunk = [];
    }
    hunk.push(block);
  }
  if (hunk.length > 0) yield hunk;
}

/** The end of the last line begins no further one. */
function linesOf({ bytes, starts }: FileText): number {
  return (starts.at(-1) ?? 0) < bytes.length ? starts.length : starts.length - 1;
}
