import { createCipheriv, createHash } from 'node:crypto';
import { LIMITS } from '../../contract/index.js';
import type { RecordChange } from '../account/records.js';
import type { SandboxOptions } from '../settings/options-schema.js';
import type { Call } from './call.js';
import { type Refusal, refuse } from './refusal.js';

/** What the field `passwd` must be, by the scheme of the fixture (login does not show one). */
export function expectedPasswd({ scheme, passwd, password, apiSecret }: SandboxOptions['login']): string {
  if (scheme === 'encrypted') return passwd;
  const cipher = createCipheriv('aes-128-cbc', apiSecret.slice(0, 16), apiSecret.slice(16, 32)).setAutoPadding(false);
  const digest = createHash('md5').update(password).digest('hex');
  return Buffer.concat([cipher.update(digest, 'ascii'), cipher.final()]).toString('hex');
}

export function apiKeyRefusal(call: Call): Refusal | undefined {
  return call.apiKey === call.options.login.apiKey ? undefined : refuse('apiKeyRefused', 'header apiKey');
}

/** Checks the token; it is valid for ten hours. */
export function tokenRefusal(call: Call, accessToken: string | undefined): Refusal | undefined {
  const token = call.account.tables.tokens.get(digestOf(accessToken ?? ''));
  return token !== undefined && call.clock.now().getTime() < token.untilMilliseconds
    ? undefined
    : refuse('tokenRefused', 'header accessToken');
}

/** A new token, of which only a digest is kept. */
export function giveToken(call: Call): string {
  const accessToken = call.randomId(24);
  const id = digestOf(accessToken);
  const now = call.clock.now().getTime();
  const over = [...call.account.tables.tokens.values()].filter(
    (token) => call.options.login.endsOlderTokens || token.untilMilliseconds <= now,
  );
  const ended: RecordChange[] = over.map((token) => ['tokens', token.id, null]);
  call.commit([...ended, ['tokens', id, { id, untilMilliseconds: now + LIMITS.tokenHours * 3_600_000 }]]);
  return accessToken;
}

/** Wrong logins of this user name today, in the account's time. */
export function wrongLogins(call: Call, userName: string): number {
  const known = call.account.tables.logins.get(userName);
  return known?.day === call.clock.day() ? known.wrong : 0;
}

export function countWrongLogin(call: Call, userName: string, wrong: number): void {
  call.commit([['logins', userName, { id: userName, day: call.clock.day(), wrong }]]);
}

function digestOf(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}
