import { isMap, isScalar, parseDocument } from 'yaml';

/**
 * The text of a project file with `state.lineage` set, everything else as it was, comments and line ends included.
 * The text must be a project file that loads.
 */
export function writeLineage(text: string, lineage: string): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n';
  const document = parseDocument(text, { schema: 'failsafe', prettyErrors: false });
  const present = document.getIn(['state', 'lineage'], true);
  if (isScalar(present) && present.range && present.range[0] < present.range[1]) {
    return text.slice(0, present.range[0]) + lineage + text.slice(present.range[1]);
  }
  const state = document.get('state', true);
  if (isMap(state) && state.flow !== true && present === undefined) {
    const first = state.items[0]?.key;
    if (isScalar(first) && first.range) {
      const start = text.lastIndexOf('\n', first.range[0] - 1) + 1;
      const indent = text.slice(start, first.range[0]);
      if (/^ +$/.test(indent))
        return `${text.slice(0, start)}${indent}lineage: ${lineage}${newline}${text.slice(start)}`;
    }
  }
  if (!document.has('state') && isMap(document.contents) && document.contents.flow !== true) {
    const end = text === '' || text.endsWith('\n') ? '' : newline;
    // A document that is closed with `...` takes nothing behind it.
    if (!/^\.\.\./m.test(text)) return `${text}${end}state:${newline}  lineage: ${lineage}${newline}`;
  }
  if (!isMap(state)) document.delete('state');
  document.setIn(['state', 'lineage'], lineage);
  return document.toString({ lineWidth: 0 }).replaceAll('\n', newline);
}
