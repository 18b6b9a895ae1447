import { apiSecretFault, type Credentials, credentialFault } from '../../api/index.js';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import type { AccountSettings } from '../../model/index.js';
import type { Environment } from '../ports.js';

const VARIABLES = ['API_KEY', 'USERNAME', 'PASSWD', 'PASSWORD', 'API_SECRET', 'ACCESS_TOKEN'] as const;
type Variable = (typeof VARIABLES)[number];
const HEADERS: readonly (Variable | undefined)[] = ['API_KEY', 'ACCESS_TOKEN'];

/** `brand-a` → `ADWRIGHT_BRAND_A_`. */
function prefixOf(account: string): string {
  return `ADWRIGHT_${account.toUpperCase().replace(/[^A-Z0-9]/g, '_')}_`;
}

type Named = Pick<AccountSettings, 'name' | 'credentials'>;

/** The account's own variables come first, then those of its group. */
function prefixesOf({ name, credentials }: Named): readonly string[] {
  return [name, ...(credentials === undefined ? [] : [credentials])].map(prefixOf);
}

/** The variable that counts; an empty one counts as not set. */
function lookup(
  env: Environment,
  account: Named,
  name: Variable,
): { readonly variable: string; readonly value: string } | undefined {
  for (const variable of [...prefixesOf(account), 'ADWRIGHT_'].map((prefix) => prefix + name)) {
    const value = env[variable];
    if (value !== undefined && value !== '') return { variable, value };
  }
  return undefined;
}

/** Whether the user lets credentials go over plain http. */
export const allowsHttp = (env: Environment) => env['ADWRIGHT_ALLOW_HTTP'] === '1';

export interface ServiceAddress {
  readonly baseUrl: string;
  /** It comes from the environment, not from the project file. */
  readonly isOwnWord: boolean;
}

/**
 * Where the account's service is. `ADWRIGHT_BASE_URL` overrides the project file only where there is one account: it
 * cannot be meant for two.
 */
export function serviceAddress(env: Environment, account: AccountSettings, accounts: number): ServiceAddress {
  const own = prefixesOf(account)
    .map((prefix) => env[`${prefix}BASE_URL`])
    .find((value) => value);
  const general = accounts === 1 ? env['ADWRIGHT_BASE_URL'] : undefined;
  const given = own || general;
  return given ? { baseUrl: given, isOwnWord: true } : { baseUrl: account.baseUrl, isOwnWord: false };
}

/**
 * What the environment gives, whole or not. A value that cannot be right is refused here, before anything is sent: one
 * error names every such variable, and shows none.
 */
export function givenCredentials(env: Environment, account: AccountSettings): Credentials {
  const { passwordScheme } = account;
  const found = VARIABLES.map((one) => lookup(env, account, one));
  const faults = found.flatMap((one, index) => {
    const fault = one && credentialFault(one.value, HEADERS.includes(VARIABLES[index]));
    return fault === undefined ? [] : `${one?.variable} ${fault}`;
  });
  const [secret, passwdGiven, token] = (['API_SECRET', 'PASSWD', 'ACCESS_TOKEN'] as const).map(
    (one) => found[VARIABLES.indexOf(one)],
  );
  // Only where it is used: an encrypted password, or a token, needs none.
  const isUsed = passwordScheme !== 'encrypted' && passwdGiven === undefined && token === undefined;
  if (isUsed && secret !== undefined && credentialFault(secret.value) === undefined) {
    const fault = apiSecretFault(secret.value);
    if (fault !== undefined) faults.push(`${secret.variable} ${fault}`);
  }
  if (faults.length > 0) throw new Failure([diagnostic('credential-malformed', { detail: `${faults.join('; ')}.` })]);
  const given = (variable: Variable) => found[VARIABLES.indexOf(variable)]?.value;
  const [username, passwd, accessToken] = [given('USERNAME'), given('PASSWD'), given('ACCESS_TOKEN')];
  const [password, apiSecret] = [given('PASSWORD'), given('API_SECRET')];
  return {
    apiKey: given('API_KEY') ?? '',
    ...(username !== undefined && { username }),
    ...(passwd !== undefined && { passwd }),
    ...(passwd === undefined && password !== undefined && { password }),
    ...(apiSecret !== undefined && { apiSecret }),
    ...(accessToken !== undefined && { accessToken }),
  };
}

/** The embedded sandbox runs the main job with no account at all. */
export const SANDBOX_CREDENTIALS: Credentials = { apiKey: 'sandbox', username: 'sandbox', passwd: 'sandbox' };

/** One error that names every variable that is missing for a login. */
export function requireCredentials(given: Credentials, account: AccountSettings): void {
  const missing = missingNames(given, account);
  if (missing.length > 0)
    throw new Failure([diagnostic('credentials-missing', { detail: explain(missing, given, account) })]);
}

function missingNames(given: Credentials, account: AccountSettings): readonly string[] {
  const missing: string[] = [];
  if (given.apiKey === '') missing.push('ADWRIGHT_API_KEY');
  if (given.accessToken !== undefined) return missing;
  if (given.username === undefined) missing.push('ADWRIGHT_USERNAME');
  if (given.passwd !== undefined) return missing;
  if (account.passwordScheme === 'encrypted') missing.push('ADWRIGHT_PASSWD (the password as the service encrypts it)');
  else {
    if (given.password === undefined) missing.push('ADWRIGHT_PASSWORD');
    if (given.apiSecret === undefined) missing.push('ADWRIGHT_API_SECRET');
  }
  return missing;
}

function explain(missing: readonly string[], given: Credentials, account: AccountSettings): string {
  const own = prefixesOf(account)
    .map((prefix) => `${prefix}…`)
    .join(', then ');
  const scheme =
    given.password !== undefined && account.passwordScheme === 'encrypted'
      ? ' ADWRIGHT_PASSWORD is given, but is encrypted only where adwright.yaml has `login: { password: aes-128-cbc-md5 }` for the account.'
      : '';
  return `Account ${account.name} needs ${missing.join(', ')} in the environment (${own} comes first).${scheme} ADWRIGHT_ACCESS_TOKEN with ADWRIGHT_API_KEY skips the login.`;
}
