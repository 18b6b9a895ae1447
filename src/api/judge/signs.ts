import type { ServiceFailure } from '../../contract/index.js';
import { QUOTA_USED_UP } from '../../contract/index.js';

/**
 * What a failure inside an HTTP 200 is about. The interface lists three codes; for tokens and rates there is only the
 * wording to go by, so the expressions want words that an item's own failure would hardly use.
 */
const wording = (failure: ServiceFailure) => `${failure.message ?? ''} ${failure.description ?? ''}`;

const TOKEN_CODES: ReadonlySet<string> = new Set(['401', '70001', '80109']);
const TOKEN_WORDS =
  /access.?token|\btoken\b|unauthori[sz]ed|unauthenticated|authentication|not logged.?in|(login|session)\b.{0,20}\b(expired|invalid|required|timed? ?out)|未登录|请.{0,4}登录|登录.{0,4}(失效|过期|超时)|令牌|鉴权|身份.{0,2}认证/i;

const RATE_CODES: ReadonlySet<string> = new Set(['429']);
const RATE_WORDS =
  /rate.?limit|too many (requests|calls)|too (frequent|often)|\bthrottl|\bqps\b|频繁|频率|限流|请求过多|请求次数/i;

export const saysTokenInvalid = (failure: ServiceFailure): boolean =>
  TOKEN_CODES.has(failure.code ?? '') || TOKEN_WORDS.test(wording(failure));

export const saysTooManyCalls = (failure: ServiceFailure): boolean =>
  RATE_CODES.has(failure.code ?? '') || RATE_WORDS.test(wording(failure));

export const saysQuotaUsedUp = (failure: ServiceFailure): boolean => failure.code === QUOTA_USED_UP;

/** True where every failure of a non-empty list says so: one bad item among many is not the whole request. */
export function allSay(failures: readonly ServiceFailure[], sign: (failure: ServiceFailure) => boolean): boolean {
  return failures.length > 0 && failures.every(sign);
}
