import { spawnSync } from 'node:child_process';
import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import postgres from 'postgres';
import type { LogStateBackend } from '../../src/state/log/log-backend.js';
import { backendNamed } from '../../src/state/registry.js';
import { filePlace } from '../../test/state/file-backend-place.js';
import { gitEnvironment, gitPlace } from '../../test/state/git-backend-place.js';
import { startGitlab, TOKEN } from '../../test/state/stores/gitlab-server.js';
import { RADOSGW_BUCKET, RADOSGW_KEYS, startRadosGateway } from '../../test/state/stores/radosgw-server.js';
import { KEYS, startS3 } from '../../test/state/stores/s3-server.js';
import { storePorts } from '../../test/state/stores/store-ports.js';
import { startPostgres } from '../../test/support/start-postgres.js';

/** How a project reaches its state: below `state:`, and in the environment. */
export interface Reached {
  readonly own: Readonly<Record<string, string>>;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export interface Kept {
  readonly records: number;
  readonly bytes: number;
}

export interface StateServer extends Reached {
  readonly root: string;
  /** What it keeps by now: records (files, objects, rows, versions) and their bytes. */
  kept(): Promise<Kept>;
  stop(): Promise<void>;
}

/** What keeps the state of a backend. Postgres waits for its disk, as one that is in use does; the others keep all in memory. */
const SERVERS: Readonly<Record<string, (delay: number) => Promise<StateServer>>> = {
  async file() {
    const place = await filePlace();
    const [root, path] = [join(place.folder, '..'), place.folder.split('/').at(-1) ?? ''];
    return { root, own: { path }, environment: {}, kept: () => filesIn(place.folder), stop: () => place.remove() };
  },
  async git() {
    const place = await gitPlace();
    return {
      ...{ root: place.clone, own: { key: '_root' }, environment: gitEnvironment },
      kept: () => objectsIn(place.remote),
      stop: () => place.remove(),
    };
  },
  async postgres() {
    const server = await startPostgres({ flushes: true });
    const reached = { own: { key: '_root' }, environment: { ADWRIGHT_STATE_URL: server.url() } };
    const backend = (await backendNamed('postgres').open(
      storePorts('postgres', reached.own, reached.environment),
    )) as LogStateBackend;
    await backend.prepare();
    await backend.close();
    const sql = postgres(server.url(), { max: 1, idle_timeout: 1 });
    return {
      ...{ root: '/nowhere', ...reached },
      async kept() {
        const [row] = await sql`select count(*) as records, sum(length(bytes)) as bytes from adwright_state`;
        return { records: Number(row?.['records']), bytes: Number(row?.['bytes']) };
      },
      async stop() {
        await sql.end();
        await server.stop();
      },
    };
  },
  async s3(delay) {
    const server = await startS3({ delay });
    return {
      root: '/nowhere',
      own: { key: '_root', bucket: 'state', region: 'eu-test-1', endpoint: server.endpoint },
      environment: {
        ADWRIGHT_STATE_ACCESS_KEY_ID: KEYS.accessKeyId,
        ADWRIGHT_STATE_SECRET_ACCESS_KEY: KEYS.secretAccessKey,
      },
      kept: async () => sizes([...server.objects.values()]),
      stop: () => server.stop(),
    };
  },
  /** A real service, with its store in memory. */
  async radosgw() {
    const gateway = await startRadosGateway();
    return {
      root: '/nowhere',
      own: { key: '_root', bucket: RADOSGW_BUCKET, region: 'default', endpoint: gateway.endpoint },
      environment: {
        ADWRIGHT_STATE_ACCESS_KEY_ID: RADOSGW_KEYS.accessKeyId,
        ADWRIGHT_STATE_SECRET_ACCESS_KEY: RADOSGW_KEYS.secretAccessKey,
      },
      kept: () => Promise.reject(new Error('what the gateway keeps is not counted')),
      stop: () => gateway.stop(),
    };
  },
  async gitlab(delay) {
    const server = await startGitlab({ delay });
    return {
      root: '/nowhere',
      own: { key: '_root', project: 'ads/shop', url: server.url },
      environment: { ADWRIGHT_STATE_TOKEN: TOKEN },
      kept: async () => sizes([...server.states.values()].flatMap(({ versions }) => [...versions.values()])),
      stop: () => server.stop(),
    };
  },
};

export async function startServer(name: string, delay = 0): Promise<StateServer> {
  const start = SERVERS[name];
  if (start === undefined) throw new Error(`no server ${name}; there are ${Object.keys(SERVERS).join(', ')}`);
  return start(delay);
}

const sizes = (all: readonly Uint8Array[]): Kept => ({
  records: all.length,
  bytes: all.reduce((sum, { length }) => sum + length, 0),
});

async function filesIn(folder: string): Promise<Kept> {
  const names = await readdir(folder, { recursive: true });
  const files = (await Promise.all(names.map((name) => stat(join(folder, name))))).filter((one) => one.isFile());
  return { records: files.length, bytes: files.reduce((sum, { size }) => sum + size, 0) };
}

/** Loose objects and packs of a bare repository. */
function objectsIn(remote: string): Promise<Kept> {
  const { stdout } = spawnSync('git', ['-C', remote, 'count-objects', '-v'], { encoding: 'utf8', env: gitEnvironment });
  const figure = (name: string) => Number(new RegExp(`^${name}: (\\d+)$`, 'm').exec(stdout)?.[1]);
  return filesIn(join(remote, 'objects')).then(({ bytes }) => ({
    records: figure('count') + figure('in-pack'),
    bytes,
  }));
}
