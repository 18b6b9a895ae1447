/** Where a database is, as a URL says it. */
export interface PostgresAddress {
  readonly host: string;
  readonly port: number;
  readonly user: string | undefined;
  readonly password: string | undefined;
  readonly database: string;
  readonly tls: TlsMode;
  /** A file of certificates (PEM), instead of those that Node knows. */
  readonly rootCertificate: string | undefined;
  /** Without user and password, for messages. */
  readonly shown: string;
}

/** As libpq's `sslmode` defines them. */
const TLS_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
export type TlsMode = (typeof TLS_MODES)[number];

const PARAMETERS = ['host', 'port', 'user', 'password', 'dbname', 'sslmode', 'sslrootcert'] as const;

/** What is wrong with the URL, as words that follow its name; the URL itself is a secret and is never repeated. */
export function readPostgresUrl(text: string): PostgresAddress | string {
  if (!/^postgres(?:ql)?:\/\//u.test(text)) return 'is not an address of a database: it begins with postgres://';
  if (!URL.canParse(text))
    return 'is not a URL: a port is at most 65535, and characters such as @ / : ? # in a password are written as %40 %2F %3A %3F %23';
  const url = new URL(text);
  const unknown = [...url.searchParams.keys()].filter((name) => !PARAMETERS.some((one) => one === name));
  if (unknown.length > 0)
    return `has ${unknown.join(', ')} after the ?, which is not supported; known are ${PARAMETERS.join(', ')}`;
  const given = (name: (typeof PARAMETERS)[number]) => url.searchParams.get(name) || undefined;
  const user = decoded(url.username);
  const password = decoded(url.password);
  const path = decoded(url.pathname.replace(/^\//u, ''));
  if (user === undefined || password === undefined || path === undefined) return 'holds a % that begins no escape';
  const host = given('host') ?? url.hostname.replace(/^\[|\]$/gu, '');
  if (host.includes(',')) return 'names several hosts; name the one that can be written to';
  const port = Number(given('port') ?? (url.port || '5432'));
  if (!Number.isInteger(port) || port < 1 || port > 65_535) return 'has no usable port';
  const tls = given('sslmode') ?? 'prefer';
  if (!isTlsMode(tls)) return `has an unknown sslmode; it is one of ${TLS_MODES.join(', ')}`;
  const owner = given('user') ?? (user || undefined);
  const database = given('dbname') ?? (path || owner);
  if (database === undefined) return 'names no database';
  const server = host === '' ? 'localhost' : host;
  const shown = server.startsWith('/') ? `${server}:${port}/${database}` : `${hostText(server)}:${port}/${database}`;
  const rootCertificate = given('sslrootcert');
  return {
    ...{ host: server, port, user: owner, password: given('password') ?? (password || undefined), database, shown },
    // With a certificate of its own `require` is checked, for libpq does so.
    tls: tls === 'require' && rootCertificate !== undefined ? 'verify-ca' : tls,
    rootCertificate: rootCertificate === 'system' ? undefined : rootCertificate,
  };
}

const isTlsMode = (text: string): text is TlsMode => TLS_MODES.some((one) => one === text);

const hostText = (host: string) => (host.includes(':') ? `[${host}]` : host);

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch (error) {
    if (error instanceof URIError) return undefined;
    throw error;
  }
}
