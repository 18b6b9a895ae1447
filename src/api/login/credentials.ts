import { createHash } from 'node:crypto';
import type { PasswordScheme } from '../../model/ports/project.js';
import { encryptPassword } from './password.js';

/** What opens an account. Everything is secret but the user name. */
export interface Credentials {
  readonly apiKey: string;
  readonly username?: string;
  /** Encrypted by the service's scheme already; sent as it is. */
  readonly passwd?: string;
  /** Plain; encrypted here with `apiSecret` by the account's password scheme. */
  readonly password?: string;
  readonly apiSecret?: string;
  /** A token in hand: no login is made while the service accepts it. */
  readonly accessToken?: string;
}

export type LoginFields =
  | { readonly ok: true; readonly username: string; readonly passwd: string }
  | { readonly ok: false; readonly message: string };

/** User name and encrypted password for a login, or what is missing for one. */
export function loginFields(credentials: Credentials, scheme: PasswordScheme): LoginFields {
  const { username, passwd, password, apiSecret } = credentials;
  for (const [name, value] of Object.entries({ 'user name': username, password, passwd, 'API secret': apiSecret })) {
    const fault = value === undefined ? undefined : credentialFault(value);
    if (fault !== undefined) return { ok: false, message: `the ${name} ${fault}` };
  }
  if (username === undefined || username === '') return { ok: false, message: 'no user name is given' };
  if (passwd !== undefined && passwd !== '') return { ok: true, username, passwd };
  if (password === undefined || password === '') return { ok: false, message: 'no password is given' };
  if (scheme === 'encrypted') {
    return {
      ok: false,
      message:
        'a plain password is given, but the account expects one that is encrypted already; give that, or set `login.password: aes-128-cbc-md5`',
    };
  }
  if (apiSecret === undefined || apiSecret === '') {
    return { ok: false, message: 'no API secret is given, and the plain password cannot be encrypted without it' };
  }
  try {
    return { ok: true, username, passwd: encryptPassword(password, apiSecret) };
  } catch (error) {
    if (error instanceof RangeError) return { ok: false, message: error.message.replace(/\.$/, '') };
    throw error;
  }
}

/**
 * What a credential must not have, without showing it. White space at an end comes from copying or from `$(cat file)`:
 * sent as it is, it costs one of five tries. Marks that no one sees (a byte order mark, a space without width) count too.
 */
export function credentialFault(value: string, isHeader = false): string | undefined {
  if (/^[\s\p{Z}\p{Cf}]|[\s\p{Z}\p{Cf}]$/u.test(value)) return 'has white space or a line break at an end';
  if (/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value)) return 'has a line break or another control character in it';
  if (isHeader && !/^[\x20-\x7e]+$/.test(value)) return 'has characters that a header cannot carry';
  return undefined;
}

/** Why a value cannot be an HTTP header, without showing it. */
export function headerFault(name: string, value: string): string | undefined {
  if (value === '') return `the ${name} is empty`;
  const fault = credentialFault(value, true);
  return fault === undefined ? undefined : `the ${name} ${fault}`;
}

const digest = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** What a remembered token is bound to. */
export function tokenKey(baseUrl: string, credentials: Credentials): string {
  return digest([baseUrl, digest([credentials.apiKey]), credentials.username ?? '']);
}

/** What a refused login is known by: the same host with the same credentials, password included. */
export function loginKey(baseUrl: string, apiKey: string, username: string, passwd: string): string {
  return digest([new URL(baseUrl).origin, apiKey, username, passwd]);
}
