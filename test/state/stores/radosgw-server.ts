import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsClient } from 'aws4fetch';
import { freePort } from '../../support/start-postgres.js';

const PROGRAMS = ['ceph-authtool', 'monmaptool', 'ceph-mon', 'ceph', 'ceph-osd', 'radosgw-admin', 'radosgw'] as const;
type Program = (typeof PROGRAMS)[number];

export const RADOSGW_KEYS = { accessKeyId: 'ADWRIGHTTEST', secretAccessKey: 'rados/s3cret+key' };
export const RADOSGW_BUCKET = 'state';

export interface RadosGateway {
  readonly endpoint: string;
  stop(): Promise<void>;
}

/** Why no gateway can be started here; undefined where one can. */
export function whyNoRadosGateway(): string | undefined {
  const absent = PROGRAMS.find((name) => spawnSync(name, ['--version']).status !== 0);
  return absent && `${absent} is not installed (apt-get install radosgw ceph-mon ceph-osd)`;
}

/** Seconds until the gateway must answer. */
const START_SECONDS = 100;

/** A Ceph cluster of one monitor and one store in memory, and its S3 gateway with one user and one bucket. */
export async function startRadosGateway(): Promise<RadosGateway> {
  const folder = await mkdtemp(join(tmpdir(), 'adwright-rados-'));
  const fsid = randomUUID();
  const [first, second, port] = [await freePort(), await freePort(), await freePort()];
  const monitor = `[v2:127.0.0.1:${first},v1:127.0.0.1:${second}]`;
  const endpoint = `http://127.0.0.1:${port}`;
  const settings = join(folder, 'ceph.conf');
  writeFileSync(settings, cephSettings({ folder, fsid, monitor, port }));
  const started: ChildProcess[] = [];
  const kill = () => {
    for (const one of started) one.kill('SIGKILL');
  };
  process.once('exit', kill);
  const stop = async () => {
    process.off('exit', kill);
    for (const one of started.reverse()) {
      if (one.exitCode !== null || one.signalCode !== null) continue;
      const closed = once(one, 'close');
      one.kill('SIGKILL');
      await closed;
    }
    rmSync(folder, { recursive: true, force: true });
  };
  const run = (program: Program, ...args: readonly string[]) => {
    const done = spawnSync(program, args, { cwd: folder, encoding: 'utf8', timeout: START_SECONDS * 1000 });
    if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${done.error?.message ?? done.stderr}`);
  };
  const serve = (program: Program, ...args: readonly string[]) => {
    const log = openSync(join(folder, `${program}.out`), 'w');
    started.push(spawn(program, ['-c', settings, '-f', ...args], { cwd: folder, stdio: ['ignore', log, log] }));
    closeSync(log);
  };
  try {
    for (const name of ['mon', 'osd', 'rgw']) mkdirSync(join(folder, name));
    const all = ['--cap', 'mon', 'allow *', '--cap', 'osd', 'allow *', '--cap', 'mgr', 'allow *'];
    run('ceph-authtool', '--create-keyring', 'keyring', '--gen-key', '-n', 'mon.', ...all);
    for (const name of ['client.admin', 'client.rgw', 'osd.0'])
      run('ceph-authtool', 'keyring', '--gen-key', '-n', name, ...all);
    run('monmaptool', '--create', '--addv', 'a', monitor, '--fsid', fsid, 'monmap');
    run('ceph-mon', '-c', settings, '--mkfs', '-i', 'a', '--monmap', 'monmap', '--keyring', 'keyring');
    serve('ceph-mon', '-i', 'a');
    const store = randomUUID();
    run('ceph', '-c', settings, 'osd', 'create', store);
    run('ceph-osd', '-c', settings, '-i', '0', '--mkfs', '--osd-uuid', store);
    serve('ceph-osd', '-i', '0');
    const { accessKeyId, secretAccessKey } = RADOSGW_KEYS;
    const keys = ['--access-key', accessKeyId, '--secret-key', secretAccessKey];
    const user = ['user', 'create', '--uid', 'adwright', '--display-name', 'adwright', ...keys];
    run('radosgw-admin', '-c', settings, '-n', 'client.rgw', ...user);
    serve('radosgw', '-n', 'client.rgw');
    await makeBucket(endpoint, () => readFileSync(join(folder, 'radosgw.out'), 'utf8'));
    return { endpoint, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function makeBucket(endpoint: string, said: () => string): Promise<void> {
  const client = new AwsClient({ ...RADOSGW_KEYS, service: 's3', region: 'default', retries: 0 });
  const end = Date.now() + START_SECONDS * 1000;
  for (;;) {
    const made = await client.fetch(`${endpoint}/${RADOSGW_BUCKET}`, { method: 'PUT' }).catch(() => undefined);
    if (made?.ok) return;
    if (Date.now() > end) throw new Error(`the gateway does not answer: ${said() || (await made?.text())}`);
    await sleep(200);
  }
}

interface Cluster {
  readonly folder: string;
  readonly fsid: string;
  readonly monitor: string;
  readonly port: number;
}

function cephSettings({ folder, fsid, monitor, port }: Cluster): string {
  return [
    '[global]',
    `fsid = ${fsid}`,
    'mon initial members = a',
    `mon host = ${monitor}`,
    'public addr = 127.0.0.1',
    'ms bind ipv6 = false',
    `keyring = ${folder}/keyring`,
    // One copy of everything, in memory, whatever room the disk has.
    'osd objectstore = memstore',
    'memstore device bytes = 1073741824',
    'osd pool default size = 1',
    'osd pool default min size = 1',
    'osd pool default pg num = 1',
    'osd pool default pgp num = 1',
    'osd pool default pg autoscale mode = off',
    'osd crush chooseleaf type = 0',
    'mon allow pool size one = true',
    'mon max pg per osd = 1000',
    'mon data avail crit = 0',
    // Nothing outside of the folder.
    `run dir = ${folder}`,
    `admin socket = ${folder}/$name.asok`,
    `log file = ${folder}/$name.log`,
    `pid file = ${folder}/$name.pid`,
    `mon cluster log file = ${folder}/cluster.log`,
    `crash dir = ${folder}`,
    `mon data = ${folder}/mon`,
    `osd data = ${folder}/osd`,
    `rgw data = ${folder}/rgw`,
    'rgw enable apis = s3',
    `rgw frontends = beast endpoint=127.0.0.1:${port}`,
    '',
  ].join('\n');
}
