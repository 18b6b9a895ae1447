import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { FieldPath } from '../../model/index.js';
import { codePointName } from '../../model/index.js';
import type { LocatedDocument } from '../source/located-document.js';
import { isPlainMap } from '../source/plain-map.js';
import { inDocument, type Report } from '../source/report.js';
import { quoted } from '../source/suggest.js';
import { checkUrl } from './check-url.js';
import type { SchemaNode } from './schema-node.js';
import { childSchema } from './schema-node.js';

/** Looks at every text that its schema calls a text, for what people do not see and did not mean. */
export function checkTexts(
  schema: SchemaNode,
  value: unknown,
  base: FieldPath,
  document: LocatedDocument,
  report: Report,
): void {
  const found = (code: DiagnosticCode, path: FieldPath, detail: string) => {
    if (document.isUnsure?.(path) !== true) report(inDocument(document, code, path, { detail }));
  };
  walk(schema, value, [...base], found);
}

type Found = (code: DiagnosticCode, path: FieldPath, detail: string) => void;

/** `path` is one list that grows and shrinks on the way, so that texts without a finding cost no copy of it. */
function walk(schema: SchemaNode, value: unknown, path: (string | number)[], found: Found): void {
  if (typeof value === 'string') {
    checkText(schema, value, path, found);
  } else if (Array.isArray(value)) {
    if (schema.items === undefined) return;
    for (let index = 0; index < value.length; index++) {
      path.push(index);
      walk(schema.items, value[index], path, found);
      path.pop();
    }
  } else if (isPlainMap(value)) {
    for (const key of Object.keys(value)) {
      const child = childSchema(schema, value, key);
      if (child === undefined) continue;
      path.push(key);
      walk(child, value[key], path, found);
      path.pop();
    }
  }
}

/** Everything below looks at texts with one of these; all others pass with a single test. */
const REMARKABLE =
  /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\u00A0\u3000\u2000-\u200A\uFFFD\u115F\u1160\u3164\uFFA0“”‘’，［｛＃]|^\s|\s$/u;
/** Texts of these characters alone hold none of that; the other test costs several times as much. */
const USUAL = /^[\x21-\x7e\u4e00-\u9fff](?:[\x20-\x7e\u4e00-\u9fff]*[\x21-\x7e\u4e00-\u9fff])?$/;
export const isUsualText = (text: string) => USUAL.test(text);
/** With half a character, which no file can hold. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}]/u;
const INVISIBLE = /[\p{Cf}\u00A0\u3000\u2000-\u200A\u115F\u1160\u3164\uFFA0]/gu;

function checkText(schema: SchemaNode, text: string, path: FieldPath, found: Found): void {
  const role = schema.adwright;
  if (role === 'url' || role === 'link') checkUrl(text, role, path, found);
  if (role !== 'text' && role !== 'url' && role !== 'link') return;
  if (isUsualText(text) || !REMARKABLE.test(text)) return;
  if (text.includes('\uFFFD')) {
    found(
      'replacement-character',
      path,
      `${quoted(text)} holds U+FFFD at character ${position(text, text.indexOf('\uFFFD'))}.`,
    );
  }
  const control = CONTROL.exec(text);
  if (control !== null) {
    const detail = `${codePointName(control[0])} at character ${position(text, control.index)} of ${quoted(text)}.`;
    found('control-character', path, detail);
    return;
  }
  const invisible = firstInvisible(text);
  if (invisible.length > 0) {
    const list = invisible.map((one) => `${codePointName(one[0])} at character ${position(text, one.index)}`);
    found('invisible-character', path, `${list.join(', ')} of ${quoted(text)}.`);
  }
  if (/^ | $/.test(text)) {
    const detail = text.trim() === '' ? 'The text is only spaces.' : `${quoted(text)} has a space at ${ends(text)}.`;
    found('space-at-end', path, detail);
  }
  if (role !== 'text') return;
  if (/^[“‘].*[”’]$/u.test(text)) {
    found('full-width-punctuation', path, `The quotes of ${text} are curly: they are part of the text.`);
  } else if (/^[［｛＃]/u.test(text)) {
    found(
      'full-width-punctuation',
      path,
      `${quoted(text)} starts with a full-width ${[...text][0]}: it is part of the text.`,
    );
  } else if (typeof path.at(-1) === 'number' && text.includes('，')) {
    found('full-width-punctuation', path, `${quoted(text)} holds a full-width comma and is one item, not several.`);
  }
}

const MOST_INVISIBLE = 5;

function firstInvisible(text: string): readonly RegExpExecArray[] {
  const found: RegExpExecArray[] = [];
  for (const match of text.matchAll(INVISIBLE)) {
    if (!joinsEmoji(text, match.index)) found.push(match);
    if (found.length === MOST_INVISIBLE) break;
  }
  return found;
}

/** The joiner inside an emoji of several parts is no stray character. */
function joinsEmoji(text: string, index: number): boolean {
  return (
    text[index] === '\u200D' && /\p{Extended_Pictographic}\uFE0F?$/u.test(text.slice(Math.max(0, index - 3), index))
  );
}

function position(text: string, index: number): number {
  return [...text.slice(0, index)].length + 1;
}

function ends(text: string): string {
  const start = text.startsWith(' ');
  const end = text.endsWith(' ');
  return start && end ? 'both ends' : start ? 'its start' : 'its end';
}
