import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Failure } from '../../../src/diagnostics/failure.js';
import { PostgresConnection } from '../../../src/state/backends/postgres/postgres-connection.js';
import { PostgresStore } from '../../../src/state/backends/postgres/postgres-store.js';
import { type PostgresAddress, readPostgresUrl } from '../../../src/state/backends/postgres/postgres-url.js';
import { openLog } from '../../../src/state/log/log-backend.js';
import { backendSuite, OVER_NETWORK } from '../../suites/backend.js';
import { logStoreSuite } from '../../suites/log-store.js';
import { PASSWORD, type PostgresServer, startPostgres, whyNoPostgres } from '../../support/start-postgres.js';
import { randomId, realClock } from '../ports.js';

/** `npm run test:stores` takes its time. */
const FULL = process.env['ADWRIGHT_STORES'] === 'full';

const missing = whyNoPostgres();
const mask = (text: string) => text.replaceAll(PASSWORD, '***');

function storeAt(url: string, { key = '_root', account = 'main' } = {}): PostgresStore {
  const address = readPostgresUrl(url);
  if (typeof address === 'string') throw new Error(address);
  return new PostgresStore(new PostgresConnection(address, mask), { key, account });
}

async function failureOf(work: Promise<unknown>): Promise<string> {
  const error = await work.then(
    () => undefined,
    (one: unknown) => one,
  );
  if (!(error instanceof Failure)) throw new Error(`no failure: ${error}`);
  return `${error.diagnostics[0]?.code}: ${error.message}`;
}

describe.skipIf(missing !== undefined)(
  `a real PostgreSQL${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    let server: PostgresServer;
    let databases = 0;
    const admin = (statement: string, database?: string) => {
      const address = readPostgresUrl(server.url(database)) as PostgresAddress;
      const connection = new PostgresConnection(address, mask);
      return connection.run(statement).finally(() => connection.close());
    };
    const newDatabase = async () => {
      const name = `d${++databases}`;
      await admin(`create database ${name}`);
      return name;
    };

    beforeAll(async () => {
      server = await startPostgres();
    });
    afterAll(() => server?.stop());

    logStoreSuite(
      'postgres',
      async () => {
        const name = await newDatabase();
        return { open: (owner) => storeAt(server.url(name), owner), remove: () => Promise.resolve() };
      },
      { pairs: FULL ? 50 : 10 },
    );

    backendSuite(
      'postgres',
      async () => {
        const name = await newDatabase();
        const stores: PostgresStore[] = [];
        await storeAt(server.url(name)).prepare();
        return {
          open(account = 'main') {
            const store = storeAt(server.url(name), { account });
            stores.push(store);
            return openLog(store, { account, pid: process.pid, clock: realClock, randomId });
          },
          async remove() {
            for (const store of stores) await store.close();
          },
        };
      },
      { runners: 2, rounds: 1, only: FULL ? undefined : OVER_NETWORK },
    );

    it('names the SQL where there is no table, and where it may not make one', async () => {
      const name = await newDatabase();
      await admin(`create role reader login password '${PASSWORD}'`);
      const store = storeAt(server.url(name, 'reader'));
      const sql = 'create table if not exists adwright_state (project text not null';
      for (const work of [() => store.read(1), () => store.create(1, Buffer.from('a')), () => store.newest()])
        expect(await failureOf(work())).toMatch(
          /^state-store-setup: The table adwright_state does not exist .*state init/u,
        );
      const refused = await failureOf(store.prepare());
      expect(refused).toContain('permission denied');
      expect(refused).toContain(sql);
      // Someone else runs it, and lets this user write: that is all it takes.
      const printed = /`(create table[^`]*;)`/u.exec(refused)?.[1] ?? '';
      await admin(printed, name);
      expect(await failureOf(store.read(1))).toMatch(/^state-store-failed: .*does not allow it: permission denied/u);
      await admin('grant select, insert, update, delete on adwright_state to reader', name);
      await store.prepare();
      expect(await store.create(1, Buffer.from('a'))).toBe(true);
      await store.close();
    });

    it.each(['shop/cn', '店铺 \'"\\'])('finds every row of %s by the index, however many there are', async (key) => {
      const name = await newDatabase();
      const store = storeAt(server.url(name), { key });
      await store.prepare();
      await store.create(1, Buffer.from('a'));
      const rows = 'select project, account, n, digest, bytes from adwright_state, generate_series(2, 3000) n';
      await admin(`insert into adwright_state ${rows}`, name);
      const blob = 'b'.repeat(64);
      expect(await store.newest()).toBe(3000);
      expect(await store.create(3001, Buffer.from('a'))).toBe(true);
      expect(await store.create(3001, Buffer.from('b'))).toBe(false);
      expect(await store.read(3001)).toEqual(Buffer.from('a'));
      await store.empty(2900, 3001);
      await store.putBlob(blob, Buffer.from('c'));
      expect(await store.readBlob(blob)).toEqual(Buffer.from('c'));
      await store.dropBlobs([blob]);
      // What a connection has read is counted by the time it is closed.
      await store.close();
      const scans = () => admin("select seq_scan from pg_stat_user_tables where relname = 'adwright_state'", name);
      const index = () => admin('select idx_scan from pg_stat_user_indexes', name);
      await expect.poll(async () => Number((await index()).rows[0]?.['idx_scan'])).toBeGreaterThanOrEqual(6);
      // Two are the making of the index, and the copying of the first row.
      expect(Number((await scans()).rows[0]?.['seq_scan'])).toBeLessThanOrEqual(2);
    });

    it('makes the table once where several ask at the same moment', async () => {
      const name = await newDatabase();
      const stores = Array.from({ length: 5 }, () => storeAt(server.url(name)));
      await Promise.all(stores.map((one) => one.prepare()));
      expect(await stores[0]?.create(1, Buffer.from('a'))).toBe(true);
      await Promise.all(stores.map((one) => one.close()));
    });

    it('waits for the disk, also where the user does not by default', async () => {
      const name = await newDatabase();
      await storeAt(server.url(name)).prepare();
      await admin('create table seen (what text)', name);
      await admin(
        `create function note() returns trigger language plpgsql as $$ begin insert into seen values (current_setting('synchronous_commit')); return new; end $$`,
        name,
      );
      await admin('create trigger noted after insert on adwright_state for each row execute function note()', name);
      await admin(`alter role adwright set synchronous_commit = 'off'`);
      const store = storeAt(server.url(name));
      await store.create(1, Buffer.from('a'));
      await admin(`alter role adwright set synchronous_commit = 'remote_apply'`);
      const again = storeAt(server.url(name));
      await again.create(2, Buffer.from('a'));
      await admin('alter role adwright reset synchronous_commit');
      const { rows } = await admin('select what from seen', name);
      expect(rows.map(({ what }) => what)).toEqual(['on', 'remote_apply']);
      await Promise.all([store.close(), again.close()]);
    });

    it('shows no password, whatever goes wrong', async () => {
      const wrong = server.url().replace(encodeURIComponent(PASSWORD), 'other-passw0rd');
      const refused = await failureOf(storeAt(wrong).read(1));
      expect(refused).toMatch(/^state-store-failed: Postgres at 127\.0\.0\.1:\d+\/postgres refused the login/u);
      expect(refused).not.toContain('other-passw0rd');
      expect(await failureOf(storeAt(server.url('nowhere')).read(1))).toMatch(
        /^state-store-setup: .*no such database/u,
      );
      const tls = await storeAt(`${server.url()}?sslmode=verify-full`)
        .read(1)
        .catch((error: unknown) => error);
      expect(String(tls)).not.toContain(PASSWORD);
      expect(tls).toBeInstanceOf(Error);
    });

    it('connects again after the server has ended the connection', async () => {
      const name = await newDatabase();
      const store = storeAt(server.url(name));
      await store.prepare();
      await store.create(1, Buffer.from('a'));
      await admin(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`);
      await store.read(1).catch(() => undefined);
      expect(await store.create(2, Buffer.from('b'))).toBe(true);
      await store.close();
    });
  },
);

describe('a server that cannot be reached', () => {
  it('is not a failure at once: it may pass', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as { port: number };
    const url = `postgres://u:pass-word@127.0.0.1:${port}/d?sslmode=disable`;
    server.close();
    const error = await storeAt(url)
      .read(1)
      .catch((one: unknown) => one);
    expect(error).toBeInstanceOf(Error);
    expect(error).not.toBeInstanceOf(Failure);
    expect(String(error)).toContain('ECONNREFUSED');
  });
});

