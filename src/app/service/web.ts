import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { ConnectProblem, firstErrorCode } from '../../api/transport/connect-problem.js';
import { createConnector } from '../../api/transport/connector.js';
import { type ProxyEnvironment, ProxySettingProblem, proxyFor } from '../../api/transport/proxy.js';
import { loadUndici } from '../../api/transport/undici-parts.js';
import { type WebPort, WebProblem } from '../../model/index.js';
import { isPublicAddress, isPublicName } from './public-addresses.js';

export interface WebOptions {
  readonly env: ProxyEnvironment;
  readonly userAgent: string;
  /** Only for tests, whose servers are on loopback. */
  readonly anyAddress?: boolean;
}

const CONNECT_MILLISECONDS = 5000;

/**
 * The public web. An address is judged when the connection is made, so that a name cannot mean one address while it
 * is checked and for another while it is asked.
 */
export function openWeb({ env, userAgent, anyAddress = false }: WebOptions): WebPort {
  const guarded: LookupFunction = (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      if (error !== null) return callback(error, []);
      const inner = anyAddress ? undefined : addresses.find(({ address }) => !isPublicAddress(address));
      if (inner !== undefined) return callback(notPublic(`${hostname} (${inner.address})`), []);
      const [first] = addresses;
      if (options.all === true || first === undefined) return callback(null, addresses);
      callback(null, first.address, first.family);
    });
  };

  async function ask(...[method, url, { range, signal }]: Parameters<WebPort['ask']>) {
    const host = url.hostname.replace(/^\[|\]$/g, '');
    const literal = isIP(host) !== 0;
    if (!anyAddress && !(literal ? isPublicAddress(host) : isPublicName(host))) throw notPublic(host);
    const proxy = proxyFor(url, env);
    // A proxy resolves names by itself; what the name is here is the best that can be known.
    if (proxy !== undefined && !literal) await refuseInnerName(host, guarded);
    const relayed = proxy !== undefined && url.protocol === 'http:' ? proxy : undefined;
    const undici = await loadUndici();
    const build: typeof undici.buildConnector = (options) =>
      undici.buildConnector(proxy === undefined ? { ...options, lookup: guarded } : options);
    const single = new undici.Client((relayed?.url ?? url).origin, {
      connect: createConnector({ build, target: url, proxy, timeoutMilliseconds: CONNECT_MILLISECONDS }),
    });
    try {
      const { statusCode, headers, body } = await undici.request.call(single, {
        method,
        path: `${relayed === undefined ? '' : url.origin}${url.pathname}${url.search}`,
        headers: {
          'user-agent': userAgent,
          ...(range !== undefined && { range }),
          ...(relayed?.authorization !== undefined && { 'proxy-authorization': relayed.authorization }),
          ...(relayed !== undefined && { host: url.host }),
        },
        signal,
      });
      // The headers are all that is wanted; breaking off the rest is no error.
      body.on('error', () => undefined).destroy();
      const flat = Object.entries(headers).map(([name, value]) => [name, Array.isArray(value) ? value[0] : value]);
      return { status: statusCode, headers: Object.fromEntries(flat) };
    } finally {
      await single.destroy();
    }
  }

  return {
    async ask(method, url, options) {
      try {
        return await ask(method, url, options);
      } catch (error) {
        throw new WebProblem(words(error, options.signal));
      }
    },
  };
}

function notPublic(host: string): ConnectProblem {
  return new ConnectProblem(`${host} is not an address on the public internet, and was not contacted.`, false);
}

function refuseInnerName(host: string, guarded: LookupFunction): Promise<void> {
  return new Promise((resolve, reject) => {
    guarded(host, { all: true }, (error) => {
      if (error instanceof ConnectProblem) reject(error);
      else resolve();
    });
  });
}

function words(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'no answer in time.';
  if (error instanceof ConnectProblem || error instanceof ProxySettingProblem) return error.message;
  const code = firstErrorCode(error);
  return `the server gave no usable answer${code === '' ? '' : ` (${code})`}.`;
}
