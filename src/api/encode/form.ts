/** Name and value of a form field, as plain text. */
export type FormField = readonly [name: string, value: string];

const HEX = Buffer.from('0123456789ABCDEF', 'latin1');
const PERCENT = 0x25;
const EQUALS = 0x3d;
const AMPERSAND = 0x26;

/** 1 for the bytes that are sent unchanged. A space becomes %20, which every decoder reads as a space. */
const PLAIN = new Uint8Array(128);
for (const sign of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~') PLAIN[sign.charCodeAt(0)] = 1;

const isHigh = (unit: number) => (unit & 0xfc00) === 0xd800;
const isLow = (unit: number) => (unit & 0xfc00) === 0xdc00;

function encodedLength(text: string): number {
  let length = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) length += PLAIN[unit] === 1 ? 1 : 3;
    else if (unit < 0x800) length += 6;
    else if (isHigh(unit) && isLow(text.charCodeAt(i + 1))) {
      length += 12;
      i++;
    } else length += 9;
  }
  return length;
}

/** Writes text percent-encoded and returns the position after it. Half a surrogate pair becomes U+FFFD. */
function write(target: Buffer, start: number, text: string): number {
  let at = start;
  const put = (byte: number) => {
    target[at] = PERCENT;
    target[at + 1] = HEX[byte >> 4] ?? 0;
    target[at + 2] = HEX[byte & 15] ?? 0;
    at += 3;
  };
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit < 0x80) {
      if (PLAIN[unit] === 1) target[at++] = unit;
      else put(unit);
    } else if (unit < 0x800) {
      put(0xc0 | (unit >> 6));
      put(0x80 | (unit & 0x3f));
    } else if (isHigh(unit) && isLow(text.charCodeAt(i + 1))) {
      const point = 0x10000 + ((unit & 0x3ff) << 10) + (text.charCodeAt(++i) & 0x3ff);
      put(0xf0 | (point >> 18));
      put(0x80 | ((point >> 12) & 0x3f));
      put(0x80 | ((point >> 6) & 0x3f));
      put(0x80 | (point & 0x3f));
    } else {
      const point = isHigh(unit) || isLow(unit) ? 0xfffd : unit;
      put(0xe0 | (point >> 12));
      put(0x80 | ((point >> 6) & 0x3f));
      put(0x80 | (point & 0x3f));
    }
  }
  return at;
}

/** Bytes that `encodeForm` makes of the fields. */
export function formLength(fields: readonly FormField[]): number {
  let length = Math.max(0, fields.length - 1);
  for (const [name, value] of fields) length += encodedLength(name) + 1 + encodedLength(value);
  return length;
}

/** The fields as one UTF-8 form body, every value encoded exactly once, straight into one buffer. */
export function encodeForm(fields: readonly FormField[]): Buffer {
  const target = Buffer.allocUnsafe(formLength(fields));
  let at = 0;
  for (const [name, value] of fields) {
    if (at > 0) target[at++] = AMPERSAND;
    at = write(target, at, name);
    target[at++] = EQUALS;
    at = write(target, at, value);
  }
  return target;
}
