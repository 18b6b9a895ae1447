import type { Document, YAMLError } from 'yaml';
import { isCollection, isPair, isScalar } from 'yaml';
import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { at } from '../source/report.js';
import type { SourceText } from '../source/source-text.js';
import { quoted } from '../source/suggest.js';
import { DEEPEST_YAML } from './yaml-tree.js';

/** Lines whose faults are explained, a document. */
const MOST_FAULTS = 100;

type Range = readonly [start: number, end: number];

interface Fault {
  readonly code: DiagnosticCode;
  readonly start: number;
  readonly end: number;
  readonly detail: string;
}

/**
 * What the parser found wrong with a document, one fault a line, in words that name the likely slip; `first` is where
 * the line of the first one starts, from which on nothing can be relied on.
 */
export function syntaxFaults(document: Document, source: SourceText): { diagnostics: Diagnostic[]; first: number } {
  const diagnostics: Diagnostic[] = [];
  if (document.errors.length === 0) return { diagnostics, first: source.text.length };
  const quotes = quotedRanges(document.contents);
  let first = source.text.length;
  for (const { pos } of document.errors) first = Math.min(first, pos[0]);
  const faults = onePerLine(document.errors, source).map((error) => explain(error, quotes, source));
  let lastLine = 0;
  for (const fault of faults.sort((a, b) => a.start - b.start)) {
    first = Math.min(first, fault.start);
    const one = at(source, fault.code, fault.start, fault.end, { detail: fault.detail });
    // One slip makes the parser complain several times about the same line, and again about the next.
    if (one.source !== undefined && (lastLine === 0 || one.source.line > lastLine + 1)) diagnostics.push(one);
    lastLine = one.source?.line ?? lastLine;
  }
  return { diagnostics, first: source.lineStart(first) };
}

/** A broken file can give an error a character. */
function onePerLine(errors: readonly YAMLError[], source: SourceText): YAMLError[] {
  const kept = new Map<number, YAMLError>();
  for (const error of [...errors].sort((a, b) => a.pos[0] - b.pos[0])) {
    const line = source.lineStart(error.pos[0]);
    if (!kept.has(line)) kept.set(line, error);
    if (kept.size === MOST_FAULTS) break;
  }
  return [...kept.values()];
}

function explain(error: YAMLError, quotes: readonly Range[], source: SourceText): Fault {
  const [start, end] = error.pos;
  const lineStart = source.lineStart(start);
  const lineEnd = source.text.indexOf('\n', lineStart);
  const line = source.text.slice(lineStart, lineEnd < 0 ? undefined : lineEnd);
  const fault = (code: DiagnosticCode, detail: string, from = start, to = end): Fault => {
    return { code, detail, start: from, end: to };
  };
  const colon = line.indexOf('：');
  if (colon >= 0 && !/^[^"'#]*:(\s|$)/.test(line.slice(0, colon + 1)) && !/["']/.test(line.slice(0, colon))) {
    const detail = `The colon after ${quoted(line.slice(0, colon).trim())} is the full-width U+FF1A.`;
    return fault('full-width-colon', detail, lineStart + colon, lineStart + colon + 1);
  }
  const openQuote = quoteBefore(quotes, source, start);
  switch (error.code) {
    case 'BAD_SCALAR_START': {
      const written = line.slice(start - lineStart).trimEnd();
      return fault('quote-value', `A text cannot start with ${source.text[start]} unquoted. Write "${written}".`);
    }
    case 'BAD_DQ_ESCAPE': {
      const text = source.text.slice(start, start + 2);
      return fault('bad-escape', `${quoted(text)} is not an escape. In paths write / instead of a backslash.`);
    }
    case 'TAB_AS_INDENT':
      return fault('bad-indentation', 'Indented with a tab; use spaces.');
    case 'BLOCK_AS_IMPLICIT_KEY':
      if (error.message.startsWith('A block sequence')) {
        return fault('bad-indentation', 'This list item is indented less than the list that it belongs to.');
      }
      return fault('yaml-syntax', 'A second ": " in one line: quote the text, or indent the line like its neighbours.');
    case 'MISSING_CHAR':
      if (error.message.startsWith('Missing closing')) {
        const opened = openQuote ?? start;
        return fault('unclosed-quote', 'The text that starts here has no closing quote.', opened, opened + 1);
      }
      if (error.message.startsWith('Tags and anchors')) {
        const sign = Math.max(line.lastIndexOf('!', start - lineStart), line.lastIndexOf('&', start - lineStart));
        const from = lineStart + Math.max(0, sign);
        return fault('quote-value', `A text cannot start with ${source.text[from]} unquoted.`, from, end);
      }
      return fault('yaml-syntax', missingColon(line));
    case 'BAD_INDENT':
      if (error.message.startsWith('Flow')) {
        return fault('yaml-syntax', 'The list or map that starts with [ or { further up is not closed.');
      }
      return fault('bad-indentation', 'The line does not start in the column of its neighbours.');
    case 'MULTILINE_IMPLICIT_KEY':
      return fault('yaml-syntax', missingColon(line));
    case 'UNEXPECTED_TOKEN':
      if (openQuote !== undefined && source.text.slice(openQuote, start).includes('\n')) {
        return fault('unclosed-quote', 'The text that starts here ends lines later.', openQuote, openQuote + 1);
      }
      return fault(
        'yaml-syntax',
        `Not expected here: ${quoted(line.slice(start - lineStart))}. Quote texts as a whole.`,
      );
    default:
      return fault('yaml-syntax', `${error.message.split('\n')[0]}.`);
  }
}

function missingColon(line: string): string {
  const joined = /^\s*(?:- )?([\w-]+):\S/.exec(line)?.[1];
  if (joined !== undefined) return `A space is missing after "${joined}:".`;
  return 'A key is followed by a colon and a space, in the same line: "key: value".';
}

/** Start of the last quoted text that begins before `offset`, if it is still open there or ends in that line. */
function quoteBefore(quotes: readonly Range[], source: SourceText, offset: number): number | undefined {
  let last: Range | undefined;
  for (const range of quotes) if (range[0] < offset && (last === undefined || range[0] > last[0])) last = range;
  return last === undefined || last[1] < source.lineStart(offset) ? undefined : last[0];
}

function quotedRanges(node: unknown, found: Range[] = [], depth = 0): Range[] {
  if (depth > DEEPEST_YAML) return found;
  if (isCollection(node)) for (const item of node.items) quotedRanges(item, found, depth + 1);
  else if (isPair(node)) {
    quotedRanges(node.key, found, depth + 1);
    quotedRanges(node.value, found, depth + 1);
  } else if (isScalar(node) && node.range && (node.type === 'QUOTE_DOUBLE' || node.type === 'QUOTE_SINGLE')) {
    found.push([node.range[0], node.range[1]]);
  }
  return found;
}
