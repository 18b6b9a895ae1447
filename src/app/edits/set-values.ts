import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure, usageFailure } from '../../diagnostics/failure.js';
import type { EditRequest } from '../../manifest/write/edit-manifests.js';
import type { KindRegistry, Resource, WordSets } from '../../model/index.js';
import { plural, sameValue, wildcardMatcher } from '../../model/index.js';
import { plusInCents, timesInCents } from '../../model/text/decimal.js';
import type { WantedEdits } from './edit-files.js';

/** `price=1.20`, `price*=1.1`, `price+=-0.05`. */
export interface Assignment {
  readonly field: string;
  readonly operator: '=' | '*=' | '+=';
  readonly value: string;
}

export interface Selection {
  readonly target: readonly string[];
  readonly where: readonly Assignment[];
  readonly word: readonly string[];
}

const ASSIGNMENT = /^([A-Za-z][A-Za-z0-9]*)(\*=|\+=|=)(.*)$/s;
const FACTOR = /^\d+(?:\.\d+)?$/;
const SUMMAND = /^[+-]?\d+(?:\.\d+)?$/;
/** So many of a kind are named in one message. */
const NAMED = 5;

export function readAssignment(text: string, operators: readonly string[]): Assignment {
  const [, field = '', operator = '', value = ''] = ASSIGNMENT.exec(text) ?? [];
  if (!operators.includes(operator))
    throw usageFailure(`${JSON.stringify(text)} is not of the form FIELD${operators.join('VALUE, FIELD')}VALUE.`);
  const form = operator === '*=' ? FACTOR : operator === '+=' ? SUMMAND : undefined;
  if (form?.test(value) === false) throw usageFailure(`${text}: ${JSON.stringify(value)} is not a decimal number.`);
  return { field, operator: operator as Assignment['operator'], value };
}

/** The values that a bulk edit gives to the resources it selects. Money is computed in decimals, rounded half up to cents. */
export function setValues(
  resources: Iterable<Resource>,
  assignments: readonly Assignment[],
  { target, where, word }: Selection,
  kinds: KindRegistry,
): WantedEdits {
  const twice = assignments.find(({ field }, index) => assignments.findIndex((one) => one.field === field) < index);
  if (twice !== undefined) throw usageFailure(`${twice.field} is given twice.`);
  const targets = target.map((pattern) => ({ pattern, matches: wildcardMatcher(pattern), hit: false }));
  const words = new Set(word);
  const known = new Set<string>();
  const refused: string[] = [];
  const requests: EditRequest[] = [];
  for (const resource of resources) {
    let chosen = false;
    for (const one of targets) if (one.matches(resource.address)) chosen = one.hit = true;
    const kind = kinds.get(resource.kind);
    const rules = kind?.fields ?? {};
    const meaning = (field: string, text: string) => meaningOf(text, kind?.section.files?.words?.[field]);
    if (!chosen) continue;
    for (const { field } of [...assignments, ...where]) if (rules[field] !== undefined) known.add(field);
    if (
      words.size > 0 &&
      !Object.values(resource.expected ?? {}).some((one) => typeof one === 'string' && words.has(one))
    )
      continue;
    const holds = where.every(({ field, value }) => {
      const [rule, own] = [rules[field], resource.desired[field]];
      return rule !== undefined && own !== undefined && sameValue(rule.type, own, meaning(field, value));
    });
    if (!holds) continue;
    for (const { field, operator, value } of assignments) {
      const rule = rules[field];
      if (rule === undefined) continue;
      if (operator !== '=' && rule.role !== 'bid')
        throw usageFailure(`${field} of ${resource.address} is not an amount of money: ${operator} does not apply.`);
      const own = resource.desired[field];
      if (own !== undefined && typeof own !== 'string')
        throw usageFailure(`${field} of ${resource.address} is not a single text.`);
      const next = operator === '=' ? meaning(field, value) : computed(own, operator, value);
      if (next === undefined || (own !== undefined && sameValue(rule.type, own, next))) continue;
      if (operator !== '=' && !/[1-9]/.test(next.replace(/^-.*/, '')))
        refused.push(`${resource.address}: ${own} becomes ${next}`);
      requests.push({ address: resource.address, path: [field], value: next });
    }
  }
  const idle = targets.filter(({ hit }) => !hit);
  if (idle.length > 0) {
    throw new Failure(
      idle.map(({ pattern }) => diagnostic('target-matches-nothing', { detail: `--target ${pattern}` })),
    );
  }
  const unknown = [...assignments, ...where].find(({ field }) => !known.has(field));
  if (unknown !== undefined) throw usageFailure(`Nothing that the targets match has a field ${unknown.field}.`);
  if (refused.length > 0) {
    const more = refused.length > NAMED ? `, and ${plural(refused.length - NAMED, 'more', 'more')}` : '';
    throw usageFailure(`A bid must stay above 0. ${refused.slice(0, NAMED).join('; ')}${more}. Nothing was written.`);
  }
  return { requests, notWritten: [] };
}

/** A word of the console means its value, as it does in a table. */
function meaningOf(text: string, words: WordSets = []): string {
  const set = words.find((one) => Object.hasOwn(one, text));
  return set?.[text] ?? text;
}

/** Undefined where there is nothing to compute from: no value of its own, or 0, which is another bid. */
function computed(own: string | undefined, operator: '*=' | '+=', value: string): string | undefined {
  if (own === undefined || !/[1-9]/.test(own)) return undefined;
  return operator === '*=' ? timesInCents(own, value) : plusInCents(own, value.replace('+', ''));
}
