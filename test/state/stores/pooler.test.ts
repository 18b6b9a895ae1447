import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe } from 'vitest';
import { PostgresConnection } from '../../../src/state/backends/postgres/postgres-connection.js';
import { PostgresStore } from '../../../src/state/backends/postgres/postgres-store.js';
import { type PostgresAddress, readPostgresUrl } from '../../../src/state/backends/postgres/postgres-url.js';
import { openLog } from '../../../src/state/log/log-backend.js';
import { backendSuite } from '../../suites/backend.js';
import { logStoreSuite } from '../../suites/log-store.js';
import {
  freePort,
  otherUser,
  PASSWORD,
  type PostgresServer,
  startPostgres,
  whyNoPostgres,
} from '../../support/start-postgres.js';
import { randomId, realClock } from '../ports.js';

function whyNoPooler(): string | undefined {
  if (process.env['ADWRIGHT_STORES'] !== 'full') return 'only in npm run test:stores';
  const tried = spawnSync('pgbouncer', ['--version'], { ...otherUser() });
  return tried.status === 0 ? whyNoPostgres() : 'pgbouncer is not installed (apt-get install pgbouncer)';
}

const missing = whyNoPooler();

/** Two connections to the server for all clients, and each transaction may get another one. */
describe.skipIf(missing !== undefined)(
  `PgBouncer in transaction mode${missing === undefined ? '' : ` (skipped: ${missing})`}`,
  () => {
    let server: PostgresServer;
    let port: number;
    let stop: () => Promise<void>;
    let projects = 0;
    const storeOf = (key: string, account: string) => {
      const url = `postgres://adwright:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/postgres`;
      return new PostgresStore(new PostgresConnection(readPostgresUrl(url) as PostgresAddress, (text) => text), {
        key,
        account,
      });
    };

    beforeAll(async () => {
      server = await startPostgres();
      port = await freePort();
      const folder = await mkdtemp(join(tmpdir(), 'adwright-pooler-'));
      chmodSync(folder, 0o755);
      const settings = [
        '[databases]',
        `postgres = host=127.0.0.1 port=${server.port} dbname=postgres`,
        '[pgbouncer]',
        ...['listen_addr = 127.0.0.1', `listen_port = ${port}`, 'unix_socket_dir =', 'auth_type = plain'],
        ...[`auth_file = ${folder}/users`, 'pool_mode = transaction', 'default_pool_size = 2', 'max_client_conn = 100'],
        'server_round_robin = 1',
      ];
      writeFileSync(join(folder, 'users'), `"adwright" "${PASSWORD}"\n`);
      writeFileSync(join(folder, 'settings'), settings.join('\n'));
      const pooler = spawn('pgbouncer', [join(folder, 'settings')], {
        ...otherUser(),
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      await new Promise<void>((ready, failed) => {
        let said = '';
        pooler.stderr.setEncoding('utf8').on('data', (text: string) => {
          said += text;
          if (said.includes('process up')) ready();
        });
        pooler.once('close', () => failed(new Error(`pgbouncer ended: ${said}`)));
      });
      stop = async () => {
        pooler.kill('SIGTERM');
        pooler.kill('SIGINT');
        await once(pooler, 'close');
        await server.stop();
        rmSync(folder, { recursive: true, force: true });
      };
      const store = storeOf('_root', 'main');
      await store.prepare();
      await store.close();
    });
    afterAll(() => stop?.());

    logStoreSuite(
      'postgres through PgBouncer',
      async () => {
        const project = `p${++projects}/`;
        return {
          open: ({ key = '_root', account = 'main' } = {}) => storeOf(project + key, account),
          remove: async () => undefined,
        };
      },
      { pairs: 50 },
    );

    backendSuite('postgres through PgBouncer', async () => {
      const project = `p${++projects}`;
      const stores: PostgresStore[] = [];
      return {
        open(account = 'main') {
          const store = storeOf(project, account);
          stores.push(store);
          return openLog(store, { account, pid: process.pid, clock: realClock, randomId });
        },
        async remove() {
          for (const store of stores) await store.close();
        },
      };
    });
  },
);
