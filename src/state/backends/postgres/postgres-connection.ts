import { connect } from 'node:net';
import type { Sql } from 'postgres';
import { MOST_BY_HAND, readRegular } from '../../../files/regular-file.js';
import { notSetUp, StoreUnsure, shortened, storeRefuses } from '../store-faults.js';
import type { PostgresAddress } from './postgres-url.js';

export interface PostgresRows {
  readonly rows: readonly Readonly<Record<string, string | null>>[];
  /** Rows that were written. */
  readonly count: number;
}

/** An error that the server reports, by its SQLSTATE. */
export class SqlProblem extends Error {
  readonly state: string;

  constructor(state: string, message: string) {
    super(message);
    this.state = state;
  }
}

const CONNECT_SECONDS = 10;
const REPLY_MILLISECONDS = 30_000;

/**
 * Sends statements whole, as plain text in one message each: nothing of a statement outlives it on the server, so a pooler
 * may give each to another connection. It connects with the first statement.
 */
export class PostgresConnection {
  readonly #address: PostgresAddress;
  readonly #mask: (text: string) => string;
  #sql: Sql | undefined;

  constructor(address: PostgresAddress, mask: (text: string) => string) {
    this.#address = address;
    this.#mask = mask;
  }

  get shown(): string {
    return this.#address.shown;
  }

  async run(statement: string): Promise<PostgresRows> {
    this.#sql ??= await this.#open();
    const sql = this.#sql;
    let late: NodeJS.Timeout | undefined;
    try {
      // The timer also keeps the process alive: the socket does not.
      const timeOut = new Promise<never>((_resolve, reject) => {
        late = setTimeout(() => reject(new StoreUnsure('no reply within 30 s')), REPLY_MILLISECONDS);
      });
      const result = await Promise.race([sql.unsafe(statement).execute(), timeOut]);
      return { rows: [...result], count: result.count };
    } catch (error) {
      const state = stateOf(error);
      // A connection that had a fault is not used again.
      if (state === undefined || /^(?:08|57P)/u.test(state)) await this.close();
      throw this.#fault(error, state);
    } finally {
      clearTimeout(late);
    }
  }

  async close(): Promise<void> {
    const sql = this.#sql;
    this.#sql = undefined;
    await sql?.end({ timeout: 0 });
  }

  async #open(): Promise<Sql> {
    const { host, port, user, password, database } = this.#address;
    const create = await loadDriver();
    const ssl = await this.#tls();
    const socket = () => {
      const one = host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect({ host, port });
      one.setNoDelay(true);
      // Waiting for more to do is no reason for a process to live. The driver wants to know the name for TLS.
      return Object.assign(one.unref(), { host });
    };
    return create({
      ...{ host, port, database, ssl, ...(user !== undefined && { user }), password: password ?? '' },
      max: 1,
      prepare: false,
      fetch_types: false,
      connect_timeout: CONNECT_SECONDS,
      idle_timeout: 0,
      max_lifetime: null,
      connection: { application_name: 'adwright' },
      onnotice: () => undefined,
      ...{ socket },
    });
  }

  async #tls(): Promise<boolean | 'prefer' | 'require' | object> {
    const { tls, rootCertificate } = this.#address;
    if (tls === 'disable') return false;
    if (tls === 'allow' || tls === 'prefer') return 'prefer';
    if (tls === 'require') return 'require';
    const ca = rootCertificate === undefined ? undefined : await this.#certificates(rootCertificate);
    return {
      ...(ca !== undefined && { ca }),
      ...(tls === 'verify-ca' && { checkServerIdentity: () => undefined }),
    };
  }

  async #certificates(path: string): Promise<Buffer> {
    try {
      return await readRegular(path, MOST_BY_HAND);
    } catch (error) {
      const why = error instanceof Error ? error.message : 'it cannot be read';
      throw notSetUp(`The certificates that ADWRIGHT_STATE_URL names as sslrootcert cannot be read: ${why}`);
    }
  }

  #fault(error: unknown, state: string | undefined): Error {
    if (!(error instanceof Error)) return new StoreUnsure('the driver failed');
    const message = shortened(this.#mask(messageOf(error)));
    if (state === undefined) {
      if (CERTIFICATE.test(codeOf(error)))
        return storeRefuses(
          `The certificate of ${this.shown} was not accepted: ${message} (${codeOf(error)}). \`sslrootcert=FILE\` in ADWRIGHT_STATE_URL or NODE_EXTRA_CA_CERTS names a certificate authority`,
        );
      return new StoreUnsure(message);
    }
    if (state.startsWith('28')) return storeRefuses(`Postgres at ${this.shown} refused the login: ${message}`);
    if (state === '3D000') return notSetUp(`Postgres at ${this.shown} has no such database: ${message}`);
    return new SqlProblem(state, message);
  }
}

const CERTIFICATE = /CERT|SELF_SIGNED|UNABLE_TO_|ERR_TLS/u;

/** The driver's words, but where they tell a reader too little. */
function messageOf(error: Error): string {
  if (codeOf(error) === 'CONNECT_TIMEOUT') return `no connection within ${CONNECT_SECONDS} s`;
  if (error.message.startsWith('Client network socket disconnected before secure TLS'))
    return 'the connection ended before it was encrypted: the server may offer no TLS, which `sslmode` asks for';
  return error.message === '' ? codeOf(error) : error.message;
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '');

/** The five characters by which a server says what went wrong; undefined where it was not the server. */
function stateOf(error: unknown): string | undefined {
  return error instanceof Error && error.name === 'PostgresError' ? codeOf(error) : undefined;
}

async function loadDriver(): Promise<typeof import('postgres')> {
  try {
    return (await import('postgres')).default;
  } catch (error) {
    if (!(error instanceof Error) || codeOf(error) !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw notSetUp(
      'The state is kept in Postgres, and the package `postgres` is not installed. Install it next to Adwright: `npm install postgres` (where Adwright is installed globally: `npm install --global postgres`)',
    );
  }
}
