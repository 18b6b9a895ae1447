import { LIMITS } from '../../contract/index.js';
import type { Diagnostic } from '../../diagnostics/diagnostic.js';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import type { CallFailure, CallResult, Clock } from '../../model/ports/ports.js';
import type { PasswordScheme } from '../../model/ports/project.js';
import type { Credentials } from './credentials.js';
import { headerFault, loginFields, loginKey, tokenKey } from './credentials.js';
import type { LoginMemory } from './login-memory.js';
import type { Masker } from './masker.js';
import type { StoredToken, TokenStore } from './token-store.js';

/** `final` says that the service answered: the login is not sent again. */
export type LoginReply = CallResult<{ readonly uid: string | undefined; readonly accessToken: string }> & {
  readonly final: boolean;
};

export interface SessionOptions {
  readonly baseUrl: string;
  readonly credentials: Credentials;
  readonly passwordScheme: PasswordScheme;
  readonly clock: Clock;
  readonly masker: Masker;
  readonly store: TokenStore | undefined;
  readonly logins: LoginMemory;
  readonly warn: (warning: Diagnostic) => void;
  /** One login call, with what may be repeated of it repeated. */
  readonly login: (username: string, passwd: string, signal: AbortSignal | undefined) => Promise<LoginReply>;
}

export interface Token {
  readonly text: string;
  readonly uid: string | undefined;
  readonly source: 'given' | 'stored' | 'login';
  /** Milliseconds since 1970; a given token's age is not known. */
  readonly expiresAt: number;
}

export type TokenResult =
  | {
      readonly ok: true;
      readonly token: Token;
      /** The token is in the store. */
      readonly kept: boolean;
    }
  | { readonly ok: false; readonly failure: CallFailure };

/** Who is logged in. One login at a time, however many calls wait for it. */
export interface Session {
  /** A token with enough life for one call; logs in where there is none. */
  token(signal?: AbortSignal): Promise<TokenResult>;
  /** Whether this is still the token to use. */
  holds(token: Token): boolean;
  /** The service did not accept this token: the next call asks for another. */
  reject(token: Token): Promise<void>;
  /** Logs in again; `remember` puts the token into the store. */
  login(remember: boolean, signal?: AbortSignal): Promise<TokenResult>;
  /** Forgets the token, in the store too. */
  logout(): Promise<void>;
}

const TOKEN_MILLISECONDS = LIMITS.tokenHours * 3_600_000;
/** Room for a long call and for clocks that differ. */
const MARGIN_MILLISECONDS = 10 * 60_000;

const denied = (message: string): { ok: false; failure: CallFailure } => ({
  ok: false,
  failure: { problem: 'unauthorised', message, failures: [], fatal: true },
});

const livesAt = ({ expiresAt }: Token, now: number) => expiresAt - MARGIN_MILLISECONDS > now;

function storedToken({ accessToken, uid, expiresAt: at }: StoredToken, now: number): Token | undefined {
  const expiresAt = Date.parse(at);
  if (Number.isNaN(expiresAt) || headerFault('token', accessToken) !== undefined) return undefined;
  // A stored date further away than a token can live is a wrong clock's.
  if (expiresAt > now + TOKEN_MILLISECONDS) return undefined;
  return { text: accessToken, uid, source: 'stored', expiresAt };
}

/** Whether the store holds a token that lives on, so that no password is needed for now. */
export async function isRemembered(
  store: TokenStore,
  baseUrl: string,
  credentials: Credentials,
  now: Date,
): Promise<boolean> {
  if (!URL.canParse(baseUrl)) return false;
  // As the client writes it: tokens are kept under the whole address.
  const stored = await store.read(tokenKey(new URL(baseUrl).href, credentials));
  const token = stored === undefined ? undefined : storedToken(stored, now.getTime());
  return token !== undefined && livesAt(token, now.getTime());
}

