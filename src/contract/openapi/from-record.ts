import type { SentField, WireField, WireRecord } from '../records/field.js';
import { idSchema, image, listSchema, record, type Schema, textSchema, words } from './schema.js';

/** What records of these fields look like in replies; none of the fields is sure to be there. */
export function recordSchema(table: WireRecord): Schema {
  const read = Object.entries(table).filter(([, field]) => field.read !== undefined);
  return record(Object.fromEntries(read.map(([name, field]) => [`${name}?`, readSchema(field)])));
}

function readSchema({ is, words: allowed = [], read }: WireField): Schema {
  if (allowed.length > 0) return words(allowed, read);
  return is === 'texts' ? listSchema(textSchema(), described(read)) : textSchema(read);
}

/** What one item of a request looks like. */
export function requestSchema(table: WireRecord, description?: string): Schema {
  const properties: Record<string, Schema> = {};
  for (const field of Object.values(table)) {
    const { sent } = field;
    if (sent !== undefined) properties[sent.required ? sent.name : `${sent.name}?`] = sentSchema(field, sent);
  }
  return record(properties, description);
}

function sentSchema(field: WireField, sent: SentField): Schema {
  const { about = '', words: allowed = [], otherwise, minLength, maxLength, maxItems } = sent;
  switch (sent.is ?? field.is) {
    case 'id':
      return idSchema(about);
    case 'money':
      return { type: 'number', description: about };
    case 'words':
      return words(allowed, about, otherwise);
    case 'image':
      return image(about);
    case 'object':
      return requestSchema(field.of ?? {}, sent.about);
    case 'texts':
      return listSchema(textSchema(), { ...(maxItems !== undefined && { maxItems }), ...described(sent.about) });
    default:
      return textSchema(sent.about, {
        ...(minLength !== undefined && { minLength }),
        ...(maxLength !== undefined && { maxLength }),
      });
  }
}

const described = (description: string | undefined): Schema => (description === undefined ? {} : { description });
