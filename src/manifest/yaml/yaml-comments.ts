import { Lexer } from 'yaml';

/** Marks of the lexer's own that are not text; the last announces a scalar, which may start with `#`. */
const MARKS: ReadonlySet<string> = new Set(['\u0002', '\u0018', '\u001F']);
const SCALAR_FOLLOWS = '\u001F';

export interface Comment {
  /** From the `#` on, without spaces at the end. */
  readonly text: string;
  /** How many characters come before the `#` in its line, and how many of them are spaces directly before it. */
  readonly column: number;
  readonly spaces: number;
  readonly offset: number;
}

/** The comments of a YAML text, in order. */
export function commentsOf(text: string): readonly Comment[] {
  const found: Comment[] = [];
  let inScalar = false;
  let offset = 0;
  for (const lexeme of new Lexer().lex(text)) {
    if (!inScalar && lexeme.startsWith('#')) {
      const line = text.slice(text.lastIndexOf('\n', offset - 1) + 1, offset);
      found.push({ text: lexeme.trimEnd(), column: line.length, spaces: line.length - line.trimEnd().length, offset });
    }
    inScalar = lexeme === SCALAR_FOLLOWS;
    if (!MARKS.has(lexeme)) offset += lexeme.length;
  }
  return found;
}

export function sameComments(left: readonly Comment[], right: readonly Comment[]): boolean {
  return left.length === right.length && left.every(({ text }, index) => text === right[index]?.text);
}

/** A comment after something else, more than one space away: its author lined it up with others. */
const isLinedUp = ({ column, spaces }: Comment) => spaces > 1 && spaces < column;

/** Comments that were lined up go back to their columns, as far as there is room. */
export function linedUp(text: string, now: readonly Comment[], before: readonly Comment[]): string {
  const pieces: string[] = [];
  let from = 0;
  for (const [index, { offset, column, spaces }] of now.entries()) {
    const old = before[index];
    if (old === undefined || !isLinedUp(old) || spaces === 0 || spaces === column) continue;
    pieces.push(text.slice(from, offset), ' '.repeat(Math.max(0, old.column - column)));
    from = offset;
  }
  return pieces.join('') + text.slice(from);
}
