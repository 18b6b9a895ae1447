import { createHash } from 'node:crypto';
import type { PasswordScheme } from '../model/project.js';
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

/** Why a value cannot be an HTTP header, without showing it. */
export function headerFault(name: string, value: string): string | undefined {
  if (value === '') return `the ${name} is empty`;
  if (value !== value.trim()) return `the ${name} has blanks or line breaks at its ends`;
  if (!/^[\x20-\x7e]+$/.test(value)) return `the ${name} has characters that a header cannot carry`;
  return undefined;
}

const digest = (parts: readonly string[]) => createHash('sha256').update(JSON.stringify(parts)).digest('hex');

/** What a remembered token is bound to. */
export function tokenKey(baseUrl: string, credentials: Credentials): string {
  return digest([baseUrl, digest([credentials.apiKey]), credentials.username ?? '']);
}

/** What a refused login is known by: the same address with the same credentials, password included. */
export function loginKey(baseUrl: string, apiKey: string, username: string, passwd: string): string {
  return digest([baseUrl, apiKey, username, passwd]);
}
