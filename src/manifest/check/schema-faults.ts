import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { FieldPath } from '../../model/index.js';
import { codePointName, plural } from '../../model/index.js';
import type { SchemaError } from '../../schema/check.js';
import { brokenSchema, faultyValue, pointerSteps } from '../../schema/error-place.js';
import type { LocatedDocument } from '../source/located-document.js';
import { didYouMean, quoted } from '../source/suggest.js';
import type { SchemaNode } from './schema-node.js';

/** A fault in words of ours, at a path below the value that was checked. */
export interface SchemaFault {
  readonly code: DiagnosticCode;
  readonly path: FieldPath;
  readonly onKey: boolean;
  readonly detail: string;
}

/** Turns what the schema found into at most one fault a value, and one for each unknown or missing key. */
export function schemaFaults(
  errors: readonly SchemaError[],
  schema: SchemaNode,
  value: unknown,
  base: FieldPath,
  document: LocatedDocument,
): SchemaFault[] {
  const faults: SchemaFault[] = [];
  const seen = new Set<string>();
  for (const error of errors) {
    const path = [...base, ...pointerSteps(error.instancePath)];
    const fault = explain(error, brokenSchema(schema, error), faultyValue(value, error), path, document);
    const subject = fault.onKey && fault.path.length > path.length ? fault.path.join('/') : `${error.instancePath}`;
    const once = error.keyword === 'required' ? `${subject} ${String(error.params['missingProperty'])}` : subject;
    if (seen.has(once)) continue;
    seen.add(once);
    faults.push(fault);
  }
  return faults;
}

function explain(
  error: SchemaError,
  schema: SchemaNode,
  value: unknown,
  path: FieldPath,
  document: LocatedDocument,
): SchemaFault {
  const fault = (code: DiagnosticCode, detail: string, on: { path?: FieldPath; key?: boolean } = {}): SchemaFault => {
    return { code, detail, path: on.path ?? path, onKey: on.key ?? false };
  };
  switch (error.keyword) {
    case 'additionalProperties': {
      const key = String(error.params['additionalProperty']);
      return unknownKey(key, [...path, key], Object.keys(schema.properties ?? {}));
    }
    case 'required': {
      const key = String(error.params['missingProperty']);
      const named = typeof path.at(-1) === 'string' && !/^[0-9]+$/.test(String(path.at(-1)));
      return fault('missing-key', `${quoted(key)} is required${whatIs(schema.properties?.[key])}.`, { key: named });
    }
    case 'type':
      return wrongType(value, String(error.params['type']), path, document);
    case 'enum':
    case 'const':
      return notAllowed(String(value), schema.enum ?? [String(schema.const)], path);
    case 'pattern':
      return wrongForm(String(value), schema, path);
    case 'minLength':
      if (value === '') return fault('too-short', `${subject(path)} must not be empty.`);
      return fault(
        'too-short',
        `At least ${plural(Number(error.params['limit']), 'character')}; this has ${length(value)}.`,
      );
    case 'maxLength':
      if (schema.adwright === 'price') return fault('bad-price', `${quoted(String(value))} has more than 15 digits.`);
      return fault(
        'too-long',
        `At most ${plural(Number(error.params['limit']), 'character')}; this has ${length(value)}.`,
      );
    case 'minItems':
    case 'minProperties':
      return fault('too-few', `At least ${error.params['limit']} here; this has ${size(value)}.`, { key: true });
    case 'maxItems':
    case 'maxProperties':
      return fault('too-many', `At most ${error.params['limit']} here; this has ${size(value)}.`, { key: true });
    default:
      return fault('bad-form', `${subject(path)} does not fit.`);
  }
}

export function unknownKey(key: string, path: FieldPath, known: readonly string[]): SchemaFault {
  if (key.includes('：')) {
    const detail = `${quoted(key)} holds the full-width colon U+FF1A, so the whole line is one word.`;
    return { code: 'full-width-colon', path, onKey: true, detail };
  }
  const meant = didYouMean(key, known);
  const detail = `${quoted(key)} is not known here.${meant === '' ? ` Known: ${known.join(', ')}.` : meant}`;
  return { code: 'unknown-key', path, onKey: true, detail };
}

