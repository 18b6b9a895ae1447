import type { buildConnector, Client, Pool } from 'undici';

export interface UndiciParts {
  readonly Pool: typeof Pool;
  readonly Client: typeof Client;
  readonly buildConnector: typeof buildConnector;
  readonly request: typeof import('undici/lib/api/api-request.js').default;
}

/**
 * What is used of undici, and none of the rest: the whole takes three times as long to load, in every command that calls
 * the service. These files are not its public interface, so package.json names one exact version.
 */
export async function loadUndici(): Promise<UndiciParts> {
  const [pool, client, connect, request] = await Promise.all([
    import('undici/lib/dispatcher/pool.js'),
    import('undici/lib/dispatcher/client.js'),
    import('undici/lib/core/connect.js'),
    import('undici/lib/api/api-request.js'),
  ]);
  return {
    Pool: pool.default,
    Client: client.default,
    buildConnector: connect.default,
    request: request.default,
  };
}
