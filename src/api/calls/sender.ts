import type { Endpoint, EndpointName, ServiceSettings } from '../../contract/index.js';
import { ENDPOINTS } from '../../contract/index.js';
import type { CallFailure, CallOptions, Clock } from '../../model/ports/ports.js';
import type { ReceivedReply, Transport } from '../../model/ports/transport.js';
import { TransportProblem } from '../../model/ports/transport.js';
import type { Turn } from '../../model/ports/turn.js';
import { judge } from '../judge/judge.js';
import type { ReplyVerdict } from '../judge/verdict.js';
import { titleOf } from '../judge/verdict.js';
import type { Masker } from '../login/masker.js';
import type { Token } from '../login/session.js';
import type { ClientEvent } from './client-event.js';
import { readQuota } from './quota.js';
import { listPaths } from './tag-path.js';

export interface SenderOptions {
  readonly apiKey: string;
  readonly settings: ServiceSettings;
  readonly userAgent: string;
  readonly clock: Clock;
  readonly masker: Masker;
  readonly transport: Transport;
  readonly turn: Turn;
  readonly onEvent: (event: ClientEvent) => void;
}

export interface SendingHooks {
  readonly beforeSend: CallOptions['beforeSend'];
  /** A long reply is there whole, and is read next: that takes long enough for the next call to go out before it. */
  readonly onLongReply: () => void;
}

/** Refusals are shorter: what is as long as this holds results, and does not ask for fewer calls. */
const LONG_REPLY = 64 * 1024;

/** Sends a request once and says what came of it; the caller decides whether to send again. */
export interface Sender {
  send<Name extends EndpointName>(
    name: Name,
    token: Token | undefined,
    body: Buffer | undefined,
    count: number,
    hooks: SendingHooks,
  ): Promise<ReplyVerdict<Name>>;
  /** What the service said last of its quota. */
  readonly quotaRemaining: number | undefined;
}

export function createSender(options: SenderOptions): Sender {
  const { settings, clock, masker, transport, turn } = options;
  let quotaRemaining: number | undefined;
  const tagPaths = listPaths(settings.tagListPath);

  function headersOf(endpoint: Endpoint, token: Token | undefined): Record<string, string> {
    return {
      apiKey: options.apiKey,
      ...(token !== undefined && { accessToken: token.text }),
      ...(endpoint.method === 'POST' && { 'content-type': 'application/x-www-form-urlencoded' }),
      accept: 'application/json',
      'user-agent': options.userAgent,
    };
  }

  /** One sending and what it proves. */
  async function attempt<Name extends EndpointName>(
    name: Name,
    path: string,
    token: Token | undefined,
    body: Buffer | undefined,
    count: number,
    onLongReply: () => void,
  ): Promise<ReplyVerdict<Name>> {
    const endpoint: Endpoint = ENDPOINTS[name];
    const started = clock.now().getTime();
    let reply: ReceivedReply | undefined;
    let verdict: ReplyVerdict<Name>;
    try {
      const {
        status,
        headers,
        body: bytes,
        broken,
      } = await transport.send({
        method: endpoint.method,
        path: path.startsWith('/') ? path : `/${path}`,
        headers: headersOf(endpoint, token),
        ...(body !== undefined && endpoint.method === 'POST' && { body }),
        fresh: endpoint.effect === 'create',
      });
      reply = { status, headers, body: asBuffer(bytes), ...(broken !== undefined && { broken }) };
      quotaRemaining = readQuota(reply.headers) ?? quotaRemaining;
      if (reply.status === 200 && reply.body.length >= LONG_REPLY) {
        onLongReply();
        await turn();
      }
      verdict = judge(name, reply, { settings, masker, now: clock.now() });
    } catch (error) {
      if (!(error instanceof TransportProblem)) throw error;
      const message = masker.mask(`${titleOf(name)}: ${error.message}`);
      const problem = error.sent ? 'unknown' : 'not-sent';
      const failure: CallFailure = { problem, message, failures: [] };
      verdict = { ok: false, failure, next: error.passing ? 'repeat' : 'stop' };
    }
    options.onEvent({
      type: 'call',
      endpoint: name,
      path,
      attempt: count,
      requestBytes: body?.length ?? 0,
      milliseconds: clock.now().getTime() - started,
      ...(reply !== undefined && { status: reply.status, replyBytes: reply.body.length }),
      ...(!verdict.ok && { problem: verdict.failure.problem, message: verdict.failure.message }),
      ...(quotaRemaining !== undefined && { quotaRemaining }),
    });
    return verdict;
  }

  /** The attempt on a path, and on the next one where the service has nothing under the first (the tag list has two). */
  async function attemptPaths<Name extends EndpointName>(
    name: Name,
    token: Token | undefined,
    body: Buffer | undefined,
    count: number,
    { beforeSend, onLongReply }: SendingHooks,
  ): Promise<ReplyVerdict<Name>> {
    const endpoint: Endpoint = ENDPOINTS[name];
    // A call without a body has the field in its query.
    const query = endpoint.method === 'GET' && settings.format === 'json' ? '?format=json' : '';
    const paths = name === 'keywordTags' ? [...tagPaths] : [`${endpoint.path(settings)}${query}`];
    let verdict: ReplyVerdict<Name> | undefined;
    for (const path of paths) {
      await beforeSend?.();
      const next = await attempt(name, path, token, body, count, onLongReply);
      if (next.ok || next.failure.status !== 404) {
        if (paths.length > 1) tagPaths.splice(0, tagPaths.length, path, ...paths.filter((other) => other !== path));
        return next;
      }
      verdict ??= next;
    }
    if (verdict === undefined) throw new Error('An operation has at least one path.');
    return verdict;
  }

  return {
    send: attemptPaths,
    get quotaRemaining() {
      return quotaRemaining;
    },
  };
}

const asBuffer = (bytes: Uint8Array) =>
  Buffer.isBuffer(bytes) ? bytes : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
