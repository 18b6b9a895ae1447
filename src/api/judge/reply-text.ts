import type { ReceivedReply } from '../../model/ports/transport.js';
import { plural } from '../../model/text/plural.js';
import { utf8Text } from '../../model/text/utf8-text.js';
import type { Masker } from '../login/masker.js';
import { cut } from '../replies/failures.js';

const EXCERPT = 200;
/** Masking looks at this much, so that a secret which the excerpt would cut in two is found whole. */
const LOOKED_AT = 4000;

/** The reply's text. UTF-8 whatever it says, unless it names another charset that Node knows. */
export function decodeReply({ headers, body }: ReceivedReply): string {
  const charset = /charset="?([\w-]+)/i.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8';
  if (/^utf-?8$/i.test(charset)) return utf8Text(body);
  try {
    return new TextDecoder(charset).decode(body);
  } catch (error) {
    if (error instanceof RangeError) return utf8Text(body);
    throw error;
  }
}

/** Status, content type and length: what may be said of any reply. */
export function describeSize({ status, headers, body, broken }: ReceivedReply): string {
  const type = /^\s*([a-z]+\/[a-z\d.+-]{1,60})\s*(?:;|$)/i.exec(headers['content-type'] ?? '')?.[1];
  const whole = broken === undefined ? '' : ', incomplete';
  return `HTTP ${status}, ${type === undefined ? '' : `${type}, `}${plural(body.length, 'byte')}${whole}`;
}

/** Controls other than white space: no text, but a body that came compressed, say. */
const BINARY = /[^\P{Cc}\s]/u;

/** Status, content type and beginning of a reply that is not a JSON object, in one sentence without secrets. */
export function describeUnreadable(reply: ReceivedReply, text: string, masker: Masker): string {
  const type = reply.headers['content-type'];
  const head = `HTTP ${reply.status}${type === undefined ? '' : ` (${masker.mask(cut(type, 80))})`}`;
  const trimmed = text.trim();
  const begins = () =>
    `it begins: ${cut(
      masker
        .mask(trimmed.slice(0, LOOKED_AT))
        .replace(/[\s\p{Cc}]+/gu, ' ')
        .trim(),
      EXCERPT,
    )}`;
  if (BINARY.test(trimmed.slice(0, EXCERPT)))
    return `${head} with a reply that is not text (${plural(reply.body.length, 'byte')})`;
  if (reply.broken !== undefined) {
    const rest = trimmed === '' ? '' : `; ${begins()}`;
    return `${head}, but the reply is incomplete: ${reply.broken.replace(/\.$/, '')}${rest}`;
  }
  if (trimmed === '') return `${head} with an empty reply`;
  if (trimmed === 'null') return `${head} with the reply null`;
  return `${head} with a reply that is ${whatItIs(trimmed)}; ${begins()}`;
}

function whatItIs(text: string): string {
  if (!/^[{[]/.test(text)) return 'not a JSON object';
  const end = endOfJson(text);
  if (end === undefined) return 'truncated JSON';
  return end < text.length ? 'JSON with something after it' : 'not a JSON object';
}

/** After the bracket that closes the first one. A regular expression runs out of stack on a string of many escapes. */
function endOfJson(text: string): number | undefined {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') inString = !inString;
    else if (inString) at += sign === '\\' ? 1 : 0;
    else if (sign === '{' || sign === '[') depth++;
    else if (sign === '}' || sign === ']') depth--;
    if (depth === 0) return at + 1;
  }
  return undefined;
}
