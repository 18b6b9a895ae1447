/**
 * Adwright as a library: `validate`, `plan` and `apply` of a project (docs/library.md), and the typed client of the service.
 * Nothing is printed, and no environment, folder or signal of the process is used: all of it is given.
 */

export type {
  BatchResult,
  Client,
  ClientEvent,
  ClientOptions,
  Credentials,
  HttpReply,
  HttpRequest,
  LoginMemory,
  LoginResult,
  Operations,
  Picture,
  ProxyEnvironment,
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
export type { Meaning } from './app/outcome.js';
export type { UserFolders } from './app/user-folders.js';
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
export type { ProjectOptions } from './library/project-options.js';
export type {
  ApplyOptions,
  ApplyReport,
  PlanOptions,
  PlanResult,
  PlanScope,
  ValidateOptions,
  ValidateResult,
} from './library/use-cases.js';
export { apply, plan, validate } from './library/use-cases.js';
export type { Action, ApplyResult, Change, ItemResult, Plan, ProgressEvent } from './model/index.js';
export type { CallFailure, CallOptions, CallProblem, CallResult, Clock } from './model/ports/ports.js';
export { DEFAULT_LIMITS, type Limits, type PasswordScheme } from './model/ports/project.js';
export type { ApplyDocument, PlanDocument } from './render/json/schemas.js';
