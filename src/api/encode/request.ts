import { LosslessNumber } from 'lossless-json';
import type { EndpointName, FieldEncoding, RequestOf, ServiceSettings } from '../../contract/index.js';
import { CREATIVE_KEYS, ENDPOINTS } from '../../contract/index.js';
import type { FormField } from './form.js';
import { jsonText } from './json.js';

const CREATIVES: ReadonlySet<string> = new Set(CREATIVE_KEYS);

/**
 * A list of creative sets as the service wants it: `[[{…},{…}]]`, or `[{…},{…}]` where sets are written flat.
 * A video set is one object, and its list `[{…}]`, either way.
 */
function writeSets(key: string, sets: readonly unknown[], settings: ServiceSettings): readonly unknown[] {
  return settings.creativeSets === 'flat' || key === 'video-computer' ? sets.flat() : sets;
}

const isId = (value: unknown): value is string => typeof value === 'string' && /^(?:0|[1-9][0-9]*)$/.test(value);

/** Ids as JSON numbers with all their digits; what is not an id goes out as it is, for the service to refuse. */
function idsText(list: unknown): string {
  if (!Array.isArray(list)) return jsonText(list);
  // The digits of an id are its JSON: a lookup of many keywords makes no object for each.
  return `[${list.map((entry: unknown) => (isId(entry) ? entry : jsonText(withIdNumber(entry)))).join(',')}]`;
}

function withIdNumber(entry: unknown): unknown {
  if (typeof entry !== 'object' || entry === null || !('groupId' in entry) || !isId(entry.groupId)) return entry;
  return { ...entry, groupId: new LosslessNumber(entry.groupId) };
}

/** The form fields of a request in the order of the interface. Absent fields are left out; numbers keep their digits. */
export function requestFields<Name extends EndpointName>(
  name: Name,
  request: RequestOf<Name>,
  settings: ServiceSettings,
): FormField[] {
  const encodings: Readonly<Record<string, FieldEncoding>> = ENDPOINTS[name].fields;
  const given: Readonly<Record<string, unknown>> = request;
  const fields: FormField[] = [];
  for (const [key, encoding] of Object.entries(encodings)) {
    const value = given[key];
    if (value === undefined) continue;
    if (encoding === 'text') fields.push([key, String(value)]);
    else if (encoding === 'ids') fields.push([key, idsText(value)]);
    else if (CREATIVES.has(key) && Array.isArray(value)) fields.push([key, jsonText(writeSets(key, value, settings))]);
    else fields.push([key, jsonText(value)]);
  }
  if (settings.format === 'json') fields.push(['format', 'json']);
  return fields;
}
