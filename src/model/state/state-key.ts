/** The key of a project at the top of its repository. */
export const ROOT_KEY = '_root';

/** A part of a ref is a file name in the remote, where each byte may take three characters. */
const LONGEST_PART = 80;

/** Why a text cannot be the key of a project's state; undefined when it can. */
export function keyFault(key: string): string | undefined {
  if (Buffer.from(key, 'utf8').toString('utf8') !== key) return 'holds half a character';
  const parts = key.split('/');
  if (parts.includes('')) return key === '' ? 'is empty' : 'begins or ends with a /, or has two of them in a row';
  const long = parts.find((part) => Buffer.byteLength(part) > LONGEST_PART);
  return long === undefined ? undefined : `has a part of more than ${LONGEST_PART} bytes`;
}