describe('the URL', () => {
  it.each([
    ['postgres://u:p%40w@db.example.com/shop', 'db.example.com:5432/shop', 'u', 'p@w', 'prefer'],
    ['postgresql://u@[::1]:6000/shop?sslmode=verify-full', '[::1]:6000/shop', 'u', undefined, 'verify-full'],
    ['postgres:///shop?host=/run/pg&user=u&sslmode=disable', '/run/pg:5432/shop', 'u', undefined, 'disable'],
    ['postgres://u@h/d?sslmode=require&sslrootcert=/a.pem', 'h:5432/d', 'u', undefined, 'verify-ca'],
    ['postgres://u@h', 'h:5432/u', 'u', undefined, 'prefer'],
  ])('%s', (url, shown, user, password, tls) => {
    expect(readPostgresUrl(url)).toMatchObject({ shown, user, password, tls });
  });

  it.each([
    ['mysql://u:pass-word@h/d', 'is not an address of a database'],
    ['postgres://u:pass-word@h:port/d', 'is not a URL'],
    ['postgres://u:pass-word%zz@h/d', 'holds a % that begins no escape'],
    ['postgres://u:pass-word@h/d?channel_binding=require', 'has channel_binding after the ?'],
    ['postgres://u:pass-word@h/d?sslmode=on', 'has an unknown sslmode'],
    ['postgres://u:pass-word@a,b/d', 'names several hosts'],
    ['postgres://h', 'names no database'],
  ])('refuses %s, and does not repeat it', (url, fault) => {
    const found = readPostgresUrl(url);
    expect(found).toContain(fault);
    expect(found).not.toContain('pass-word');
  });
});
