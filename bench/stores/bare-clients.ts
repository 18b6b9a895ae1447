import { createHash } from 'node:crypto';
import { AwsV4Signer } from 'aws4fetch';
import postgres from 'postgres';
import { Pool } from 'undici';
import type { Reached } from './servers.js';

/** The least that stores bytes on a server, by the library that Adwright uses as well. */
export interface BareClient {
  /** The bytes that the log stored last. */
  newest(): Promise<Buffer>;
  /** Stores them once more, next to the log, and does not replace anything. */
  store(number: number, bytes: Buffer): Promise<void>;
  close(): Promise<void>;
}

/** `prepared`: by a prepared statement, which a pooler of transactions may not let through. */
export function bareClient(name: string, reached: Reached, prepared: boolean): Promise<BareClient> {
  if (name === 'postgres') return barePostgres(reached, prepared);
  const make = { s3: bareS3, gitlab: bareGitlab }[name];
  if (make === undefined) throw new Error(`no bare client for ${name}`);
  return make(reached);
}

/** A statement with parameters, into a table of the same columns. */
async function barePostgres({ environment }: Reached, prepare: boolean): Promise<BareClient> {
  const sql = postgres(environment['ADWRIGHT_STATE_URL'] ?? '', { max: 1, fetch_types: false, prepare });
  await sql.unsafe('create table bare (like adwright_state including all)');
  return {
    async newest() {
      const [row] = await sql`select bytes from adwright_state where digest = '' order by number desc limit 1`;
      return row?.['bytes'];
    },
    async store(number, bytes) {
      await sql`insert into bare (project, account, number, digest, bytes) values ('_root', 'main', ${number}, '', ${bytes})`;
    },
    close: () => sql.end(),
  };
}

/** A signed PUT, under the same condition. */
async function bareS3({ own, environment }: Reached): Promise<BareClient> {
  const origin = own['endpoint'] ?? '';
  const pool = new Pool(origin, { connections: 8 });
  const cache = new Map<string, ArrayBuffer>();
  const keys = {
    accessKeyId: environment['ADWRIGHT_STATE_ACCESS_KEY_ID'] ?? '',
    secretAccessKey: environment['ADWRIGHT_STATE_SECRET_ACCESS_KEY'] ?? '',
  };
  const send = async (method: 'GET' | 'PUT', path: string, body?: Buffer) => {
    const digest = createHash('sha256')
      .update(body ?? '')
      .digest('hex');
    const signed = await new AwsV4Signer({
      ...{ method, url: `${origin}${path}`, ...keys, service: 's3', region: own['region'] ?? '', cache },
      headers: { 'x-amz-content-sha256': digest, ...(method === 'PUT' && { 'if-none-match': '*' }) },
    }).sign();
    return asked(pool, { method, path, headers: Object.fromEntries(signed.headers), body: body ?? null });
  };
  return {
    async newest() {
      const list = await send('GET', '/state?list-type=2&max-keys=1&prefix=_root%2Fmain.log%2F');
      const key = /<Key>([^<]+)</.exec(list.toString())?.[1];
      return send('GET', `/state/${key}`);
    },
    store: async (number, bytes) => void (await send('PUT', `/state/bare/${number}`, bytes)),
    close: () => pool.close(),
  };
}

/** A POST of the same version to another state: to one of two, as a version may be stored twice in a row. */
async function bareGitlab({ own, environment }: Reached): Promise<BareClient> {
  const pool = new Pool(own['url'] ?? '', { connections: 8 });
  const states = `/api/v4/projects/${encodeURIComponent(own['project'] ?? '')}/terraform/state`;
  const token = { 'private-token': environment['ADWRIGHT_STATE_TOKEN'] ?? '' };
  return {
    newest: () => asked(pool, { method: 'GET', path: `${states}/adwright~~_root~~main`, headers: token, body: null }),
    async store(number, body) {
      const headers = { ...token, 'content-type': 'application/json' };
      await asked(pool, { method: 'POST', path: `${states}/bare-${number % 2}`, headers, body });
    },
    close: () => pool.close(),
  };
}

async function asked(pool: Pool, request: Parameters<Pool['request']>[0]): Promise<Buffer> {
  const { statusCode, body } = await pool.request(request);
  const bytes = Buffer.from(await body.arrayBuffer());
  if (statusCode !== 200) throw new Error(`${request.method} ${request.path}: HTTP ${statusCode} ${bytes}`);
  return bytes;
}
