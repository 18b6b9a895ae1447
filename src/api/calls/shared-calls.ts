import type { CallFailure } from '../../model/ports/ports.js';
import type { Pace } from './pace.js';

/** What the clients with one set of credentials have in common: their pace, and whether the quota is used up. */
export interface CallGroup {
  readonly pace: Pace;
  /** The failure by which the service, or too long a wait, ended the calls of one of them. */
  ended?: CallFailure;
}

/** Shared by clients that may hold the same credentials, as when many accounts are worked on at once. */
export interface SharedCalls {
  /** The group of these credentials; the first client makes it. `key` holds no secret. */
  group(key: string, make: () => Pace): CallGroup;
}

export function createSharedCalls(): SharedCalls {
  const groups = new Map<string, CallGroup>();
  return {
    group(key, make) {
      const known = groups.get(key);
      if (known !== undefined) return known;
      const group: CallGroup = { pace: make() };
      groups.set(key, group);
      return group;
    },
  };
}
