import type { ProxyRoute } from './proxy.js';

/** A connection that could not be made: nothing was sent. */
export class ConnectProblem extends Error {
  readonly passing: boolean;

  constructor(message: string, passing: boolean) {
    super(message);
    this.name = 'ConnectProblem';
    this.passing = passing;
  }
}

const CERTIFICATE: Readonly<Record<string, string>> = {
  SELF_SIGNED_CERT_IN_CHAIN: 'its chain ends in a certificate authority that Node does not know',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'it is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'it was issued by a certificate authority that Node does not know',
  UNABLE_TO_GET_ISSUER_CERT: 'it was issued by a certificate authority that Node does not know',
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: 'it was issued by a certificate authority that Node does not know',
  CERT_UNTRUSTED: 'it is not trusted',
  CERT_SIGNATURE_FAILURE: 'its signature is wrong',
  CERT_REJECTED: 'it was rejected',
  CERT_HAS_EXPIRED: 'it has expired',
  CERT_NOT_YET_VALID: 'it is not valid yet (is the clock of this machine right?)',
  ERR_TLS_CERT_ALTNAME_INVALID: 'it belongs to another host name',
};

/** Whose issuer is unknown: what an additional authority can fix. */
const MENDED_BY_CA = /authority|self-signed|trusted/;

const NETWORK: Readonly<Record<string, string>> = {
  EMFILE: 'too many files are open: raise the limit (`ulimit -n`)',
  ENFILE: 'too many files are open: raise the limit (`ulimit -n`)',
  ENOTFOUND: 'the host name is not known',
  EAI_AGAIN: 'the host name could not be looked up just now',
  ECONNREFUSED: 'nothing listens there (connection refused)',
  ECONNRESET: 'the connection was reset while it was being made',
  ETIMEDOUT: 'the connection attempt timed out',
  UND_ERR_CONNECT_TIMEOUT: 'the connection attempt timed out',
  EHOSTUNREACH: 'no route to the host',
  ENETUNREACH: 'no route to the network',
  EPROTO: 'no TLS there (is it http instead of https?)',
  ERR_SSL_WRONG_VERSION_NUMBER: 'no TLS there (is it http instead of https?)',
};

const PASSING: ReadonlySet<string> = new Set([
  'EAI_AGAIN',
  'ECONNREFUSED',
  'ECONNRESET',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
]);

/** The code of a system error, also of the first one inside an AggregateError (one error for each address tried). */
export function firstErrorCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return '';
  if ('code' in error && typeof error.code === 'string') return error.code;
  return error instanceof AggregateError ? firstErrorCode(error.errors[0]) : '';
}

/** Says in words why no connection was made, to whom, and what helps. */
export function connectProblem(error: unknown, target: string, proxy: ProxyRoute | undefined): ConnectProblem {
  if (error instanceof ConnectProblem) return error;
  const code = firstErrorCode(error);
  const where = proxy === undefined ? target : `${target} through the proxy ${proxy.shown} (${proxy.variable})`;
  const fault = CERTIFICATE[code];
  if (fault !== undefined) {
    const help = MENDED_BY_CA.test(fault)
      ? ' If your company inspects TLS, set NODE_EXTRA_CA_CERTS to the file (PEM) of its certificate authority.'
      : ' NODE_EXTRA_CA_CERTS does not help against this.';
    return new ConnectProblem(`The certificate of ${where} was not accepted: ${fault} (${code}).${help}`, false);
  }
  const reason = NETWORK[code] ?? (error instanceof Error && error.message !== '' ? error.message : 'unknown reason');
  const shown = code === '' ? '' : ` (${code})`;
  return new ConnectProblem(`Cannot connect to ${where}: ${reason}${shown}.`, PASSING.has(code));
}
