/** One change, or a fold of many, as lines. */
export interface MarkdownItem {
  readonly lines: readonly string[];
  /** How many things it represents. */
  readonly count: number;
}

/** A run of items between an opening and a closing that must stay together: a section with its fence. */
export interface MarkdownBlock {
  readonly open: readonly string[];
  /** Made one by one: of a million changes only those that fit are ever put into words. */
  readonly items: Iterable<MarkdownItem>;
  /** How many things all items together represent. */
  readonly total: number;
  readonly close: readonly string[];
}

export interface Fitted {
  readonly lines: readonly string[];
  /** Things that are not shown at all. */
  readonly hidden: number;
}

const encoder = new TextEncoder();

/** Bytes of lines with their line ends. UTF-8 never has fewer bytes than UTF-16 has units, so this bounds both counts. */
export function bytesOf(lines: readonly string[]): number {
  let bytes = 0;
  for (const line of lines) bytes += encoder.encode(line).length + 1;
  return bytes;
}

/** An item that is cut shows at least its first line, and this last one. */
const CUT = '    … (the rest of this is not shown)';

/**
 * As many whole items as fit into `limit` bytes, block by block; every block that is opened is closed. An item that is
 * longer than all the room that is left is cut at a line, once; what follows is only counted.
 */
export function fitBlocks(blocks: readonly MarkdownBlock[], limit: number): Fitted {
  const lines: string[] = [];
  let left = limit;
  let hidden = 0;
  let full = false;
  for (const { open, items, total, close } of blocks) {
    if (full) {
      hidden += total;
      continue;
    }
    const frame = bytesOf(open) + bytesOf(close);
    let opened = false;
    let listed = 0;
    for (const item of items) {
      const room = left - (opened ? 0 : frame);
      const cost = bytesOf(item.lines);
      full = cost > room;
      // An item that represents several is shown whole or counted whole.
      const shown = !full ? item.lines : item.count === 1 ? cutItem(item.lines, room) : undefined;
      if (shown !== undefined) {
        if (!opened) lines.push(...open);
        left = room - bytesOf(shown);
        opened = true;
        listed += item.count;
        for (const line of shown) lines.push(line);
      }
      if (full) break;
    }
    if (opened) lines.push(...close);
    hidden += total - listed;
  }
  return { lines, hidden };
}

function cutItem(item: readonly string[], room: number): readonly string[] | undefined {
  const shown: string[] = [];
  let left = room - bytesOf([CUT]);
  for (const line of item) {
    const cost = bytesOf([line]);
    if (cost > left) break;
    shown.push(line);
    left -= cost;
  }
  // A heading alone, or a name without a word of what happens to it, tells nothing.
  return shown.length < 2 ? undefined : [...shown, CUT];
}
