/** Environment variables as a plain record; only the proxy variables are read. */
export type ProxyEnvironment = Readonly<Record<string, string | undefined>>;

export interface ProxyRoute {
  readonly url: URL;
  /** The variable that named it. */
  readonly variable: string;
  /** The address with its password masked, for messages. */
  readonly shown: string;
  readonly authorization: string | undefined;
}

/** The lower-case variable goes first, as in curl, but an empty one does not hide the upper-case one. */
function pick(env: ProxyEnvironment, name: string): readonly [variable: string, value: string] | undefined {
  for (const variable of [name.toLowerCase(), name]) {
    const value = env[variable]?.trim();
    if (value !== undefined && value !== '') return [variable, value];
  }
  return undefined;
}

const defaultPort = (url: URL) => url.port || (url.protocol === 'https:' ? '443' : '80');
const bareHost = (host: string) => host.toLowerCase().replace(/^\[|\]$/g, '');

/** One entry of NO_PROXY: `*`, a host (its sub-domains too), `.suffix`, `*.suffix`, each with or without `:port`. */
function exempts(entry: string, url: URL): boolean {
  if (entry === '*') return true;
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*(?:(?::[^:]*){2,})?)(?::(\d+))?$/.exec(entry) ?? [];
  if (port !== undefined && port !== defaultPort(url)) return false;
  const suffix = bareHost(host.replace(/^\*/, '')).replace(/^\./, '');
  const target = bareHost(url.hostname);
  return suffix !== '' && (target === suffix || target.endsWith(`.${suffix}`));
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return text;
    throw error;
  }
}

/** A proxy variable that is not an address of an HTTP proxy. */
export class ProxySettingProblem extends Error {}

/** The proxy for a target, by HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY; undefined to go directly. */
export function proxyFor(target: URL, env: ProxyEnvironment): ProxyRoute | undefined {
  const exemptions = pick(env, 'NO_PROXY')?.[1].split(/[\s,]+/) ?? [];
  if (exemptions.some((entry) => entry !== '' && exempts(entry, target))) return undefined;
  const picked = pick(env, target.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY') ?? pick(env, 'ALL_PROXY');
  if (picked === undefined) return undefined;
  const [variable, value] = picked;
  const address = /^[a-z][a-z0-9+.-]*:\/\//i.test(value) ? value : `http://${value}`;
  const url = URL.canParse(address) ? new URL(address) : undefined;
  if (url === undefined || !['http:', 'https:'].includes(url.protocol) || url.hostname === '') {
    throw new ProxySettingProblem(`${variable} is not the address of an HTTP proxy (http://host:port).`);
  }
  const credentials = `${decode(url.username)}:${decode(url.password)}`;
  const user = url.username === '' ? '' : url.password === '' ? `${url.username}@` : `${url.username}:***@`;
  return {
    url,
    variable,
    shown: `${url.protocol}//${user}${url.host}`,
    authorization: url.username === '' ? undefined : `Basic ${Buffer.from(credentials).toString('base64')}`,
  };
}

/** The password of a proxy, as written in the address and decoded: both must be masked. */
export function proxySecrets(proxy: ProxyRoute | undefined): readonly string[] {
  if (proxy === undefined || proxy.url.password === '') return [];
  return [proxy.url.password, decode(proxy.url.password)];
}
