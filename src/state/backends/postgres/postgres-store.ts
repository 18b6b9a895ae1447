import type { LogStore } from '../../log/store.js';
import { notSetUp, storeRefuses } from '../store-faults.js';
import { type PostgresConnection, type PostgresRows, SqlProblem } from './postgres-connection.js';

export const TABLE = 'adwright_state';

/** A record has a number and no digest; a blob has a digest and the number 0. */
export const TABLE_SQL = `create table if not exists ${TABLE} (project text not null, account text not null, number bigint not null, digest text not null default '', bytes bytea not null, primary key (project, account, number, digest))`;

const NO_TABLE = '42P01';
const NO_RIGHT = '42501';

/** One account's records and blobs, as rows of one table that all projects share. */
export class PostgresStore implements LogStore {
  readonly where: string;
  readonly #connection: PostgresConnection;
  readonly #owner: string;
  readonly #ofOwner: string;

  constructor(connection: PostgresConnection, { key, account }: { readonly key: string; readonly account: string }) {
    this.#connection = connection;
    this.#owner = `${textSql(key)}, ${textSql(account)}`;
    this.#ofOwner = `project = ${textSql(key)} and account = ${textSql(account)}`;
    this.where = `postgres ${connection.shown} table ${TABLE}, ${key}/${account}`;
  }

  async create(number: number, bytes: Uint8Array): Promise<boolean> {
    return (await this.#insert(number, '', bytes)) === 1;
  }

  async read(number: number): Promise<Uint8Array | undefined> {
    return this.#bytesOf(`number = ${numberSql(number)} and digest = ''`);
  }

  async newest(): Promise<number> {
    const { rows } = await this.#run(
      `select max(number) as newest from ${TABLE} where ${this.#ofOwner} and digest = ''`,
    );
    return Number(rows[0]?.['newest'] ?? 0);
  }

  async empty(first: number, last: number): Promise<void> {
    await this.#run(
      `update ${TABLE} set bytes = '' where ${this.#ofOwner} and digest = '' and number between ${numberSql(first)} and ${numberSql(last)} and bytes <> ''`,
    );
  }

  async putBlob(digest: string, bytes: Uint8Array): Promise<void> {
    await this.#insert(0, digest, bytes);
  }

  async readBlob(digest: string): Promise<Uint8Array | undefined> {
    return this.#bytesOf(`number = 0 and digest = ${textSql(digest)}`);
  }

  async dropBlobs(digests: readonly string[]): Promise<void> {
    if (digests.length === 0) return;
    const list = digests.map(textSql).join(', ');
    await this.#run(`delete from ${TABLE} where ${this.#ofOwner} and number = 0 and digest in (${list})`);
  }

  async prepare(): Promise<void> {
    if (await this.#hasTable()) return;
    try {
      await this.#connection.run(TABLE_SQL);
    } catch (error) {
      // Two of these at once: one meets what the other has just made.
      if (await this.#hasTable()) return;
      if (!(error instanceof SqlProblem)) throw error;
      throw notSetUp(
        `The table ${TABLE} does not exist in ${this.#connection.shown}, and could not be made: ${error.message}. Let someone who may make tables run, in the schema that is the first of this user's search_path: \`${TABLE_SQL};\` and, for the user that Adwright logs in as: \`grant select, insert, update, delete on ${TABLE} to USER;\``,
      );
    }
  }

  async close(): Promise<void> {
    await this.#connection.close();
  }

  async #hasTable(): Promise<boolean> {
    const { rows } = await this.#run(`select to_regclass('${TABLE}') as found`);
    return rows[0]?.['found'] != null;
  }

  /** How many rows were written. It is on disk when the server answers, also where a user's default is not to wait for it. */
  async #insert(number: number, digest: string, bytes: Uint8Array): Promise<number> {
    const durable = `case current_setting('synchronous_commit') when 'off' then set_config('synchronous_commit', 'on', true) else 'on' end <> ''`;
    const values = `${this.#owner}, ${numberSql(number)}, ${textSql(digest)}, ${bytesSql(bytes)}`;
    const { count } = await this.#run(
      `insert into ${TABLE} (project, account, number, digest, bytes) select ${values} where ${durable} on conflict do nothing`,
    );
    return count;
  }

  async #bytesOf(which: string): Promise<Uint8Array | undefined> {
    const { rows } = await this.#run(
      `select encode(bytes, 'base64') as bytes from ${TABLE} where ${this.#ofOwner} and ${which}`,
    );
    const found = rows[0]?.['bytes'];
    return found == null ? undefined : Buffer.from(found, 'base64');
  }

  async #run(statement: string): Promise<PostgresRows> {
    try {
      return await this.#connection.run(statement);
    } catch (error) {
      if (!(error instanceof SqlProblem)) throw error;
      const { shown } = this.#connection;
      if (error.state === NO_TABLE)
        throw notSetUp(
          `The table ${TABLE} does not exist in ${shown}. \`adwright state init\` makes it, or this SQL: \`${TABLE_SQL};\``,
        );
      if (error.state === NO_RIGHT) throw storeRefuses(`Postgres at ${shown} does not allow it: ${error.message}`);
      // Another column, a standby, a full disk: 42 is a statement that this server cannot run, 25006 a server that only reads.
      if (/^(?:42|25006)/u.test(error.state))
        throw storeRefuses(`Postgres at ${shown} refused a statement: ${error.message}`);
      throw error;
    }
  }
}

// In base64, whose characters mean nothing in SQL, whatever the settings of the server.
const bytesSql = (bytes: Uint8Array) => `decode('${Buffer.from(bytes).toString('base64')}', 'base64')`;

/** Texts of characters that mean nothing in SQL: as they are, they are less work for the server. */
const PLAIN = /^[\w./~-]*$/u;

/** `convert_from` gives its result the collation of the encoding's name, with which no index of the table is used. */
const textSql = (text: string) =>
  PLAIN.test(text) ? `'${text}'` : `convert_from(${bytesSql(Buffer.from(text, 'utf8'))}, 'UTF8') collate "default"`;

function numberSql(number: number): string {
  if (!Number.isSafeInteger(number)) throw new RangeError(`${number} is not the number of a record`);
  return String(number);
}
