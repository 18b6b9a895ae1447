import { ENDPOINTS, type EndpointName, type ServiceSettings } from '../../contract/index.js';
import { Account } from '../account/account.js';
import type { SandboxClock } from '../account/clock.js';
import { Quota } from '../account/quota.js';
import type { RecordChange } from '../account/records.js';
import { apiKeyRefusal, tokenRefusal } from '../call/access.js';
import type { Answer, Call, Fields } from '../call/call.js';
import { type Refusal, refuse } from '../call/refusal.js';
import { failureItem, ReplyForms } from '../call/reply.js';
import { MULTIPART } from '../call/request-fields.js';
import { type LogEntry, noteChange, noteRemark, RequestLog } from '../call/request-log.js';
import { HANDLERS } from '../routes/index.js';
import type { Fault } from '../settings/fault-schema.js';
import { Faults, resizedLists } from '../settings/faults.js';
import type { SandboxOptions } from '../settings/options-schema.js';
import { memoryStore, type Store } from '../storage/store.js';

/** A request of an operation, without its transport. */
export interface Incoming {
  readonly fields: Fields;
  readonly apiKey: string | undefined;
  readonly accessToken: string | undefined;
  /** Undefined for GET. */
  readonly contentType: string | undefined;
  readonly method: string;
}

export interface Outgoing {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly reply: Readonly<Record<string, unknown>>;
}

/** Operations that the interface lists with a Content-Type header. */
const CONTENT_TYPE_REQUIRED: readonly EndpointName[] = [
  'getKeywords',
  'listPictures',
  'keywordTags',
  'updatePictureTags',
];
const FORM = 'application/x-www-form-urlencoded';

/** The service without its transport: the account, its rules and its switches. */
export class Service {
  readonly account: Account;
  readonly clock: SandboxClock;
  readonly faults: Faults;
  readonly log: RequestLog;
  readonly settings: ServiceSettings;
  readonly quota: Quota;
  readonly #randomId: (bytes: number) => string;
  options: SandboxOptions;
  store: Store = memoryStore;

  constructor(
    options: SandboxOptions,
    settings: ServiceSettings,
    clock: SandboxClock,
    randomId: (bytes: number) => string,
  ) {
    this.options = options;
    this.settings = settings;
    this.clock = clock;
    this.account = new Account(options.firstId);
    this.faults = new Faults(options.faults);
    this.log = new RequestLog(options.logEntries);
    this.quota = new Quota(this.account, clock);
    this.#randomId = randomId;
  }

  /** Applies changes from outside the interface and keeps them. */
  async change(changes: readonly RecordChange[]): Promise<void> {
    this.account.apply(changes);
    this.store.add(changes);
    await this.store.flush();
  }

  /** Answers one call. What it changed is on disk when the promise resolves. */
  async answer(operation: EndpointName, incoming: Incoming, entry: LogEntry, fault?: Fault): Promise<Outgoing> {
    const changes: RecordChange[] = [];
    const commit = (made: readonly RecordChange[]) => {
      if (fault?.kind === 'no-effect') return;
      for (const change of made) {
        noteChange(entry, change, !this.account.tables[change[0]].has(change[1]));
        this.account.apply([change]);
        changes.push(change);
      }
    };
    const call = this.#call(operation, incoming, commit, entry, fault);
    const answer = this.#gate(call, incoming, fault) ?? (await HANDLERS[operation](call));
    if (changes.length > 0) {
      const counts = [...this.quota.use(entry.created.length + entry.changed.length), this.account.idsChange()];
      this.account.apply(counts);
      this.store.add([...changes, ...counts]);
      await this.store.flush();
    }
    return this.#outgoing(call, answer, fault);
  }

