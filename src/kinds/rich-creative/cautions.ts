import type { AccountFacts, Caution, CautionCheck, Value } from '../../model/index.js';
import { hostCheck } from '../live/account-hosts.js';
import { creativeKeyOf } from './creative-key.js';

/** Landing addresses of a creative that is to be made; the address of a video is the service's own. */
export function creativeCautions(account: AccountFacts): CautionCheck {
  const hosts = { computer: hostCheck(account, 'computer'), mobile: hostCheck(account, 'mobile') };
  return ({ address, desired }) => {
    const check = creativeKeyOf(address).endsWith('-mobile') ? hosts.mobile : hosts.computer;
    const reasons = new Set<string>();
    for (const landing of addressesIn(desired['content'] ?? [])) {
      const reason = check(landing);
      if (reason !== undefined) reasons.add(reason);
    }
    return [...reasons].map((reason): Caution => ({ code: 'host-outside-account', reason, path: ['content'] }));
  };
}

function* addressesIn(value: Value): Generator<string> {
  if (typeof value === 'string') return;
  for (const [key, inner] of Object.entries<Value>(value)) {
    if (key === 'url' && typeof inner === 'string') yield inner;
    else yield* addressesIn(inner);
  }
}
