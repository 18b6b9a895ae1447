import { createHash } from 'node:crypto';
import { apiKeyRefusal, countWrongLogin, expectedPasswd, giveToken, wrongLogins } from '../call/access.js';
import type { Answer, Call } from '../call/call.js';
import { refuse } from '../call/refusal.js';

/** Login. A refusal is a plain reply without a token; five wrong ones lock the account until the next day. */
export function login(call: Call): Answer {
  const userName = call.fields.get('username') ?? '';
  const passwd = call.fields.get('passwd') ?? '';
  if (userName === '' || passwd === '') return { refusal: refuse('fieldMissing', 'username and passwd are required') };
  const apiKey = apiKeyRefusal(call);
  if (apiKey !== undefined) return { refusal: apiKey };
  if (call.stamp) return { refusal: call.stamp };
  const { wrongLoginsToLock, userName: known } = call.options.login;
  const wrong = wrongLogins(call, userName);
  if (wrongLoginsToLock > 0 && wrong >= wrongLoginsToLock) return { refusal: refuse('loginLocked', userName) };
  if (userName !== known || passwd !== expectedPasswd(call.options.login)) {
    countWrongLogin(call, userName, wrong + 1);
    return { refusal: refuse('loginRefused', `wrong login ${wrong + 1} today`) };
  }
  if (wrong > 0) countWrongLogin(call, userName, 0);
  return { reply: { uid: encodedUid(String(accountOf(call)['uid'])), accessToken: giveToken(call) } };
}

/** Get account info, with the real uid. */
export function accountInfo(call: Call): Answer {
  if (call.stamp) return { refusal: call.stamp };
  const { id: _row, ...fields } = accountOf(call);
  return { reply: { ...fields, balance: Number(fields['balance']) } };
}

function accountOf(call: Call): Readonly<Record<string, unknown>> {
  return call.account.tables.settings.get('account') ?? {};
}

function encodedUid(uid: string): string {
  return createHash('sha256').update(`uid:${uid}`).digest('base64url').slice(0, 22);
}