export function createSession(options: SessionOptions): Session {
  const { credentials, clock, masker, store } = options;
  const key = tokenKey(options.baseUrl, credentials);
  const now = () => clock.now().getTime();
  let current: Token | undefined;
  let renewal: Promise<TokenResult> | undefined;
  let givenRefused = false;
  let storeRead = false;
  let remembered = false;

  const lives = (token: Token | undefined): token is Token => token !== undefined && livesAt(token, now());

  /** A store that does not work costs a login, not the run. */
  async function useStore<Result>(work: (store: TokenStore) => Promise<Result>): Promise<Result | undefined> {
    if (store === undefined) return undefined;
    try {
      return await work(store);
    } catch (error) {
      const why = error instanceof Error ? error.message : 'unknown reason';
      options.warn(diagnostic('token-store', { detail: masker.mask(`The token store failed: ${why}.`) }));
      return undefined;
    }
  }

  async function readStore(): Promise<Token | undefined> {
    if (storeRead || credentials.username === undefined) return undefined;
    storeRead = true;
    const stored = await useStore((one) => one.read(key));
    if (stored === undefined) return undefined;
    remembered = true;
    return storedToken(stored, now());
  }

  async function logIn(remember: boolean, signal: AbortSignal | undefined): Promise<TokenResult> {
    const fields = loginFields(credentials, options.passwordScheme);
    if (!fields.ok) {
      const why = givenRefused ? 'the given access token is not accepted, and no new login can be made: ' : '';
      return denied(`Login: ${why}${fields.message}.`);
    }
    const { username, passwd } = fields;
    masker.add(passwd);
    const login = loginKey(options.baseUrl, credentials.apiKey, username, passwd);
    return options.logins.attempt(login, () => sendLogin(username, passwd, remember, signal));
  }

  async function sendLogin(
    username: string,
    passwd: string,
    remember: boolean,
    signal: AbortSignal | undefined,
  ): Promise<TokenResult & { readonly refused?: boolean }> {
    const at = now();
    const result = await options.login(username, passwd, signal);
    if (!result.ok) {
      if (!result.final) {
        const fatal = result.failure.problem !== 'interrupted';
        return { ok: false, failure: { ...result.failure, ...(fatal && { fatal }) } };
      }
      if (result.failure.problem === 'throttled') {
        const message = `${result.failure.message} It is not tried again; run again when the service has renewed it.`;
        return { ok: false, failure: { ...result.failure, message, fatal: true }, refused: true };
      }
      const told = result.failure.failures.length > 0;
      const check = told ? 'the credentials' : 'the credentials, `baseUrl` and `service.loginPath`';
      const help = `It is not tried again: repeated wrong logins lock an account. Check ${check}`;
      const failure: CallFailure = {
        ...result.failure,
        problem: 'unauthorised',
        message: `${result.failure.message} ${help}.`,
        fatal: true,
      };
      return { ok: false, failure, refused: true };
    }
    const { accessToken, uid } = result.reply;
    masker.add(accessToken);
    const fault = headerFault('access token', accessToken);
    if (fault !== undefined) {
      return {
        ...denied(`Login: the service's reply cannot be used: ${fault}. It is not tried again.`),
        refused: true,
      };
    }
    current = { text: accessToken, uid, source: 'login', expiresAt: at + TOKEN_MILLISECONDS };
    let kept = false;
    if (remember || remembered) {
      const expiresAt = new Date(current.expiresAt).toISOString();
      const token = { accessToken, expiresAt, ...(uid !== undefined && { uid }) };
      kept = (await useStore((one) => one.write(key, token).then(() => true))) === true;
      remembered = kept;
    }
    return { ok: true, token: current, kept };
  }

  async function renew(signal: AbortSignal | undefined): Promise<TokenResult> {
    const stored = await readStore();
    masker.add(stored?.text);
    if (lives(stored)) {
      current = stored;
      return { ok: true, token: stored, kept: true };
    }
    return logIn(false, signal);
  }

  /** Joins a login under way instead of starting a second one. */
  function once(start: () => Promise<TokenResult>): Promise<TokenResult> {
    renewal ??= start().finally(() => {
      renewal = undefined;
    });
    return renewal;
  }

  const { accessToken } = credentials;
  if (accessToken !== undefined && accessToken !== '') {
    current = { text: accessToken, uid: undefined, source: 'given', expiresAt: Number.POSITIVE_INFINITY };
  }

  return {
    async token(signal) {
      if (lives(current)) {
        const fault = headerFault('access token', current.text);
        return fault === undefined ? { ok: true, token: current, kept: remembered } : denied(`Login: ${fault}.`);
      }
      return once(() => renew(signal));
    },
    holds: (token) => current?.text === token.text && lives(current),
    async reject(token) {
      if (current?.text !== token.text) return;
      current = undefined;
      if (token.source === 'given') givenRefused = true;
      if (token.source === 'stored' || remembered) await useStore((one) => one.remove(key));
    },
    async login(remember, signal) {
      // One that is under way may not remember.
      await renewal;
      return once(() => logIn(remember, signal));
    },
    async logout() {
      current = undefined;
      remembered = false;
      await useStore((one) => one.remove(key));
    },
  };
}