function wrongType(value: unknown, expected: string, path: FieldPath, document: LocatedDocument): SchemaFault {
  const fault = (code: DiagnosticCode, detail: string): SchemaFault => ({ code, path, detail, onKey: false });
  if (value === null) return fault('ambiguous-null', `${subject(path)} has no value.`);
  if (typeof value === 'string') {
    const colon = value.indexOf('：');
    if (colon > 0 && expected !== 'string') {
      const detail = `The colon after ${quoted(value.slice(0, colon))} is the full-width U+FF1A.`;
      return fault('full-width-colon', detail);
    }
    const joined = expected === 'object' ? /^([\w-]+):([^\s/]|[\u00a0\u3000])/.exec(value) : null;
    if (joined !== null) {
      const [, key, next = ''] = joined;
      const odd = next.trim() === '' ? ` (${codePointName(next)} is none)` : '';
      const detail = `A space is missing after "${key}:"${odd}, so YAML reads ${quoted(value)} as one text.`;
      return fault('wrong-shape', detail);
    }
    const how = expected === 'array' ? 'Write a list: [a, b], or one "- item" a line.' : 'Write "key: value" pairs.';
    return fault(
      'wrong-shape',
      `${subject(path)} must be a ${called(expected)}, not the text ${quoted(value)}. ${how}`,
    );
  }
  if (expected === 'string') {
    const written = (document.written(path) ?? '').split('\n')[0]?.trim() ?? '';
    const kind = Array.isArray(value) ? 'list' : 'map';
    const detail = `A text is expected; YAML reads ${quoted(written)} as a ${kind}. If it is text, write '${written}'.`;
    return fault('quote-value', detail);
  }
  const found = Array.isArray(value) ? 'list' : 'map';
  return fault('wrong-shape', `${subject(path)} must be a ${called(expected)}, not a ${found}.`);
}

function notAllowed(value: string, allowed: readonly string[], path: FieldPath): SchemaFault {
  const detail = `${quoted(value)} is not allowed. Allowed: ${allowed.join(', ')}.${didYouMean(value, allowed)}`;
  return { code: 'not-allowed', path, onKey: false, detail };
}

function wrongForm(value: string, schema: SchemaNode, path: FieldPath): SchemaFault {
  const fault = (code: DiagnosticCode, detail: string): SchemaFault => ({ code, path, onKey: false, detail });
  switch (schema.adwright) {
    case 'choice':
      return notAllowed(value, schema.choices ?? [], path);
    case 'id':
      return fault('bad-id', `${quoted(value)} is not an id${idReason(value)}.`);
    case 'price':
      return fault('bad-price', `${quoted(value)} is not a price${priceReason(value)}.`);
    case 'integer':
      return fault('bad-setting', `${quoted(value)} is not a whole number.`);
    case 'number':
      return fault('bad-setting', `${quoted(value)} is not a number.`);
    default:
      return fault('bad-form', `${quoted(value)}: ${schema.description ?? 'does not have the expected form'}`);
  }
}

function idReason(value: string): string {
  if (/^[0-9.]+[eE]\+?[0-9]+$/.test(value)) return ': a spreadsheet shortened it, and its last digits are lost';
  if (/^0[0-9]*$/.test(value)) return ': ids have no leading zeros';
  if (/[\uFF10-\uFF19]/.test(value)) return ': it holds full-width digits';
  return value === '' ? ': it is empty' : '';
}

function priceReason(value: string): string {
  if (/^[-+]/.test(value)) return ': it has a sign';
  if (/[\uFF10-\uFF19\uFF0E]/.test(value)) return ': it holds full-width digits';
  if (/[¥￥$€元]/u.test(value)) return ': it holds a currency mark; the unit is always yuan';
  // One or two digits after the only comma are a fraction; three may be thousands.
  if (/^[0-9]+[,，][0-9]{1,2}$/u.test(value)) return `: it holds a comma; write ${value.replace(/[,，]/u, '.')}`;
  if (/[,，]/u.test(value)) return ': it holds a comma; write 1000.50';
  if (/^[0-9.]+[eE][-+]?[0-9]+$/.test(value)) return ': exponents are not allowed';
  if (/^\.?(inf|nan)$/i.test(value)) return ': it is not finite';
  if (/^0[0-9]/.test(value)) return ': it has leading zeros';
  if (/^\.[0-9]+$|^[0-9]+\.$/.test(value)) return ': the point needs digits on both sides';
  return '';
}

function whatIs(schema: SchemaNode | undefined): string {
  return schema?.title === undefined ? '' : ` (${schema.title})`;
}

function subject(path: FieldPath): string {
  const last = path.at(-1);
  if (last === undefined) return 'The document';
  return /^[0-9]+$/.test(String(last)) ? 'The item' : quoted(String(last));
}

function called(type: string): string {
  return { array: 'list', object: 'map', string: 'text' }[type] ?? type;
}

function length(value: unknown): number {
  return [...String(value)].length;
}

function size(value: unknown): number {
  return Array.isArray(value) ? value.length : Object.keys(Object(value)).length;
}
