import type { Gap, NoSlot, Slot } from '../../model/index.js';
import type { SourceText } from './source-text.js';

/** Offsets of a value or of a gap in a text of YAML. */
export interface YamlSpot {
  readonly from: number;
  readonly to: number;
  readonly within: 'block' | 'flow';
  readonly before?: string;
}

export function asSlot(source: SourceText, found: YamlSpot | NoSlot | undefined): Slot | NoSlot | undefined {
  if (found === undefined || 'why' in found) return found;
  const { from, to, within, before } = found;
  return {
    place: source.place(from, to),
    written: source.text.slice(from, to),
    within,
    ...(before !== undefined && { before }),
  };
}

export function asGap(source: SourceText, found: YamlSpot | NoSlot | undefined): Gap | NoSlot | undefined {
  if (found === undefined || 'why' in found) return found;
  return { place: source.place(found.from, found.to), before: found.before ?? '', within: found.within };
}

/** Below the line that holds `end`, in the column of what begins at `first`. */
export function belowLine(text: string, first: number, end: number): YamlSpot {
  const column = first - (text.lastIndexOf('\n', first - 1) + 1);
  const lineEnd = text.indexOf('\n', end);
  const at = lineEnd < 0 ? text.length : lineEnd;
  return { from: at, to: at, within: 'block', before: `\n${' '.repeat(column)}` };
}
