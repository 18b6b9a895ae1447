import { createCipheriv, createHash } from 'node:crypto';

/** The characters of an API secret that make key and IV. */
const SECRET_LENGTH = 32;

/** Why a text cannot be an API secret, without showing it. */
export function apiSecretFault(text: string): string | undefined {
  if (!/^[\x21-\x7e]*$/.test(text)) return 'has a space, or a character that is not ASCII';
  return text.length < SECRET_LENGTH ? `must have at least ${SECRET_LENGTH} characters` : undefined;
}

/**
 * The scheme `aes-128-cbc-md5`: the lower-case hex MD5 of the password, encrypted with AES-128-CBC without padding; the
 * key is the first half of the API secret, the IV the second. 64 lower-case hex characters.
 */
export function encryptPassword(password: string, apiSecret: string): string {
  const fault = apiSecretFault(apiSecret);
  if (fault !== undefined) throw new RangeError(`The API secret ${fault}.`);
  const digest = createHash('md5').update(password, 'utf8').digest('hex');
  const cipher = createCipheriv('aes-128-cbc', apiSecret.slice(0, 16), apiSecret.slice(16, SECRET_LENGTH));
  cipher.setAutoPadding(false);
  return cipher.update(digest, 'latin1', 'hex') + cipher.final('hex');
}
