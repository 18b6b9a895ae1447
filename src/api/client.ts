import type { EndpointName, ReplyOf, RequestOf } from '../contract/index.js';
import { DEFAULT_SERVICE_SETTINGS, ENDPOINTS } from '../contract/index.js';
import { diagnostic } from '../diagnostics/diagnostic.js';
import { Failure } from '../diagnostics/failure.js';
import type { CallOptions, CallResult, ServicePort } from '../model/ports/ports.js';
import { DEFAULT_LIMITS } from '../model/ports/project.js';
import { createTurn } from '../model/ports/turn.js';
import { createCaller } from './calls/caller.js';
import type { LookUp } from './calls/narrow.js';
import { createNarrowing } from './calls/narrow.js';
import { createPace } from './calls/pace.js';
import { createSender } from './calls/sender.js';
import { createSharedCalls } from './calls/shared-calls.js';
import type { ClientOptions } from './client-options.js';
import { systemClock } from './clock.js';
import { encodeForm, formLength } from './encode/form.js';
import { mostBytes } from './encode/most-bytes.js';
import { requestFields } from './encode/request.js';
import { tokenKey } from './login/credentials.js';
import { createLoginMemory } from './login/login-memory.js';
import type { Masker } from './login/masker.js';
import { createMasker } from './login/masker.js';
import type { Session, TokenResult } from './login/session.js';
import { createSession } from './login/session.js';
import type { Operations } from './operations.js';
import { createOperations } from './operations.js';
import { ProxySettingProblem, proxyFor, proxySecrets } from './transport/proxy.js';
import { createUndiciTransport } from './transport/undici-transport.js';

/**
 * The service of one account. `call` makes one call of any of the fifteen operations and never throws for what the
 * service or the network does: it answers with a `CallResult`. The named operations are the same calls with batches cut
 * and pages walked; they throw a `Failure`.
 */
export interface Client extends ServicePort, Operations {
  /**
   * One call, typed by its endpoint (schemas/openapi.json). Logs in first where there is no token; reads, and writes
   * that set values, are repeated within the limits; a creating call is sent once, on a connection of its own.
   * Ids are text, prices decimal text in yuan, failures one shape, lists that the service left out are empty.
   *
   * `getKeywords` that comes back empty or refused for several ids is cut in half until the dead ids are known:
   * the reply then holds all that live. When `beforeSend` rejects, nothing is sent and the call rejects with its error.
   */
  call<Name extends EndpointName>(
    endpoint: Name,
    request: RequestOf<Name>,
    options?: CallOptions,
  ): Promise<CallResult<ReplyOf<Name>>>;
  /**
   * Bytes of the form body that the request makes (no headers). With `enough`, a larger number that is no more than
   * `enough` may be returned: it is found without writing the body.
   */
  bodyBytes<Name extends EndpointName>(endpoint: Name, request: RequestOf<Name>, enough?: number): number;
  /**
   * Logs in whether there is a token or not, and with `remember` keeps the token in the token store. The token is
   * good for 10 hours and is renewed 10 minutes before. A login that was refused is never sent again by this client,
   * nor by another one with the same `logins`: five wrong ones lock an account.
   */
  login(options?: { readonly remember?: boolean; readonly signal?: AbortSignal }): Promise<LoginResult>;
  /** Forgets the token, in the token store too. Sends nothing. */
  logout(): Promise<void>;
  /** Masks what this client knows to be secret: API key, passwords, API secret, tokens, proxy passwords. */
  readonly mask: (text: string) => string;
  /** Closes idle connections. Calls in flight break off. */
  close(): Promise<void>;
}

/** The login's uid is encoded; the real one is in the account info. */
export type LoginResult = CallResult<{
  readonly uid: string | undefined;
  /** ISO 8601. */
  readonly expiresAt: string;
  /** Whether the token is in the token store. */
  readonly kept: boolean;
}>;

function parseBaseUrl(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const fault =
    url === undefined || !['http:', 'https:'].includes(url.protocol)
      ? 'it is not an http(s) address'
      : url.username !== '' || url.password !== ''
        ? 'it must not hold a user name or a password'
        : url.search !== '' || url.hash !== ''
          ? 'it must not have a query or a fragment'
          : undefined;
  if (url === undefined || fault !== undefined) {
    // The address is not shown: it may contain a password.
    throw new Failure([diagnostic('service-address', { detail: `The base URL cannot be used: ${fault}.` })]);
  }
  return url;
}

