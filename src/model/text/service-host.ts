/**
 * The host of an address, in the one spelling that all hosts are compared in: lower case, international names in
 * their ASCII form, no port, no dot at the end.
 */
export function hostOf({ hostname }: URL): string {
  return hostname.replace(/\.$/, '');
}

/** A host as a person writes it in a list: no scheme, no port, no wildcard. Undefined for anything else. */
export function parseHost(text: string): string | undefined {
  const bare = text.replace(/^\[(.*)\]$/, '$1');
  const address = `https://${bare.includes(':') ? `[${bare}]` : bare}`;
  // The parser drops what follows the host: here nothing may.
  if (/[/\\?#@*%\s]/.test(bare) || !URL.canParse(address)) return undefined;
  return hostOf(new URL(address));
}

/** Whether the host is this machine by its very name: nothing that is sent there leaves it. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(host);
}
