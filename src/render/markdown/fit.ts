/** A run of items between an opening and a closing that must stay together: a section with its fence. */
export interface MarkdownBlock {
  readonly open: readonly string[];
  /** Each item is the lines of one change. */
  readonly items: readonly (readonly string[])[];
  readonly close: readonly string[];
  /** How many things an item represents (a fold represents many); 1 where absent. */
  readonly counts?: readonly number[];
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
  for (const block of blocks) {
    const frame = bytesOf(block.open) + bytesOf(block.close);
    const first = block.items[0];
    if (first === undefined) {
      if (!full && frame <= left) {
        lines.push(...block.open, ...block.close);
        left -= frame;
      }
      continue;
    }
    let opened = false;
    block.items.forEach((item, index) => {
      const stands = block.counts?.[index] ?? 1;
      if (full) {
        hidden += stands;
        return;
      }
      const room = left - (opened ? 0 : frame);
      const cost = bytesOf(item);
      // An item that represents several is shown whole or counted whole.
      const shown = cost <= room ? item : stands === 1 ? cutItem(item, room) : undefined;
      full = cost > room;
      if (shown === undefined) {
        hidden += stands;
        return;
      }
      if (!opened) lines.push(...block.open);
      left = room - bytesOf(shown);
      opened = true;
      for (const line of shown) lines.push(line);
    });
    if (opened) lines.push(...block.close);
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
