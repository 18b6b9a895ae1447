import { isLosslessNumber, parse, stringify } from 'lossless-json';
import type { LogEntry } from '../../../src/sandbox/index.js';

/** Requests as a golden file shows them: operation and form fields, JSON in a field opened up, every digit kept. */
export function requestsText(requests: readonly LogEntry[]): string {
  const shown = requests.map(({ operation, fields, fault }) => ({
    operation,
    ...(fault !== undefined && { fault }),
    fields: Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, opened(text)])),
  }));
  return `${laidOut(shown, '', 4)}\n`;
}

function opened(text: string): unknown {
  return /^[[{]/.test(text) ? parse(text) : text;
}

const isPlain = (value: unknown) => typeof value !== 'object' || value === null || isLosslessNumber(value);

/** JSON with one item a line: opened to a depth that shows what was sent, and no further. */
function laidOut(value: unknown, indent: string, depth: number): string {
  if (depth === 0 || isPlain(value) || (Array.isArray(value) && value.every(isPlain)))
    return stringify(value) ?? 'null';
  const inner = `${indent}  `;
  const [open, close, items] = Array.isArray(value)
    ? ['[', ']', value.map((item: unknown) => laidOut(item, inner, depth - 1))]
    : ['{', '}', fieldsOf(value as object, inner, depth)];
  return items.length === 0
    ? `${open}${close}`
    : `${open}\n${items.map((item) => inner + item).join(',\n')}\n${indent}${close}`;
}

function fieldsOf(value: object, indent: string, depth: number): readonly string[] {
  return Object.entries(value).map(([name, item]) => `${JSON.stringify(name)}: ${laidOut(item, indent, depth - 1)}`);
}
