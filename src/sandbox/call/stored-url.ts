import type { Call } from './call.js';

/** A URL as the service shows it; `rewritten` is what programs make of one that they have taken apart. */
export function urlOnRead({ options }: Call, url: string): string {
  if (options.urlsOnRead === 'kept') return url;
  const parts = /^(https?):\/\/([^/?#:]+)(?::(\d+))?(.*)$/is.exec(url);
  if (parts === null) return url;
  const [, scheme = '', host = '', port, rest = ''] = parts;
  const usual = port === undefined || port === (scheme.toLowerCase() === 'http' ? '80' : '443');
  const path = rest.startsWith('/') ? rest : `/${rest}`;
  return `${scheme.toLowerCase()}://${host.toLowerCase()}${usual ? '' : `:${port}`}${path}`;
}
