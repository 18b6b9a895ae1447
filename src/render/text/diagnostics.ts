import { DIAGNOSTIC_CODES, type DiagnosticCode } from '../../diagnostics/codes.js';
import { type Diagnostic, type Severity, type SourcePlace, sortDiagnostics } from '../../diagnostics/diagnostic.js';
import { plural } from '../../model/text/plural.js';
import { displayWidth, headOfWidth } from '../characters/measure.js';
import { layout, type Paint, painter, usableWidth } from '../characters/paint.js';
import { visible } from '../characters/visible.js';

export interface TextOptions {
  readonly color: boolean;
  readonly width: number;
}

/** Diagnostics as code frames, in the order of the files, with a count at the end. No line end after the last line. */
export function renderDiagnostics(diagnostics: readonly Diagnostic[], options: TextOptions): string {
  if (diagnostics.length === 0) return '';
  const paint = painter(options.color);
  const width = usableWidth(options.width);
  const explained = new Set<DiagnosticCode>();
  const blocks = sortDiagnostics(diagnostics).map((one) => {
    const first = !explained.has(one.code);
    explained.add(one.code);
    return frame(one, first, width, paint).join('\n');
  });
  return [...blocks, countLine(diagnostics)].join('\n\n');
}

/** `3 errors, 1 warning in 2 files`. */
export function countLine(diagnostics: readonly Diagnostic[]): string {
  const count = (severity: Severity) => diagnostics.filter((one) => one.severity === severity).length;
  const parts = [
    [count('error'), 'error', 'errors'],
    [count('warning'), 'warning', 'warnings'],
    [count('info'), 'note', 'notes'],
  ] as const;
  const counts = parts.filter(([number]) => number > 0).map(([number, one, many]) => plural(number, one, many));
  const files = new Set(diagnostics.map((one) => one.source?.file).filter((file) => file !== undefined)).size;
  return `${counts.length === 0 ? 'no problems' : counts.join(', ')}${files > 0 ? ` in ${plural(files, 'file')}` : ''}`;
}

const SEVERITY_WORD = { error: 'error', warning: 'warning', info: 'note' } as const;

function frame(one: Diagnostic, withHelp: boolean, width: number, paint: Paint): string[] {
  const lines = layout(
    [
      { text: SEVERITY_WORD[one.severity], style: one.severity },
      { text: `[${one.code}]`, style: 'quiet' },
      { text: ` ${visible(one.summary)}`, style: 'heading' },
      ...(one.address === undefined ? [] : [{ text: `  ${visible(one.address)}` }]),
    ],
    width,
    2,
    paint,
  );
  const gutter = one.source === undefined ? 1 : String(one.source.line).length;
  const margin = ' '.repeat(gutter);
  if (one.source !== undefined) {
    lines.push(`${margin}${paint('-->', 'quiet')} ${placeText(one.source)}`);
    // A row of a workbook has no text of its own.
    if (one.excerpt !== undefined && one.source.cell === undefined)
      lines.push(...codeFrame(one.source, one.excerpt, gutter, width, paint, one.severity));
  }
  const note = (label: string, text: string) => {
    const head = `${margin} = ${label === '' ? '' : `${label}: `}`;
    lines.push(...layout([{ text: head, style: 'quiet' }, { text: visible(text) }], width, gutter + 3, paint));
  };
  if (one.detail !== undefined) note('', one.detail);
  for (const place of one.related ?? []) note('see also', placeText(place));
  const { help } = DIAGNOSTIC_CODES[one.code] as { readonly help: string };
  if (withHelp && help !== '') note('help', help);
  return lines;
}

export function placeText({ file, line, column, cell }: SourcePlace): string {
  return cell === undefined ? `${visible(file)}:${line}:${column}` : `${visible(file)}:${visible(cell)}`;
}

/** The source line with a pointer below; a long line is cut around the pointer, and columns are columns of the screen. */
function codeFrame(
  place: SourcePlace,
  excerpt: string,
  gutter: number,
  width: number,
  paint: Paint,
  severity: Severity,
): string[] {
  const text = excerpt.replace(/[\r\n]+$/, '');
  const start = Math.min(Math.max(0, place.column - 1), text.length);
  const sameLine = place.endLine === undefined || place.endLine === place.line;
  const end =
    sameLine && place.endColumn !== undefined
      ? Math.min(place.endColumn - 1, text.length)
      : sameLine
        ? start + 1
        : text.length;
  const room = width - gutter - 3;
  let before = visible(text.slice(0, start));
  const marked = visible(text.slice(start, Math.max(end, start + 1)));
  let after = visible(text.slice(Math.max(end, start + 1)));
  const pointed = Math.min(Math.max(1, displayWidth(marked)), Math.max(1, room - 8));
  const keepBefore = Math.max(4, room - pointed - Math.min(displayWidth(after), 12) - 1);
  if (displayWidth(before) > keepBefore) before = `…${tailOfWidth(before, keepBefore - 1)}`;
  const pointerAt = displayWidth(before);
  const keepAfter = room - pointerAt - displayWidth(marked);
  if (displayWidth(after) > keepAfter) after = keepAfter < 1 ? '' : `${headOfWidth(after, keepAfter - 1)}…`;
  const shownMarked =
    displayWidth(marked) > room - pointerAt ? `${headOfWidth(marked, Math.max(1, room - pointerAt - 1))}…` : marked;
  const bar = paint(' |', 'quiet');
  return [
    `${' '.repeat(gutter)}${bar}`,
    `${paint(String(place.line), 'quiet')}${bar} ${before}${shownMarked}${after}`,
    `${' '.repeat(gutter)}${bar} ${' '.repeat(pointerAt)}${paint('^'.repeat(pointed), severity)}`,
  ];
}

function tailOfWidth(text: string, width: number): string {
  const characters = [...text];
  let used = 0;
  let index = characters.length;
  while (index > 0) {
    used += displayWidth(characters[index - 1] ?? '');
    if (used > width) break;
    index--;
  }
  return characters.slice(index).join('');
}