function findProxy(baseUrl: URL, options: ClientOptions): readonly string[] {
  try {
    return proxySecrets(proxyFor(baseUrl, options.env ?? {}));
  } catch (error) {
    if (!(error instanceof ProxySettingProblem)) throw error;
    throw new Failure([diagnostic('service-address', { detail: error.message })]);
  }
}

function createSecretsMasker(options: ClientOptions, proxyPasswords: readonly string[]): Masker {
  const { apiKey, passwd, password, apiSecret, accessToken } = options.credentials;
  return createMasker([apiKey, passwd, password, apiSecret, accessToken, ...proxyPasswords]);
}

type Special = {
  readonly [Name in EndpointName]?: (
    request: RequestOf<Name>,
    options: CallOptions,
  ) => Promise<CallResult<ReplyOf<Name>>>;
};

/** Makes a client. Throws a `Failure` where the base URL or a proxy variable cannot be used; sends nothing yet. */
export function createClient(options: ClientOptions): Client {
  const baseUrl = parseBaseUrl(options.baseUrl);
  const settings = { ...DEFAULT_SERVICE_SETTINGS, ...options.service };
  const limits = { ...DEFAULT_LIMITS, ...options.limits };
  const clock = options.clock ?? systemClock;
  const masker = createSecretsMasker(options, findProxy(baseUrl, options));
  const onEvent = options.onEvent ?? (() => undefined);
  const warn = options.onDiagnostic ?? (() => undefined);
  const transport =
    options.transport ??
    createUndiciTransport({
      baseUrl,
      timeoutSeconds: limits.requestTimeoutSeconds,
      connections: Math.max(1, limits.concurrentReads),
      env: options.env ?? {},
      ...(options.hardStop !== undefined && { hardStop: options.hardStop }),
    });
  const turn = createTurn();
  const paceLimits = { requestsPerSecond: limits.requestsPerSecond, concurrent: limits.concurrentReads };
  const shared = options.sharedCalls ?? createSharedCalls();
  const group = shared.group(tokenKey(baseUrl.href, options.credentials), () =>
    createPace({
      ...paceLimits,
      clock,
      random: options.random ?? Math.random,
      maxWaitSeconds: limits.maxWaitSeconds,
      onWait: (seconds, reason) => onEvent({ type: 'wait', seconds, reason }),
    }),
  );
  group.pace.slowTo(paceLimits);

  const encode = <Name extends EndpointName>(name: Name, request: RequestOf<Name>) => {
    const fields = requestFields(name, request, settings);
    return ENDPOINTS[name].method === 'POST' ? encodeForm(fields) : undefined;
  };

  const caller = createCaller({
    apiKey: options.credentials.apiKey,
    limits,
    group,
    sender: createSender({
      apiKey: options.credentials.apiKey,
      settings,
      userAgent: options.userAgent ?? 'adwright',
      clock,
      masker,
      transport,
      turn,
      onEvent,
    }),
    session: () => session,
  });
  const session: Session = createSession({
    baseUrl: baseUrl.href,
    credentials: options.credentials,
    passwordScheme: options.passwordScheme ?? 'encrypted',
    clock,
    masker,
    store: options.tokenStore,
    logins: options.logins ?? createLoginMemory(),
    warn,
    login: (username, passwd, signal) =>
      caller.login(encodeForm(requestFields('login', { username, passwd }, settings)), signal),
  });

  const narrowing = createNarrowing();
  const special: Special = {
    getKeywords(request, callOptions) {
      const look: LookUp = (idList) => caller.call('getKeywords', encode('getKeywords', { idList }), callOptions);
      return narrowing.lookUp(request.idList, look);
    },
  };

  const port: ServicePort = {
    async call(name, request, callOptions = {}) {
      const own = special[name];
      return own === undefined ? caller.call(name, encode(name, request), callOptions) : own(request, callOptions);
    },
    bodyBytes(name, request, enough = 0) {
      const most = enough > 0 ? mostBytes(request) : Number.POSITIVE_INFINITY;
      return most <= enough ? most : formLength(requestFields(name, request, settings));
    },
    turn,
    warn,
  };

  const loginResult = (result: TokenResult): LoginResult => {
    if (!result.ok) return { ok: false, failure: result.failure };
    const { token, kept } = result;
    return { ok: true, reply: { uid: token.uid, expiresAt: new Date(token.expiresAt).toISOString(), kept } };
  };

  return {
    ...port,
    ...createOperations(port, limits, warn),
    login: async ({ remember = false, signal } = {}) => loginResult(await session.login(remember, signal)),
    logout: () => session.logout(),
    mask: (text) => masker.mask(text),
    close: () => transport.close(),
  };
}
