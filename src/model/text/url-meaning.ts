import { domainToASCII } from 'node:url';

const PARTS = /^([a-z][a-z0-9+.-]*):\/\/([^/?#]*)([^?#]*)(.*)$/is;
const DEFAULT_PORTS: Readonly<Record<string, string>> = { http: '80', https: '443' };
const UNRESERVED = /^[A-Za-z0-9._~-]$/;
/** What may not be in a URL as it is. Braces are no part of it: they hold placeholders, and encoded ones hold none. */
const UNWRITABLE = /[^\x21-\x7e]+|["<>\\^`|]/gu;
const DOTS = /(?:^|\/)\.{1,2}(?:\/|$)/;

/**
 * Text that is equal for addresses that lead to one place: letter case of the host, its international form, the default
 * port, escapes that need not be, dots in a path, a slash at its end. Only to tell whether what a service stores is what
 * it was sent: nothing of it is ever sent, and to a person two spellings are two addresses.
 */
export function urlMeaning(url: string): string {
  const parts = PARTS.exec(url);
  if (parts === null) return url;
  const [, written = '', authority = '', path = '', rest = ''] = parts;
  const scheme = written.toLowerCase();
  const isWeb = scheme in DEFAULT_PORTS;
  const place = isWeb ? placeMeaning(scheme, authority) : authority;
  const way = escapesMeaning(isWeb ? withoutDots(path) : path).replace(/\/$/, '');
  return `${scheme}://${place}${way}${escapesMeaning(rest)}`;
}

function placeMeaning(scheme: string, authority: string): string {
  const at = authority.lastIndexOf('@') + 1;
  const [, host = '', port = ''] = /^(.*?)(?::([0-9]*))?$/s.exec(authority.slice(at)) ?? [];
  // A placeholder is a host that is not known yet.
  const name = /[{}]/.test(host) ? host : domainToASCII(host) || host.toLowerCase();
  return `${authority.slice(0, at)}${name}${port === '' || port === DEFAULT_PORTS[scheme] ? '' : `:${port}`}`;
}

function escapesMeaning(text: string): string {
  const settled = text.replace(/%([0-9a-f]{2})/gi, (escaped, digits: string) => {
    const character = String.fromCharCode(Number.parseInt(digits, 16));
    return UNRESERVED.test(character) ? character : escaped.toUpperCase();
  });
  return settled.replace(UNWRITABLE, (run) => encodeURIComponent(run.replace(/\p{Surrogate}/gu, '\uFFFD')));
}

function withoutDots(path: string): string {
  if (!DOTS.test(path)) return path;
  const kept: string[] = [];
  for (const [index, segment] of path.split('/').entries()) {
    if (segment === '..' && kept.length > 1) kept.pop();
    if (segment !== '.' && segment !== '..') kept.push(segment);
    else if (index === path.split('/').length - 1) kept.push('');
  }
  return kept.join('/');
}
