import type { ServiceFailure } from '../../contract/index.js';
import type { CallProblem } from '../../model/ports/ports.js';
import type { ReceivedReply } from '../../model/ports/transport.js';
import { createMasker } from '../login/masker.js';
import { failureText, readFailures, readTopFailure } from '../replies/failures.js';
import type { Json, JsonObject } from '../replies/json.js';
import { isObject } from '../replies/json.js';
import { READERS } from '../replies/readers.js';
import { decodeReply, describeSize } from './reply-text.js';
import { retryAfterSeconds } from './retry-after.js';
import { allSay, saysQuotaUsedUp, saysTooManyCalls } from './signs.js';
import type { JudgeContext, Next, ReplyVerdict } from './verdict.js';
import { failureList, readBody, titleOf } from './verdict.js';

/** What a gateway says for a service that it did not reach, or that did not answer it. */
const GATEWAY: ReadonlySet<number> = new Set([502, 503, 504]);

/**
 * Decides what the reply to a login proves. Two rules make it strict. A login that was answered is not sent again, in
 * whatever form the answer is, since five wrong ones lock an account: only a rate limit, or a gateway that speaks for
 * itself, leaves it open. And nothing of the reply is quoted but a refusal that could be read, since anything else may
 * hold the token: only its status, type and length.
 */
export function judgeLogin(reply: ReceivedReply, { settings, masker, now }: JudgeContext): ReplyVerdict<'login'> {
  const { status } = reply;
  const body = reply.broken === undefined ? readBody(decodeReply(reply), false) : undefined;
  const others = createMasker(body === undefined ? [] : textsBeside(body));
  const failures = body === undefined ? [] : refusalsIn(body, (text) => others.mask(masker.mask(text)));
  const retryAfter = retryAfterSeconds(reply.headers['retry-after'], reply.headers['date'], now);
  const fail = (problem: CallProblem, next: Next, what: string): ReplyVerdict<'login'> => ({
    ok: false,
    next,
    failure: {
      problem,
      message: `${titleOf('login')}: ${what.replace(/[.。]$/, '')}.`,
      status,
      failures,
      ...(retryAfter !== undefined && { retryAfterSeconds: retryAfter }),
    },
  });

  if (body !== undefined && status >= 200 && status < 300) {
    const { reply: read, results } = READERS.login(body, { failures, settings });
    if (results === 'some') return { ok: true, reply: read };
  }
  const size = describeSize(reply);
  if (failures.length > 0) {
    const said = failureList(failures);
    if (status === 429 && allSay(failures, saysTooManyCalls)) {
      return fail('throttled', 'pause', `the service asks for fewer calls (HTTP 429: ${said})`);
    }
    if (allSay(failures, saysQuotaUsedUp)) {
      return fail('throttled', 'stop', `the quota is used up (HTTP ${status}: ${said})`);
    }
    return fail('refused', 'stop', `the service refused (HTTP ${status}): ${said}`);
  }
  if (status === 429) return fail('throttled', 'pause', `the service asks for fewer calls (${size})`);
  if (GATEWAY.has(status)) return fail('unknown', 'repeat', size);
  if (status >= 400 && status < 500) return fail('refused', 'stop', `the service refused: ${size}`);
  const lacks = body === undefined ? 'cannot be read' : 'has no `accessToken`';
  return fail('unknown', 'stop', `the reply ${lacks} (${size})`);
}

/** A code is a number, or a word such as LOGIN_REFUSED: never anything that could be a token. */
const CODE = /^(?:-?\d{1,12}|[A-Z][A-Z_.-]{0,39})$/;

/** The failures of a login with their codes and words alone. */
function refusalsIn(body: JsonObject, mask: (text: string) => string): readonly ServiceFailure[] {
  const listed = readFailures(body['failures'], mask);
  // At the top of a reply only a code that speaks of a failure makes the text next to it one.
  const all = listed.length > 0 ? listed : readTopFailure(body, mask).filter(({ code }) => code !== undefined);
  return all.map(({ code, message, description, raw }) => {
    // A failure that is no object is its own message.
    const words = message === raw ? {} : { ...(message && { message }), ...(description && { description }) };
    const shown = { ...(code !== undefined && CODE.test(code) && { code }), ...words };
    return { ...shown, raw: failureText({ ...shown, raw: 'a failure that is not shown' }) };
  });
}

const SHOWN: ReadonlySet<string> = new Set(['code', 'errno', 'errcode', 'message', 'msg', 'error', 'description']);

/** What is long and without spaces in the reply, codes and words aside: a message may repeat it. */
function textsBeside(value: Json): readonly string[] {
  if (typeof value === 'string') return /^\S{8,}$/.test(value) ? [value] : [];
  if (Array.isArray(value)) return value.flatMap(textsBeside);
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, inside]) =>
    SHOWN.has(key) && typeof inside === 'string' ? [] : textsBeside(inside),
  );
}
