import { isLosslessNumber } from 'lossless-json';

/**
 * JSON of what a request holds: texts, numbers with all their digits, truth values, lists and plain objects. Undefined
 * members are left out. Throws a `TypeError` for what has no JSON form.
 */
export function jsonText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return scalarText(value);
  if (Array.isArray(value)) {
    let items = '';
    for (const item of value) items += `${items === '' ? '' : ','}${jsonText(item)}`;
    return `[${items}]`;
  }
  if (isLosslessNumber(value)) return value.value;
  let members = '';
  for (const [key, member] of Object.entries(value)) {
    if (member !== undefined) members += `${members === '' ? '' : ','}${JSON.stringify(key)}:${jsonText(member)}`;
  }
  return `{${members}}`;
}

function scalarText(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError('A request field has no JSON form.');
  return text;
}
