import { accountSegment } from '../account-segment.js';

/** The refs of one account's state. */
export interface RefNames {
  readonly state: string;
  readonly lock: string;
  /** In the clone: what was seen last. */
  readonly seen: string;
}

/**
 * `refs/adwright/<key>/<account>/state` and `/lock`. Each level of the key is one level of the ref, with letters, digits, `_`
 * and `-` as they are and everything else percent-encoded, `%` included: so two keys never give one ref. A level called
 * `state` or `lock` has its first letter encoded: only the last level of a ref is called so, and no ref is a folder of another
 * one (git allows no `a/b` next to `a/b/c`). The refs of an earlier version, which had no key, cannot be formed either.
 */
export function refNames(key: string, account: string): RefNames {
  return under([...key.split('/'), account].map(level).join('/'));
}

/** Where versions before the key kept a state: projects of one repository shared it when their accounts had one name. */
export function earlierRefNames(account: string): RefNames {
  return under(accountSegment(account));
}

function level(name: string): string {
  if (name === 'state') return '%73tate';
  if (name === 'lock') return '%6Cock';
  return accountSegment(name);
}

function under(path: string): RefNames {
  return {
    state: `refs/adwright/${path}/state`,
    lock: `refs/adwright/${path}/lock`,
    seen: `refs/adwright-seen/${path}/state`,
  };
}
