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
    else if (CREATIVES.has(key) && Array.isArray(value)) fields.push([key, jsonText(writeSets(key, value, settings))]);
    else fields.push([key, jsonText(value)]);
  }
  return fields;
}
