import type { EndpointName, ServiceSettings } from '../../contract/index.js';
import type { Account } from '../account/account.js';
import type { SandboxClock } from '../account/clock.js';
import type { RecordChange } from '../account/records.js';
import type { SandboxOptions } from '../settings/options-schema.js';
import type { Refusal } from './refusal.js';
import type { ReplyForms } from './reply.js';

/** Form fields by name, decoded once. */
export type Fields = ReadonlyMap<string, string>;

/** One call of an operation, and everything that its route may use. */
export interface Call {
  readonly operation: EndpointName;
  readonly fields: Fields;
  readonly apiKey: string | undefined;
  readonly account: Account;
  readonly options: SandboxOptions;
  readonly settings: ServiceSettings;
  readonly clock: SandboxClock;
  readonly forms: ReplyForms;
  readonly randomId: (bytes: number) => string;
  /** A fault: every item is refused with this. */
  readonly stamp: Refusal | undefined;
  /** Notes in the log what a strict sandbox would have refused. */
  remark(text: string): void;
  /** Changes the account at once; the answer waits until the changes are on disk. */
  commit(changes: readonly RecordChange[]): void;
}

/** What a route answers: a reply, or one refusal of the whole request. */
export type Answer =
  | { readonly reply: Readonly<Record<string, unknown>> }
  | { readonly refusal: Refusal; readonly status?: number; readonly extra?: Readonly<Record<string, unknown>> };

export type Handler = (call: Call) => Answer | Promise<Answer>;
