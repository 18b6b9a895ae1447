import type { ServiceSettings } from '../contract/index.js';
import type { Diagnostic } from '../diagnostics/diagnostic.js';
import type { Clock } from '../model/ports/ports.js';
import type { Limits, PasswordScheme } from '../model/ports/project.js';
import type { Transport } from '../model/ports/transport.js';
import type { ClientEvent } from './calls/client-event.js';
import type { SharedCalls } from './calls/shared-calls.js';
import type { Credentials } from './login/credentials.js';
import type { LoginMemory } from './login/login-memory.js';
import type { TokenStore } from './login/token-store.js';
import type { ProxyEnvironment } from './transport/proxy.js';

export interface ClientOptions {
  /** An http(s) address; a path in it is kept in front of every operation's path. */
  readonly baseUrl: string;
  readonly credentials: Credentials;
  /** How a plain password is encrypted; default `encrypted`: `passwd` is sent as it is. */
  readonly passwordScheme?: PasswordScheme;
  /** Names and choices that the interface leaves open; defaults are the words of its documentation. */
  readonly service?: Partial<ServiceSettings>;
  readonly limits?: Partial<Limits>;
  /** Shared by clients that may hold the same credentials: what was refused to one is not tried by another. */
  readonly logins?: LoginMemory;
  /** Shared by clients that may hold the same credentials: they keep one pace, and a quota that is used up ends all. */
  readonly sharedCalls?: SharedCalls;
  /** Keeps tokens between processes; by default a token lives in memory only. */
  readonly tokenStore?: TokenStore;
  /** Where HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY are looked up; nothing by default. */
  readonly env?: ProxyEnvironment;
  readonly userAgent?: string;
  readonly clock?: Clock;
  /** From 0 to 1, for jitter. */
  readonly random?: () => number;
  readonly onEvent?: (event: ClientEvent) => void;
  /** Warnings: a page that repeats, a count that does not fit, a token store that does not work. */
  readonly onDiagnostic?: (diagnostic: Diagnostic) => void;
  /** Breaks off calls in flight. A creating call that is broken off has an unknown outcome. */
  readonly hardStop?: AbortSignal;
  /** In place of HTTP. */
  readonly transport?: Transport;
}
