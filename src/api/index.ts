export { callEnding, isNotReady } from './call-diagnostics.js';
export type { Client, LoginResult } from './client.js';
export { createClient } from './client.js';
export type { ClientEvent, ClientOptions } from './client-options.js';
export type { Credentials } from './credentials.js';
export { credentialFault } from './credentials.js';
export type { LoginMemory } from './login-memory.js';
export { createLoginMemory } from './login-memory.js';
export type { Masker } from './masker.js';
export { createMasker } from './masker.js';
export type {
  BatchResult,
  ComponentReportQuery,
  CreativeReportQuery,
  OperationOptions,
  Operations,
  Picture,
  PictureFilter,
} from './operations.js';
export { apiSecretFault, encryptPassword } from './password.js';
export { isRemembered } from './session.js';
export type { StoredToken, TokenStore } from './token-store.js';
export { fileTokenStore } from './token-store.js';
export type { ProxyEnvironment } from './transport/proxy.js';
export type { HttpReply, HttpRequest, Transport } from './transport/transport.js';
export { TransportProblem } from './transport/transport.js';
export { prepareTransport } from './transport/undici-transport.js';
