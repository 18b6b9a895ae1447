import { ENDPOINTS, type EndpointName } from '../../contract/index.js';
import type { Fields } from './call.js';

export const MULTIPART = 'multipart/form-data';

export interface RawRequest {
  readonly query: unknown;
  readonly body: unknown;
  readonly contentType: string | undefined;
  readonly isPost: boolean;
  readonly strict: boolean;
  /** Whether `format` is a parameter of this deployment. */
  readonly hasFormat: boolean;
}

export interface ReadFields {
  readonly fields: Fields;
  /** What a strict sandbox refuses or does not look at. */
  readonly remarks: readonly string[];
}

/** Reads answer GET too; the login only where it is documented, by POST. */
export function mayBeGet(operation: EndpointName): boolean {
  return ENDPOINTS[operation].effect === 'read' && operation !== 'login';
}

/**
 * The form fields; for reads the query's as well. A field given twice counts as its last, and the body's before the
 * query's. Clients of other services put the login and `format` into the query: taken unless the sandbox is strict.
 */
export function readRequestFields(
  operation: EndpointName,
  { query, body, contentType, isPost, strict, hasFormat }: RawRequest,
): ReadFields {
  const remarks: string[] = [];
  const fields = new Map<string, string>();
  for (const [name, value] of entriesOf(query)) {
    if (mayBeGet(operation)) fields.set(name, value);
    else if ((!strict || hasFormat) && name === 'format') fields.set(name, value);
    else if (!strict && operation === 'login') {
      fields.set(name, value);
      remarks.push('login parameters in the query string, where proxies and logs keep them');
    }
  }
  for (const [name, value] of entriesOf(body)) fields.set(name, value);
  if (!strict && !hasFormat && fields.has('format'))
    remarks.push('the parameter format, which the interface does not name');
  if (!strict && contentType === undefined && fields.size > 0 && isPost) {
    remarks.push('no Content-Type; the interface expects application/x-www-form-urlencoded');
  }
  if (!strict && contentType?.toLowerCase().startsWith(MULTIPART)) {
    remarks.push('multipart/form-data; the interface expects application/x-www-form-urlencoded');
  }
  return { fields, remarks };
}

function* entriesOf(source: unknown): Generator<[string, string]> {
  if (typeof source !== 'object' || source === null) return;
  for (const [name, value] of Object.entries(source)) yield [name, String(Array.isArray(value) ? value.at(-1) : value)];
}

/** The fields of a multipart form; a part that is a file counts as its text. Rejects other bodies with status 400. */
export async function multipartFields(contentType: string, body: Buffer): Promise<Record<string, string>> {
  try {
    const form = await new Response(body, { headers: { 'content-type': contentType } }).formData();
    const fields: Record<string, string> = {};
    for (const [name, value] of form) fields[name] = typeof value === 'string' ? value : await value.text();
    return fields;
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw Object.assign(new Error('The multipart body cannot be read.'), { statusCode: 400 });
  }
}
