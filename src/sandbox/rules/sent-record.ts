import type { SentField, WireField, WireRecord } from '../../contract/index.js';
import type { Call } from '../call/call.js';
import { accepted, type Checked, refused } from '../call/refusal.js';
import { decimalText, type JsonObject, type JsonValue } from '../values/json-text.js';
import { moneyOf, moneyText } from '../values/money.js';
import { characters } from './fields.js';

/** Names of the fields that a request may have. */
export function namesSent(table: WireRecord): readonly string[] {
  return Object.values(table).flatMap(({ sent }) => (sent === undefined ? [] : [sent.name]));
}

/** Names of the fields of which a change must have one. */
export function namesEnough(table: WireRecord): readonly string[] {
  return Object.values(table).flatMap(({ sent }) => (sent?.enough === true ? [sent.name] : []));
}

type AddressIn<Table> = {
  [Name in keyof Table]: Table[Name] extends { is: 'url' | 'link'; sent: SentField } ? Name : never;
}[keyof Table];

/** Names, in records, of the addresses that can be sent: a new one is reviewed. */
export function addressesIn<Table extends WireRecord>(table: Table): readonly AddressIn<Table>[] {
  const sent = Object.entries(table).filter(([, field]) => field.sent !== undefined);
  return sent.flatMap(([name, { is }]) => (is === 'url' || is === 'link' ? [name as AddressIn<Table>] : []));
}

/** A rule of the sandbox's own for one field; it takes the place of that on the words of the contract. */
export type OwnRule = (value: string, what: string) => Checked<string>;

/**
 * What was sent of scalars, under the names of the record, by the rules that the contract states: the type, the words, the
 * length. Ids, lists and objects are left to the rules of each operation.
 */
export function sentScalars(
  call: Call,
  table: WireRecord,
  entry: JsonObject,
  what: string,
  own: Readonly<Record<string, OwnRule>> = {},
): Checked<Readonly<Record<string, string>>> {
  const set: Record<string, string> = {};
  for (const [name, { is, sent }] of Object.entries(table)) {
    if (sent === undefined || NO_SCALARS.includes(is) || !Object.hasOwn(entry, sent.name)) continue;
    const value = scalar(call, sent.is ?? is, sent, entry[sent.name], `${what}.${sent.name}`, own[sent.name]);
    if (!value.ok) return value;
    set[name] = sent.stored?.[value.value] ?? value.value;
  }
  return accepted(set);
}

const NO_SCALARS: readonly string[] = ['id', 'texts', 'object', 'image'];

function scalar(
  call: Call,
  is: WireField['is'],
  { words, minLength = 0, maxLength }: SentField,
  value: JsonValue | undefined,
  what: string,
  own: OwnRule | undefined,
): Checked<string> {
  const text = is === 'money' ? checkPrice(call, value, what) : textOf(value, what);
  if (!text.ok) return text;
  if (own !== undefined) return own(text.value, what);
  if (words !== undefined && !words.includes(text.value)) {
    return refused(
      'valueRefused',
      `${what} must be ${words.length === 2 ? words.join(' or ') : `one of ${words.join(', ')}`}`,
    );
  }
  const length = maxLength === undefined ? minLength : characters(text.value);
  if (length < minLength || (maxLength !== undefined && length > maxLength)) {
    return refused('valueRefused', `${what} has ${length} characters, ${minLength} to ${maxLength} are allowed`);
  }
  return text;
}

function textOf(value: JsonValue | undefined, what: string): Checked<string> {
  return typeof value === 'string' ? accepted(value) : refused('valueRefused', `${what} must be text`);
}

/** Yuan, a JSON number that is not negative, with at most two decimals. Answers money text. */
export function checkPrice(call: Call, value: JsonValue | undefined, what: string): Checked<string> {
  const text = decimalText(value);
  const money = text === undefined ? undefined : moneyOf(text);
  if (money === undefined) return refused('priceRefused', `${what} must be a number, 0 or more`);
  if (!money.exact && call.options.priceDecimals === 'refused') {
    return refused('priceRefused', `${what} has more than two decimals`);
  }
  return accepted(moneyText(money.fen));
}
