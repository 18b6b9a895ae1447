import type { Socket } from 'node:net';
import type { buildConnector } from 'undici';
import { ConnectProblem, connectProblem } from './connect-problem.js';
import type { ProxyRoute } from './proxy.js';

export interface ConnectorOptions {
  readonly build: typeof buildConnector;
  readonly target: URL;
  readonly proxy: ProxyRoute | undefined;
  readonly timeoutMilliseconds: number;
  /** Called once a connection is established. */
  readonly onConnected?: () => void;
}

/** Opens a tunnel through the proxy (CONNECT); everything that can go wrong here goes wrong before a byte is sent. */
async function openTunnel(proxy: ProxyRoute, authority: string, timeoutMilliseconds: number): Promise<Socket> {
  const { request: open } = await (proxy.url.protocol === 'https:' ? import('node:https') : import('node:http'));
  return new Promise((resolve, reject) => {
    const request = open({
      host: proxy.url.hostname.replace(/^\[|\]$/g, ''),
      port: proxy.url.port || (proxy.url.protocol === 'https:' ? 443 : 80),
      method: 'CONNECT',
      path: authority,
      headers: {
        host: authority,
        ...(proxy.authorization !== undefined && { 'proxy-authorization': proxy.authorization }),
      },
      agent: false,
      timeout: timeoutMilliseconds,
    });
    const refuse = (status: number | undefined) => {
      const why = status === 407 ? 'it wants other credentials (407)' : `it answered ${status}`;
      const passing = status === 502 || status === 503 || status === 504;
      reject(
        new ConnectProblem(`The proxy ${proxy.shown} (${proxy.variable}) refused the connection: ${why}.`, passing),
      );
    };
    request.once('connect', (response, socket: Socket) => {
      if (response.statusCode === 200) return resolve(socket);
      socket.destroy();
      refuse(response.statusCode);
    });
    request.once('response', (response) => {
      request.destroy();
      refuse(response.statusCode);
    });
    request.once('timeout', () => request.destroy(Object.assign(new Error('timeout'), { code: 'ETIMEDOUT' })));
    request.once('error', reject);
    request.end();
  });
}

/** A connector for undici that goes through a proxy where one is set, and whose every error is a `ConnectProblem`. */
export function createConnector(options: ConnectorOptions): buildConnector.connector {
  const { target, proxy, timeoutMilliseconds } = options;
  const direct = options.build({ timeout: timeoutMilliseconds });
  const shown = `${target.protocol}//${target.host}`;

  return (parameters, callback) => {
    const finish: buildConnector.Callback = (...[error, socket]) => {
      if (error !== null) return callback(connectProblem(error, shown, proxy), null);
      options.onConnected?.();
      callback(null, socket);
    };
    if (proxy === undefined || target.protocol === 'http:') return direct(parameters, finish);
    const authority = `${target.hostname}:${target.port || 443}`;
    openTunnel(proxy, authority, timeoutMilliseconds).then(
      (httpSocket) => direct({ ...parameters, httpSocket }, finish),
      (error: unknown) => finish(connectProblem(error, shown, proxy), null),
    );
  };
}
