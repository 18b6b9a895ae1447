import type { Credentials } from '../api/index.js';
import { diagnostic } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import type { AccountSettings } from '../model/index.js';
import type { CliIo } from './io.js';

const NAMES = ['API_KEY', 'USERNAME', 'PASSWD', 'PASSWORD', 'API_SECRET', 'ACCESS_TOKEN'] as const;
type Name = (typeof NAMES)[number];

/** `brand-a` → `ADWRIGHT_BRAND_A_`. */
function prefixOf(account: string): string {
  return `ADWRIGHT_${account.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_`;
}

/** The account's own variable comes first; an empty one counts as not set. */
function lookup(env: CliIo['env'], account: string, name: string): string | undefined {
  return env[prefixOf(account) + name] || env[`ADWRIGHT_${name}`] || undefined;
}

/**
 * Where the account's service is. `ADWRIGHT_BASE_URL` overrides the project file only where there is one account: it
 * cannot be meant for two.
 */
export function baseUrlOf(env: CliIo['env'], account: AccountSettings, accounts: number): string {
  const own = env[`${prefixOf(account.name)}BASE_URL`];
  const general = accounts === 1 ? env['ADWRIGHT_BASE_URL'] : undefined;
  return own || general || account.baseUrl;
}

/** Credentials from the environment, or one error that names every variable that is missing. */
export function readCredentials(env: CliIo['env'], account: AccountSettings, embedded: boolean): Credentials {
  const found: Partial<Record<Name, string>> = {};
  for (const name of NAMES) {
    const value = lookup(env, account.name, name);
    if (value !== undefined) found[name] = value;
  }
  if (embedded) {
    // The embedded sandbox runs the main job with no account at all.
    return { apiKey: SANDBOX_WORD, username: SANDBOX_WORD, passwd: SANDBOX_WORD };
  }
  const missing = missingNames(found, account);
  if (missing.length > 0) throw new Failure([diagnostic('credentials-missing', { detail: explain(missing, account) })]);
  return {
    apiKey: found.API_KEY ?? '',
    ...(found.USERNAME !== undefined && { username: found.USERNAME }),
    ...(found.PASSWD !== undefined && { passwd: found.PASSWD }),
    ...(found.PASSWD === undefined && found.PASSWORD !== undefined && { password: found.PASSWORD }),
    ...(found.API_SECRET !== undefined && { apiSecret: found.API_SECRET }),
    ...(found.ACCESS_TOKEN !== undefined && { accessToken: found.ACCESS_TOKEN }),
  };
}

const SANDBOX_WORD = 'sandbox';

function missingNames(found: Partial<Record<Name, string>>, account: AccountSettings): readonly string[] {
  const missing: string[] = [];
  if (found.API_KEY === undefined) missing.push('ADWRIGHT_API_KEY');
  if (found.ACCESS_TOKEN !== undefined) return missing;
  if (found.USERNAME === undefined) missing.push('ADWRIGHT_USERNAME');
  if (found.PASSWD !== undefined) return missing;
  if (account.passwordScheme === 'encrypted') missing.push('ADWRIGHT_PASSWD (the password as the service encrypts it)');
  else {
    if (found.PASSWORD === undefined) missing.push('ADWRIGHT_PASSWORD');
    if (found.API_SECRET === undefined) missing.push('ADWRIGHT_API_SECRET');
  }
  return missing;
}

function explain(missing: readonly string[], account: AccountSettings): string {
  const own = `${prefixOf(account.name)}…`;
  return `Account ${account.name} needs ${missing.join(', ')} in the environment (${own} comes first). ADWRIGHT_ACCESS_TOKEN with ADWRIGHT_API_KEY skips the login.`;
}
