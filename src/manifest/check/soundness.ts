import { countCharacters } from '../../model/index.js';
import { isUsualText } from './check-texts.js';
import { isUsualUrl } from './check-url.js';
import type { SchemaNode } from './schema-node.js';

/** True only for a value in which no check of texts and no rule of its schema finds anything, not even a doubt. */
export type Soundness = (value: unknown) => boolean;

/**
 * A quick look at a value: where it says yes, the checks that find, locate and word a fault need not run; where it says
 * no, they decide. It knows scalars and maps of them, which is what there may be a million of, and says no to the rest.
 * Made once for each list, not for each of its items.
 */
export function soundnessOf(schema: SchemaNode): Soundness {
  if (schema.type === 'string') return soundText(schema);
  const { type, additionalProperties, required = [], properties = {}, ...others } = schema;
  const unknown = Object.keys(others).some((key) => key !== 'title' && key !== 'description');
  if (type !== 'object' || additionalProperties !== false || unknown) return never;
  const fields = new Map(Object.entries(properties).map(([key, property]) => [key, soundnessOf(property)]));
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
    const map = value as Readonly<Record<string, unknown>>;
    for (const key in map) if (fields.get(key)?.(map[key]) !== true) return false;
    for (const key of required) if (map[key] === undefined) return false;
    return true;
  };
}

const never: Soundness = () => false;
const KNOWN: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'pattern',
  'minLength',
  'maxLength',
  'adwright',
  'title',
  'description',
  'examples',
]);

function soundText(schema: SchemaNode): Soundness {
  const { enum: words, pattern, minLength: least = 0, maxLength: most = Number.POSITIVE_INFINITY } = schema;
  const form = pattern === undefined ? undefined : new RegExp(pattern, 'u');
  const look = soundForm(schema.adwright);
  if (Object.keys(schema).some((key) => !KNOWN.has(key))) return never;
  return (value) => {
    if (typeof value !== 'string') return false;
    if (words !== undefined && !words.includes(value)) return false;
    if (form !== undefined && !form.test(value)) return false;
    // A text has no more code points than code units, and at least half as many.
    if (value.length < 2 * least && countCharacters(value) < least) return false;
    return value.length <= most && look(value);
  };
}

function soundForm(role: string | undefined): (text: string) => boolean {
  switch (role) {
    case 'id':
    case 'price':
    case 'choice':
      return () => true;
    case 'url':
    case 'link':
      return (text) => isUsualUrl(text);
    case 'text':
      return (text) => isUsualText(text);
    default:
      return never;
  }
}
