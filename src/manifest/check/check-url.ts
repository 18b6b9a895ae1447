import type { DiagnosticCode } from '../../diagnostics/codes.js';
import type { FieldPath } from '../../model/index.js';
import { quoted } from '../source/suggest.js';

type Found = (code: DiagnosticCode, path: FieldPath, detail: string) => void;

const LONGEST_USUAL = 2048;

/** Addresses of the usual form without anything below that could be a fault or a doubt: they pass with one test. */
const USUAL =
  /^https?:\/\/[A-Za-z0-9.-]+(?::[0-9]+)?(?:\/(?:[A-Za-z0-9._~!$'()*+,;=:@%/-]|\{[A-Za-z0-9_]*\})*)?(?:\?(?:[A-Za-z0-9._~!$'()*+,;=:@%/&-]|\{[A-Za-z0-9_]*\})*)?$/;

/**
 * Looks at a URL without ever rewriting it: placeholders such as `{keyword}` are kept byte for byte. `link` is an
 * application-launch URL of any scheme.
 */
export function checkUrl(url: string, role: 'url' | 'link', path: FieldPath, found: Found): void {
  if (isUsualUrl(url)) return;
  const fault = refusal(url, role);
  if (fault !== undefined) {
    found('bad-url', path, `${quoted(url)}: ${fault}`);
    return;
  }
  const doubts = suspicions(url, role);
  if (doubts.length > 0) found('suspicious-url', path, `${quoted(url)}: ${doubts.join('; ')}.`);
}

/** Whether nothing could be said against it as a web address. */
export function isUsualUrl(url: string): boolean {
  return url === '' || (url.length <= LONGEST_USUAL && USUAL.test(url));
}

function refusal(url: string, role: 'url' | 'link'): string | undefined {
  if (/[\s\u3000]/.test(url)) return 'a URL has no spaces; write %20.';
  const scheme = /^([A-Za-z][A-Za-z0-9+.-]*):/.exec(url)?.[1]?.toLowerCase();
  if (/^https?：/iu.test(url)) return 'the colon after the scheme is full-width.';
  if (scheme === undefined || /^[^/]*\.[^/]*:[0-9]/.test(url)) return 'the scheme is missing; start with https://…';
  if (scheme === 'javascript' || scheme === 'data' || scheme === 'vbscript' || scheme === 'file') {
    return `${scheme}: is not an address that an advertisement can lead to.`;
  }
  if (role === 'link') return undefined;
  if (scheme !== 'http' && scheme !== 'https') return `a web address starts with http:// or https://, not ${scheme}:.`;
  if (!/^https?:\/\/[^/?#]/i.test(url)) return 'there is no host after the scheme.';
  return undefined;
}

function suspicions(url: string, role: 'url' | 'link'): string[] {
  const doubts: string[] = [];
  const [beforeFragment = ''] = url.split('#');
  const query = beforeFragment.indexOf('?');
  const ampersand = beforeFragment.indexOf('&');
  if (ampersand >= 0 && (query < 0 || ampersand < query)) doubts.push('an "&" comes before any "?"');
  // A whole URL may be the value of a parameter; its own "?" is then a slip only if it is not the last part.
  if (query >= 0 && beforeFragment.indexOf('?', query + 1) >= 0) doubts.push('there are two "?"');
  const braces = unbalanced(url);
  if (braces !== undefined) doubts.push(braces);
  const host = /^[A-Za-z][A-Za-z0-9+.-]*:\/\/([^/?#]*)/.exec(url)?.[1] ?? '';
  if (role === 'url' && /[{}]/.test(host)) doubts.push('a placeholder is inside the host');
  if (host.includes('@')) doubts.push('an "@" is inside the host');
  if (url.length > LONGEST_USUAL) doubts.push(`it is ${url.length} characters long`);
  return doubts;
}

function unbalanced(url: string): string | undefined {
  let depth = 0;
  for (const character of url) {
    if (character === '{') depth++;
    else if (character === '}') depth--;
    if (depth < 0) return 'a "}" has no "{" before it';
    if (depth > 1) return 'a "{" is inside another placeholder';
  }
  return depth === 0 ? undefined : 'a "{" is not closed';
}
