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

/** An id as a JSON number with all its digits; what is no id goes out as it is, for the service to refuse. */
function idNumber(id: unknown): unknown {
  return typeof id === 'string' && /^(?:0|[1-9][0-9]*)$/.test(id) ? new LosslessNumber(id) : id;
}

function idNumbers(list: unknown): unknown {
  if (!Array.isArray(list)) return list;
  return list.map((entry: unknown) =>
    typeof entry === 'object' && entry !== null && 'groupId' in entry
      ? { ...entry, groupId: idNumber(entry.groupId) }
      : idNumber(entry),
  );
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
    else if (encoding === 'ids') fields.push([key, jsonText(idNumbers(value))]);
    else if (CREATIVES.has(key) && Array.isArray(value)) fields.push([key, jsonText(writeSets(key, value, settings))]);
    else fields.push([key, jsonText(value)]);
  }
  if (settings.format === 'json') fields.push(['format', 'json']);
  return fields;
}
