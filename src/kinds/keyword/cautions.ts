import type { AccountFacts, Caution, CautionCheck, Membership, Observation, Value } from '../../model/index.js';
import { compareDecimals } from '../../model/index.js';
import { type HostCheck, hostCheck } from '../live/account-hosts.js';
import { rejectionCheck } from '../live/rejection.js';
import { KEYWORD_FACTS } from './facts.js';

const DECIMAL = /^\d+(?:\.\d+)?$/;
const DIGIT_0 = 0x30;
const ZERO = /^0*(?:\.0*)?$/;

/** Hosts of the account, the lowest bid of the keyword, and the review. */
export function keywordCautions(account: AccountFacts): CautionCheck {
  const ofHost = (path: 'url' | 'mobileUrl', check: HostCheck) => (address: Value | undefined) => {
    const reason = typeof address === 'string' ? check(address) : undefined;
    return reason === undefined ? undefined : ({ code: 'host-outside-account', reason, path: [path] } as const);
  };
  const url = ofHost('url', hostCheck(account, 'computer'));
  const mobileUrl = ofHost('mobileUrl', hostCheck(account, 'mobile'));
  const rejection = rejectionCheck(KEYWORD_FACTS);
  return ({ desired }, observation) => {
    const { price } = desired;
    const host = url(desired['url']);
    const mobileHost = mobileUrl(desired['mobileUrl']);
    const bid = typeof price === 'string' && observation !== undefined ? bidCaution(price, observation) : undefined;
    const review = observation === undefined ? undefined : rejection(observation);
    // Mostly there is none, and there may be a million of them.
    if ((host ?? mobileHost ?? bid ?? review) === undefined) return NONE;
    return [host, mobileHost, bid, review].filter((one) => one !== undefined);
  };
}

const NONE: readonly Caution[] = [];

function bidCaution(price: string, { facts }: Observation): Caution | undefined {
  const lowest = facts['pcLowestPrice'] ?? '';
  // 0 is no bid of its own.
  if (price.charCodeAt(0) <= DIGIT_0 && ZERO.test(price)) return undefined;
  // Rounding keeps the order, so the exact comparison is needed only where the floats do not settle it.
  if (!DECIMAL.test(lowest) || Number(price) > Number(lowest)) return undefined;
  if (compareDecimals(price, lowest) >= 0) return undefined;
  return {
    code: 'bid-below-lowest',
    reason: 'The bid is below pcLowestPrice',
    particular: `${price} < ${lowest}`,
    path: ['price'],
  };
}

/** A keyword belongs to the group that the service names, and is shown for its word. */
export function membership({ facts }: Observation): Membership | undefined {
  const { groupId, word } = facts;
  return groupId === undefined || word === undefined ? undefined : { ownerKind: 'group', ownerId: groupId, text: word };
}
