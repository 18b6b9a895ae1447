import { createMasker } from '../../api/login/masker.js';
import { ProxySettingProblem, proxyFor, proxySecrets } from '../../api/transport/proxy.js';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { hostOf, isLoopback } from '../../model/index.js';
import type { NetworkPorts } from '../../state/backends/backend-definition.js';
import type { AppPorts } from '../ports.js';
import { allowsHttp } from '../workspace/credentials.js';
import { listedHosts } from '../workspace/listed-hosts.js';

const REPLY_SECONDS = 30;
const CONNECTIONS = 8;

/** What the stores of states get of the network. Its parts are loaded by the first store that asks. */
export function storeNetwork({ env }: Pick<AppPorts, 'env'>): NetworkPorts {
  return {
    async connect(origin) {
      const { createUndiciTransport } = await import('../../api/transport/undici-transport.js');
      try {
        return createUndiciTransport({
          ...{ baseUrl: origin, timeoutSeconds: REPLY_SECONDS, connections: CONNECTIONS, env },
        });
      } catch (error) {
        if (!(error instanceof ProxySettingProblem)) throw error;
        throw new Failure([diagnostic('state-store-setup', { detail: error.message })]);
      }
    },
    allow(address, { isOwnWord, getsCredentials }) {
      const host = hostOf(address);
      if (address.protocol === 'http:' && !isLoopback(host) && !allowsHttp(env)) {
        const detail = `The place that keeps the state is reached over http, at ${host}. Nothing was sent.`;
        throw new Failure([diagnostic('plain-http', { detail })]);
      }
      const listed = isOwnWord || !getsCredentials ? undefined : listedHosts(env);
      if (listed === undefined || listed.has(host)) return;
      const detail = `The place that keeps the state is at ${host}; ADWRIGHT_HOSTS names ${[...listed].join(', ')}. Nothing was sent.`;
      throw new Failure([diagnostic('host-not-allowed', { detail })]);
    },
    masker: (secrets) => createMasker([...secrets, ...proxyPasswords(env)]).mask,
  };
}

function proxyPasswords(env: AppPorts['env']): readonly string[] {
  try {
    return ['http://store.invalid', 'https://store.invalid'].flatMap((one) =>
      proxySecrets(proxyFor(new URL(one), env)),
    );
  } catch (error) {
    if (error instanceof ProxySettingProblem) return [];
    throw error;
  }
}
