import { readFile, readlink } from 'node:fs/promises';
import { hostname, platform, userInfo } from 'node:os';
import { promisify } from 'node:util';
import { errorCode } from '../../files/system-error.js';
import type { LockRecord } from '../../model/state/lock.js';

/** What tells this process from every other one, on this host and elsewhere. Unknown facts are empty. */
export type HostFacts = Pick<LockRecord, 'host' | 'bootId' | 'pidNamespace' | 'pid' | 'processStart' | 'user'>;

/**
 * - `running`: this very host, and the process is there;
 * - `ended`: this very host, and the process is certainly gone;
 * - `elsewhere`: another host, another container, or the same one before it was restarted;
 * - `untold`: the system does not say.
 */
export type Liveness = 'running' | 'ended' | 'elsewhere' | 'untold';

export async function hostFacts(pid: number): Promise<HostFacts> {
  return {
    host: hostname(),
    bootId: await bootId(),
    pidNamespace: await readlink('/proc/self/ns/pid').catch(() => ''),
    pid,
    processStart: (await processStart(pid)) ?? '',
    user: userName(),
  };
}

/** Whether the holder of a lock still runs. Only what is certain counts as `ended`: a doubt leaves the lock alone. */
export async function livenessOf(holder: LockRecord, own: HostFacts): Promise<Liveness> {
  const sameHost = holder.host === own.host && holder.bootId === own.bootId && holder.pidNamespace === own.pidNamespace;
  if (!sameHost) return 'elsewhere';
  // Without the boot's identity, another machine of the same name would look like this one.
  if (own.bootId === '' || holder.processStart === '') return 'untold';
  const started = await processStart(holder.pid);
  if (started === undefined) return 'untold';
  return started === holder.processStart ? 'running' : 'ended';
}

async function bootId(): Promise<string> {
  if (platform() === 'linux') return (await readFile('/proc/sys/kernel/random/boot_id', 'utf8').catch(() => '')).trim();
  return platform() === 'darwin' ? output('sysctl', ['-n', 'kern.bootsessionuuid']).catch(() => '') : '';
}

const GONE = 'gone';

/** Start time of a process, `gone` when there certainly is none, undefined when the system does not say. */
async function processStart(pid: number): Promise<string | undefined> {
  if (platform() === 'linux') return linuxProcessStart(pid);
  // `ps` ends with 1 when it finds no such process.
  if (platform() === 'darwin') {
    return output('ps', ['-o', 'lstart=', '-p', String(pid)]).catch((error) => (error.code === 1 ? GONE : undefined));
  }
  return undefined;
}

async function linuxProcessStart(pid: number): Promise<string | undefined> {
  let stat: string;
  try {
    stat = await readFile(`/proc/${pid}/stat`, 'utf8');
  } catch (error) {
    const code = errorCode(error);
    if (code !== 'ENOENT' && code !== 'ESRCH') return undefined;
    // With `hidepid`, other users' processes are invisible, and an absent one proves nothing.
    const seesAll = await readFile('/proc/1/stat').then(
      () => true,
      () => false,
    );
    return seesAll ? GONE : undefined;
  }
  // The name is in parentheses and may hold anything; state is the first field after it, start time the twentieth.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const ended = fields[0] === 'Z' || fields[0] === 'X';
  return ended ? GONE : fields[19];
}

export function userName(): string {
  try {
    return userInfo().username;
  } catch {
    // A container may run under a number that no user list knows.
    return 'unknown';
  }
}

async function output(command: string, options: readonly string[]): Promise<string> {
  // Linux needs no command, and loading what starts one takes longer than all the rest here.
  const { execFile } = await import('node:child_process');
  const { stdout } = await promisify(execFile)(command, options, { timeout: 5000 });
  return stdout.trim();
}
