/**
 * Adwright as a library: the typed client of the service. Planning and applying are what the command is for; its JSON
 * documents (`--json`, described in `schemas/`) are the way for other programs to use them.
 */
export type {
  BatchResult,
  Client,
  ClientEvent,
  ClientOptions,
  Credentials,
  Environment,
  HttpReply,
  HttpRequest,
  LoginMemory,
  LoginResult,
  Operations,
  Picture,
  StoredToken,
  TokenStore,
  Transport,
} from './api/index.js';
export {
  callEnding,
  createClient,
  createLoginMemory,
  createMasker,
  encryptPassword,
  fileTokenStore,
  isNotReady,
  TransportProblem,
} from './api/index.js';
export type {
  CreativeKey,
  Effect,
  Endpoint,
  EndpointName,
  JsonNumber,
  ReplyOf,
  RequestOf,
  ServiceFailure,
  ServiceSettings,
  TextRecord,
  WireApp,
  WireCreativeSet,
  WireGroup,
  WireKeywordUpdate,
} from './contract/index.js';
export { CREATIVE_KEYS, DEFAULT_SERVICE_SETTINGS, ENDPOINTS, LIMITS } from './contract/index.js';
export type { Diagnostic, Severity, SourcePlace } from './diagnostics/diagnostic.js';
export { type Ending, Failure } from './diagnostics/failure.js';
export type { CallFailure, CallOptions, CallProblem, CallResult, Clock } from './model/ports.js';
export { DEFAULT_LIMITS, type Limits, type PasswordScheme } from './model/project.js';
