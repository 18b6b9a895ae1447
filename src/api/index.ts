export type { HttpReply, HttpRequest, Transport } from '../model/ports/transport.js';
export { TransportProblem } from '../model/ports/transport.js';
export { callEnding, isNotReady } from './call-diagnostics.js';
export type { ClientEvent } from './calls/client-event.js';
export type { SharedCalls } from './calls/shared-calls.js';
export { createSharedCalls } from './calls/shared-calls.js';
export type { Client, LoginResult } from './client.js';
export { createClient } from './client.js';
export type { ClientOptions } from './client-options.js';
export type { Credentials } from './login/credentials.js';
export { credentialFault } from './login/credentials.js';
export type { LoginMemory } from './login/login-memory.js';
export { createLoginMemory } from './login/login-memory.js';
export type { Masker } from './login/masker.js';
export { createMasker } from './login/masker.js';
export { apiSecretFault, encryptPassword } from './login/password.js';
export { isRemembered } from './login/session.js';
export type { StoredToken, TokenStore } from './login/token-store.js';
export { fileTokenStore } from './login/token-store.js';
export type {
  BatchResult,
  ComponentReportQuery,
  CreativeReportQuery,
  OperationOptions,
  Operations,
  Picture,
  PictureFilter,
} from './operations.js';
export type { ProxyEnvironment } from './transport/proxy.js';
export { prepareTransport } from './transport/undici-transport.js';