  #call(
    operation: EndpointName,
    { fields, apiKey }: Incoming,
    commit: Call['commit'],
    entry: LogEntry,
    fault?: Fault,
  ): Call {
    const stamped = fault?.kind === 'refuse-all';
    return {
      operation,
      fields,
      apiKey,
      account: this.account,
      options: this.options,
      settings: this.settings,
      clock: this.clock,
      forms: new ReplyForms(this.options, operation),
      randomId: this.#randomId,
      stamp: stamped ? { ...refuse('valueRefused', fault.message ?? 'stamped'), ...stampOf(fault) } : undefined,
      commit,
      remark: (text) => noteRemark(entry, text),
    };
  }

  /** What every operation checks before its own rules. */
  #gate(call: Call, incoming: Incoming, fault?: Fault): Answer | undefined {
    const { operation, options } = call;
    const endpoint = ENDPOINTS[operation];
    if (endpoint.headers === 'apiKey+accessToken') {
      const refusal =
        fault?.kind === 'token'
          ? refuse('tokenRefused', 'header accessToken')
          : (apiKeyRefusal(call) ?? tokenRefusal(call, incoming.accessToken));
      if (refusal !== undefined) return { refusal, status: options.refusedToken };
    }
    if (this.quota.isThrottled(options.requestsPerSecond)) {
      return { refusal: refuse('throttled', `${options.requestsPerSecond} a second`), status: options.throttling };
    }
    if (fault?.kind === 'quota') return { refusal: refuse('quotaUsedUp', 'come back tomorrow') };
    if (endpoint.effect !== 'read' && this.quota.isUsedUp(options.quota.perDay)) {
      return { refusal: refuse('quotaUsedUp', `${options.quota.perDay} a day`) };
    }
    const refusal = contentTypeRefusal(operation, incoming, options.strict) ?? unknownFieldRefusal(call);
    return refusal === undefined ? undefined : { refusal };
  }

  #outgoing(call: Call, answer: Answer, fault?: Fault): Outgoing {
    const { perDay, header } = this.options.quota;
    const left = fault?.kind === 'quota' ? 0 : perDay > 0 ? this.quota.left(perDay) : undefined;
    const headers: Record<string, string> = left !== undefined && header !== '' ? { [header]: String(left) } : {};
    if ('reply' in answer) {
      const reply = fault?.kind === 'wrong-length' ? resizedLists(answer.reply, fault.by ?? -1) : answer.reply;
      return { status: 200, headers, reply };
    }
    const { refusal, extra } = answer;
    const status = answer.status ?? (isTooMany(refusal) && this.options.tooManyItems === 'http-413' ? 413 : 200);
    if (status === 429) headers['Retry-After'] = '1';
    return { status, headers, reply: { ...extra, ...call.forms.failures([failureItem(refusal)]) } };
  }
}

const isTooMany = ({ code }: Refusal) => code === refuse('tooMany', '').code;

const stampOf = ({ code, message }: Fault) => ({
  ...(code !== undefined && { code }),
  ...(message !== undefined && { message }),
});

function contentTypeRefusal(
  operation: EndpointName,
  { method, contentType }: Incoming,
  strict: boolean,
): Refusal | undefined {
  if (method !== 'POST' || !CONTENT_TYPE_REQUIRED.includes(operation)) return undefined;
  if (!strict && contentType === undefined) return undefined;
  const taken = strict ? [FORM] : [FORM, MULTIPART];
  return taken.some((type) => contentType?.toLowerCase().startsWith(type))
    ? undefined
    : refuse('contentType', contentType ?? 'none');
}

function unknownFieldRefusal({ operation, fields, options, settings }: Call): Refusal | undefined {
  if (options.unknownFields === 'ignored') return undefined;
  const strange = [...fields.keys()].find(
    (name) => !isKnownField(operation, name, fields, !options.strict || settings.format === 'json'),
  );
  return strange === undefined ? undefined : refuse('fieldUnknown', strange);
}

/** The fields of the operation; and `format=json`, which clients of other services send with every call. */
function isKnownField(operation: EndpointName, name: string, fields: Fields, mayFormat: boolean): boolean {
  if (Object.hasOwn(ENDPOINTS[operation].fields, name)) return true;
  return mayFormat && name === 'format' && fields.get(name) === 'json';
}
