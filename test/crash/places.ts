import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PostgresConnection } from '../../src/state/backends/postgres/postgres-connection.js';
import { PostgresStore } from '../../src/state/backends/postgres/postgres-store.js';
import { readPostgresUrl } from '../../src/state/backends/postgres/postgres-url.js';
import { gitPlace } from '../state/git-backend-place.js';
import { startGitlab, TOKEN } from '../state/stores/gitlab-server.js';
import { KEYS, startS3 } from '../state/stores/s3-server.js';
import { type PostgresServer, startPostgres } from '../support/start-postgres.js';
import { startPostgresWire, type Verdict } from './postgres-wire.js';

export type BackendName = 'file' | 'git' | 's3' | 'gitlab' | 'postgres';

/** Where a run works, where it is recovered (with git, in another clone), and how both are removed. */
export interface Place {
  /** Below `state:` in the project file. */
  readonly state: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Where the boundaries are requests that another process sees: disturbs the run at one, and counts them. */
  readonly watch?: (reach: (request: number) => Verdict) => () => void;
  readonly folder: string;
  readonly recovery: string;
  /** The repository that keeps the state. */
  readonly remote?: string;
  readonly git?: (folder: string, ...command: string[]) => Promise<string>;
  /** Keeps what is there by now, and gives back how it is put back. */
  readonly keep?: () => Promise<() => Promise<void>>;
  remove(): Promise<void>;
}

const newFolder = () => mkdtemp(join(tmpdir(), 'adwright-crash-'));
const removeFolder = (folder: string) => rm(folder, { recursive: true, force: true, maxRetries: 10 });

interface Faulty {
  fault: ((method: string, path: string) => { status: number } | 'lost' | undefined) | undefined;
}

/** Counts the requests of a server of the test that write something for good. */
function watchRequests(server: Faulty, writes: (method: string, path: string) => boolean): NonNullable<Place['watch']> {
  return (reach) => {
    let requests = 0;
    server.fault = (method, path) => {
      if (!writes(method, path)) return undefined;
      const verdict = reach(++requests);
      if (verdict === 'no reply') return 'lost';
      return verdict === 'not stored' ? { status: 503 } : undefined;
    };
    return () => {
      server.fault = undefined;
    };
  };
}

/** One for all runs of a file of tests, each with a key of its own. */
let postgres: { server: PostgresServer; runs: number } | undefined;

function connectionTo(server: PostgresServer): PostgresConnection {
  const address = readPostgresUrl(server.url());
  if (typeof address === 'string') throw new Error(address);
  return new PostgresConnection(address, String);
}

async function runSql(server: PostgresServer, statements: string): Promise<void> {
  const connection = connectionTo(server);
  await connection.run(statements).finally(() => connection.close());
}

function copyInto<Value>(there: Map<string, Value>, kept: ReadonlyMap<string, Value>): void {
  there.clear();
  for (const [name, value] of kept) there.set(name, value);
}

async function postgresServer() {
  if (postgres !== undefined) return postgres;
  postgres = { server: await startPostgres(), runs: 0 };
  const store = new PostgresStore(connectionTo(postgres.server), { key: '_root', account: 'main' });
  await store.prepare();
  await store.close();
  return postgres;
}

export async function stopPostgres(): Promise<void> {
  await postgres?.server.stop();
  postgres = undefined;
}

export const PLACES: Record<BackendName, () => Promise<Place>> = {
  async file() {
    const folder = await newFolder();
    return { state: 'backend: file', folder, recovery: folder, remove: () => removeFolder(folder) };
  },
  async git() {
    const { clones, remote, git, remove } = await gitPlace();
    const [folder = '', recovery = ''] = clones;
    return { state: 'backend: git', folder, recovery, remote, git, remove };
  },
  async s3() {
    const folder = await newFolder();
    const server = await startS3();
    const where = `endpoint: "${server.endpoint}", bucket: state, region: eu-test-1, key: crash`;
    return {
      state: `backend: s3, ${where}`,
      environment: {
        ADWRIGHT_STATE_ACCESS_KEY_ID: KEYS.accessKeyId,
        ADWRIGHT_STATE_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      },
      watch: watchRequests(server, (method) => method === 'PUT' || method === 'DELETE'),
      async keep() {
        const kept = new Map(server.objects);
        return async () => copyInto(server.objects, kept);
      },
      ...{ folder, recovery: folder },
      async remove() {
        await server.stop();
        await removeFolder(folder);
      },
    };
  },
  async gitlab() {
    const folder = await newFolder();
    const server = await startGitlab();
    return {
      state: `backend: gitlab, url: "${server.url}", project: ads/shop, key: crash`,
      environment: { ADWRIGHT_STATE_TOKEN: TOKEN },
      // Its own lock as well.
      watch: watchRequests(server, (method) => method !== 'GET'),
      async keep() {
        const kept = [...server.states].map(([name, { versions }]) => [name, new Map(versions)] as const);
        return async () =>
          copyInto(server.states, new Map(kept.map(([name, versions]) => [name, { versions, lock: undefined }])));
      },
      ...{ folder, recovery: folder },
      async remove() {
        await server.stop();
        await removeFolder(folder);
      },
    };
  },
  async postgres() {
    const folder = await newFolder();
    const shared = await postgresServer();
    const key = `crash-${++shared.runs}`;
    const wire = await startPostgresWire(shared.server.port);
    const url = shared.server.url().replace(`:${shared.server.port}/`, `:${wire.port}/`);
    return {
      state: `backend: postgres, key: ${key}`,
      environment: { ADWRIGHT_STATE_URL: `${url}?sslmode=disable` },
      watch(reach) {
        let statements = 0;
        wire.decide = () => reach(++statements);
        return () => {
          wire.decide = undefined;
        };
      },
      async keep() {
        const name = `kept_${++shared.runs}`;
        const ofProject = `from adwright_state where project = '${key}'`;
        await runSql(shared.server, `create table ${name} as select * ${ofProject}`);
        return () => runSql(shared.server, `delete ${ofProject}; insert into adwright_state select * from ${name}`);
      },
      ...{ folder, recovery: folder },
      async remove() {
        await wire.stop();
        await removeFolder(folder);
      },
    };
  },
};
