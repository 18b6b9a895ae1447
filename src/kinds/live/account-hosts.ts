import { domainToASCII } from 'node:url';
import type { AccountFacts } from '../../model/index.js';

/** Says of an address why its host is none of the account's, or nothing. */
export type HostCheck = (address: string) => string | undefined;

/**
 * The hosts that an account lists for a device (accountInfo). What the lists mean is not shown: a host of the list is taken to
 * cover itself and its subdomains, and an account that lists none is not checked.
 */
export function hostCheck(account: AccountFacts, device: 'computer' | 'mobile'): HostCheck {
  const [field, list] = listFor(account, device);
  const allowed = list.map((entry) => ascii(entry.replace(/^[a-z]+:\/\/|^\*?\./i, '').replace(/[/:].*$/, '')));
  const known = new Map<string, string | undefined>();
  return (address) => {
    if (allowed.length === 0) return undefined;
    const host = hostOf(address);
    if (host === undefined) return undefined;
    if (known.has(host)) return known.get(host);
    const name = ascii(host);
    const good = allowed.some((one) => name === one || name.endsWith(`.${one}`));
    const reason = good ? undefined : `${host} is not among the hosts of the account (${field}: ${list.join(', ')})`;
    known.set(host, reason);
    return reason;
  };
}

function listFor(account: AccountFacts, device: 'computer' | 'mobile'): readonly [string, readonly string[]] {
  const entries = (field: string) =>
    [field, (account[field] ?? '').split(/[,;\s]+/).filter((one) => one !== '')] as const;
  const mobile = entries('allowMobileDomain');
  return device === 'mobile' && mobile[1].length > 0 ? mobile : entries('allowDomain');
}

/** Lower case, without port; nothing where a placeholder takes its place. */
function hostOf(address: string): string | undefined {
  const host = /^https?:\/\/(?:[^/\\?#@]*@)?([^/\\?#:]+)/i.exec(address)?.[1];
  return host === undefined || /[{}[\]]/.test(host) ? undefined : host.toLowerCase();
}

/** Names compare in their ASCII form; what has none (an underscore, say) compares as it is. */
function ascii(host: string): string {
  return domainToASCII(host) || host.toLowerCase();
}
