import { Chalk } from 'chalk';
import { displayWidth, headOfWidth } from './measure.js';
import { plainColumns } from './plain-text.js';

export type Style =
  | 'heading'
  | 'quiet'
  | 'create'
  | 'update'
  | 'import'
  | 'blocked'
  | 'unresolved'
  | 'pending'
  | 'forget'
  | 'drift'
  | 'gone'
  | 'new'
  | 'error'
  | 'warning'
  | 'info'
  | 'done';

/** A piece of a line before colour: widths are measured without escapes. */
export interface Segment {
  readonly text: string;
  readonly style?: Style | undefined;
  /** `whole`: kept on one line where it fits on one; `fill`: broken anywhere, so that marked parts stay together. */
  readonly breaks?: 'whole' | 'fill';
}

export type Paint = (text: string, style?: Style) => string;

/** Colour as the caller decided it; the environment is never asked here. */
export function painter(color: boolean): Paint {
  const chalk = new Chalk({ level: color ? 1 : 0 });
  const styles: Readonly<Record<Style, (text: string) => string>> = {
    heading: chalk.bold,
    quiet: chalk.dim,
    create: chalk.green,
    update: chalk.yellow,
    import: chalk.cyan,
    blocked: chalk.red,
    unresolved: chalk.magenta,
    pending: chalk.cyan,
    forget: chalk.dim,
    drift: chalk.magenta,
    gone: chalk.red,
    new: chalk.green,
    error: chalk.red.bold,
    warning: chalk.yellow.bold,
    info: chalk.blue.bold,
    done: chalk.green,
  };
  return (text, style) => (style === undefined || text === '' ? text : styles[style](text));
}

/** Lines are never narrower or wider than this, whatever the terminal: no line comes near 500 characters. */
const NARROWEST = 40;
const WIDEST = 400;

export function usableWidth(width: number): number {
  return Math.min(WIDEST, Math.max(NARROWEST, Number.isFinite(width) ? Math.floor(width) : WIDEST));
}

/**
 * Fills lines of at most `width` columns: breaks at spaces where it can, inside a long word where it must, and indents
 * every line but the first by `hang`.
 */
export function layout(segments: readonly Segment[], width: number, hang: number, paint: Paint): string[] {
  const line = wholeLine(segments, width, paint);
  return line === undefined ? [...layoutLines(segments, width, hang, paint)] : [line];
}

/** What fits one line as it is, as most lines do; undefined where words or spaces at the end need care. */
function wholeLine(segments: readonly Segment[], width: number, paint: Paint): string | undefined {
  let line = '';
  let used = 0;
  for (const { text, style } of segments) {
    // Words are painted one by one, and measured so: a few characters combine with the space before them.
    if (text.includes(' ') && (style !== undefined || plainColumns(text) < 0)) return undefined;
    // Measuring a long text takes long.
    if (text.length > 4 * width) return undefined;
    used += displayWidth(text);
    if (used > width) return undefined;
    line += paint(text, style);
  }
  return line.endsWith(' ') ? undefined : line;
}

/** The same line by line, as the segments come. */
export function* layoutLines(
  segments: Iterable<Segment>,
  width: number,
  hang: number,
  paint: Paint,
): Generator<string> {
  const full: string[] = [];
  // A deep hanging indent in a narrow terminal would leave no room.
  const indent = ' '.repeat(Math.min(hang, Math.floor(width / 2)));
  let line = '';
  let spaces = '';
  let used = 0;
  let empty = true;
  let first = true;
  const put = (text: string, style: Style | undefined, columns: number) => {
    line += spaces + paint(text, style);
    spaces = '';
    used += columns;
    empty = false;
  };
  const flush = () => {
    // Blanks at the end of a line are dropped, painted or not.
    full.push(line);
    first = false;
    line = indent;
    spaces = '';
    used = indent.length;
    empty = true;
  };
  for (const { text, style, breaks } of segments) {
    const fits = breaks === 'whole' && text !== '' && displayWidth(text) <= width - indent.length;
    for (const word of fits || !text.includes(' ') ? [text] : (text.match(/ +|[^ ]+/g) ?? [])) {
      if (word === '') continue;
      const columns = displayWidth(word);
      if (word.startsWith(' ') && /^ +$/.test(word)) {
        spaces += word;
        used += columns;
        if (used > width) flush();
      } else if (used + columns <= width) {
        put(word, style, columns);
      } else if (!empty && breaks !== 'fill' && columns <= width - indent.length) {
        flush();
        put(word, style, columns);
      } else {
        putInPieces(word, style);
      }
    }
    if (full.length > 0) yield* full.splice(0);
  }
  if (!empty || first) yield line;

  function putInPieces(word: string, style: Style | undefined): void {
    for (let rest = word; rest !== ''; ) {
      const head = headOfWidth(rest, width - used);
      if (head === '' && used > indent.length) {
        flush();
        continue;
      }
      // A single character that is wider than the room still has to go somewhere.
      const taken = head === '' ? rest.slice(0, Math.max(1, headOfWidth(rest, 2).length)) : head;
      put(taken, style, displayWidth(taken));
      rest = rest.slice(taken.length);
      if (rest !== '') flush();
    }
  }
}
