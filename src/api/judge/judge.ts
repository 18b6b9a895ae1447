import type { Endpoint, EndpointName } from '../../contract/index.js';
import { ENDPOINTS, REPORT_NOT_READY } from '../../contract/index.js';
import type { CallFailure, CallProblem } from '../../model/ports/ports.js';
import type { ReceivedReply } from '../../model/ports/transport.js';
import { readFailures, readTopFailure, statesFailure } from '../replies/failures.js';
import { readListSlices } from '../replies/list-slices.js';
import { longListKey, READERS } from '../replies/readers.js';
import { givesIdsElsewhere } from '../replies/stray-ids.js';
import { judgeLogin } from './judge-login.js';
import { decodeReply, describeUnreadable } from './reply-text.js';
import { retryAfterSeconds } from './retry-after.js';
import { allSay, saysQuotaUsedUp, saysTokenInvalid, saysTooManyCalls } from './signs.js';
import type { JudgeContext, Next, ReplyVerdict } from './verdict.js';
import { failureList, readBody, titleOf } from './verdict.js';

/** Statuses that prove that a creating call did nothing (413 and 429 aside, which are told apart before). */
const PROVES_NOTHING_MADE: ReadonlySet<number> = new Set([400, 401, 403, 404, 413, 429]);

/** Decides what a reply proves: the one place where status, body and failures are weighed against each other. */
export function judge<Name extends EndpointName>(
  name: Name,
  reply: ReceivedReply,
  context: JudgeContext,
): ReplyVerdict<Name> {
  try {
    return judgeReply(name, reply, context);
  } catch (error) {
    // Readers of JSON call themselves for what is inside: lists in lists without end use up the stack.
    if (!(error instanceof RangeError)) throw error;
    const message = `${titleOf(name)}: HTTP ${reply.status} with a reply that is nested too deeply to be read.`;
    // A whole reply to a login is final.
    const next = name === 'login' ? 'stop' : 'repeat';
    return { ok: false, next, failure: { problem: 'unknown', message, status: reply.status, failures: [] } };
  }
}

function judgeReply<Name extends EndpointName>(
  name: Name,
  reply: ReceivedReply,
  context: JudgeContext,
): ReplyVerdict<Name> {
  if (name === 'login') return judgeLogin(reply, context) as ReplyVerdict<Name>;
  const endpoint: Endpoint = ENDPOINTS[name];
  const { masker } = context;
  const { status } = reply;
  const creates = endpoint.effect === 'create';
  const longList = longListKey(name, context.settings);
  const sliced = longList === undefined ? undefined : readListSlices(longList, reply);
  const text = sliced === undefined ? decodeReply(reply) : '';
  const body = sliced ?? (reply.broken === undefined ? readBody(text, creates) : undefined);
  const listed = body === undefined ? [] : readFailures(body['failures'], (one) => masker.mask(one));
  const failures = listed.length > 0 || body === undefined ? listed : readTopFailure(body, (one) => masker.mask(one));
  const stated = retryAfterSeconds(reply.headers['retry-after'], reply.headers['date'], context.now);

  const fail = (
    problem: CallProblem,
    next: Next,
    what: string,
    more: Partial<CallFailure> = {},
  ): ReplyVerdict<Name> => ({
    ok: false,
    next,
    failure: {
      problem,
      message: `${titleOf(name)}: ${what.replace(/[.。]$/, '')}.`,
      status,
      failures,
      ...(stated !== undefined && { retryAfterSeconds: stated }),
      ...more,
    },
  });
  const said = () =>
    failures.length > 0 ? `HTTP ${status}: ${failureList(failures)}` : describeUnreadable(reply, text, masker);

  /** A refusal of the request as a whole, told by what its failures say. */
  function refusal(): ReplyVerdict<Name> {
    if (allSay(failures, saysQuotaUsedUp)) {
      const what = `the quota is used up (${failureList(failures)}); run again when the service has renewed it`;
      return fail('throttled', 'stop', what, { fatal: true });
    }
    if (allSay(failures, saysTooManyCalls)) {
      return fail('throttled', 'pause', `the service asks for fewer calls (${failureList(failures)})`);
    }
    if (allSay(failures, saysTokenInvalid)) {
      return fail('unauthorised', 'login', `the service does not accept the token (${failureList(failures)})`);
    }
    return fail('refused', 'stop', `the service refused: ${failureList(failures)}`);
  }

  if (creates && status >= 400) {
    if (!PROVES_NOTHING_MADE.has(status)) return fail('unknown', 'stop', said());
    const results =
      body === undefined ? 'absent' : READERS[name](body, { failures, settings: context.settings }).results;
    if (results === 'some' || (body !== undefined && givesIdsElsewhere(body)))
      return fail('unknown', 'stop', `HTTP ${status}, but the reply holds results`);
  }
  if (status === 429) return fail('throttled', 'pause', `the service asks for fewer calls (${said()})`);
  if (status === 413) return fail('too-large', 'stop', `the request is too large for the service (${said()})`);
  const notReady = failures.some((one) => one.code === REPORT_NOT_READY);
  const aboutPace = allSay(failures, saysQuotaUsedUp) || allSay(failures, saysTooManyCalls);
  if (status >= 400 && status < 500 && aboutPace) return refusal();
  if (status === 401 || status === 403) return fail('unauthorised', 'login', `no access (${said()})`);
  if (status === 404) {
    if (notReady) return refusal();
    const path = endpoint.path(context.settings);
    return fail('refused', 'login', `the service has nothing under ${path} (${said()}); check \`service\``);
  }
  if (status >= 300 && status < 400) {
    const where = reply.headers['location'];
    const target = where === undefined ? '' : ` to ${masker.mask(where.slice(0, 200))}`;
    return fail('unknown', 'repeat', `HTTP ${status}: the service redirects${target}; redirects are not followed`);
  }
  if (status === 408 || status >= 500 || status < 200) return fail('unknown', 'repeat', said());
  if (status >= 400) {
    return failures.length > 0 ? refusal() : fail('refused', 'stop', `the service refused: ${said()}`);
  }

  if (body === undefined) return fail('unknown', 'repeat', describeUnreadable(reply, text, masker));
  const { reply: read, results, key } = READERS[name](body, { failures: listed, settings: context.settings });
  // Rows together with "not ready" are half a report.
  if (notReady && !creates) return refusal();
  if (results === 'some') return { ok: true, reply: read };
  const alsoSaid = failures.length > 0 ? `; its failures: ${failureList(failures)}` : '';
  if (creates && results === 'lacking') {
    const what = `what the reply has as \`${key}\` is not what the interface says (HTTP ${status}${alsoSaid})`;
    return fail('unknown', 'stop', what);
  }
  if (results === 'none') {
    if (endpoint.effect === 'read' && listed.length > 0) return refusal();
    // One refusal of the whole request may be stamped on every item.
    const whole = [saysTokenInvalid, saysTooManyCalls, saysQuotaUsedUp].some((sign) => allSay(listed, sign));
    return whole ? refusal() : { ok: true, reply: read };
  }
  if (creates && givesIdsElsewhere(body)) {
    return fail('unknown', 'stop', `the reply lacks \`${key}\` and gives ids under another name (HTTP ${status})`);
  }
  // A failure outside `failures` proves that nothing was made only where it is about the token.
  const proves = !creates || listed.some(statesFailure) || allSay(failures, saysTokenInvalid);
  if (failures.length > 0 && proves) return refusal();
  const listReply = endpoint.effect === 'read' && name !== 'accountInfo';
  if (results === 'absent' && listReply) return { ok: true, reply: read };
  const keys = Object.keys(body).slice(0, 10);
  const has = keys.length === 0 ? 'it is empty' : `it has: ${masker.mask(keys.join(', '))}`;
  return fail('unknown', 'stop', `the reply lacks \`${key}\` (HTTP ${status}; ${has}${alsoSaid})`);
}
