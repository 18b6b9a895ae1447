import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { readOwn } from '../../files/regular-file.js';

const FILE = 'owner.json';
const WAIT_MILLISECONDS = 200;

const OWN_URL = /^http:\/\/127\.0\.0\.1:\d{1,5}$/;

interface Owner {
  readonly url: string;
  readonly instance: string;
}

export class DataDirectoryInUse extends Error {
  override readonly name = 'DataDirectoryInUse';
}

/**
 * One sandbox at a time owns a data directory: two processes with one file would diverge. The file names the owner's
 * address; an owner that no longer answers there under its name is dead, and is replaced. For a
 * live one the sandbox waits.
 */
export async function ownDirectory(
  directory: string,
  url: string,
  instance: string,
  waitSeconds: number,
): Promise<{ release(): Promise<void> }> {
  await mkdir(directory, { recursive: true });
  const path = join(directory, FILE);
  const mine = JSON.stringify({ url, instance });
  for (let waited = 0; ; waited += WAIT_MILLISECONDS) {
    const taken = await writeFile(path, mine, { flag: 'wx' }).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'EEXIST') return false;
        throw error;
      },
    );
    if (taken) return { release: () => rm(path, { force: true }) };
    const text = await textOf(path).catch(() => '');
    const owner = ownerOf(text);
    // An empty file is being written; only after a wait does it count as abandoned.
    const dead = owner === undefined ? waited > 1000 : !(await isAlive(owner));
    if (dead) await removeIfSame(path, text, `${path}.${instance}`);
    else if (waited >= waitSeconds * 1000) {
      throw new DataDirectoryInUse(`another sandbox${owner ? ` (${owner.url})` : ''} is using ${directory}`);
    } else await new Promise((resolve) => setTimeout(resolve, WAIT_MILLISECONDS));
  }
}

async function textOf(path: string): Promise<string> {
  return (await readOwn(path, 4096)).toString('utf8');
}

function ownerOf(text: string): Owner | undefined {
  try {
    const owner: Partial<Owner> | null = JSON.parse(text);
    // Only an address of this machine is asked whether it is alive, whatever the file says.
    const isOwner = OWN_URL.test(String(owner?.url)) && typeof owner?.instance === 'string';
    return isOwner ? (owner as Owner) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** Moves the file away first, so that only one of two processes that find a dead owner removes it. */
async function removeIfSame(path: string, text: string, aside: string): Promise<void> {
  await rename(path, aside).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
  });
  const moved = await textOf(aside).catch(() => text);
  // Another process was faster, and there is a new owner: put its file back.
  if (moved === text) await rm(aside, { force: true });
  else await rename(aside, path);
}

/** Whether the owner answers under its own name. No answer in time counts as alive: it may be busy. */
function isAlive({ url, instance }: Owner): Promise<boolean> {
  return new Promise((resolve) => {
    const call = request(`${url}/_sandbox`, { timeout: 2000 }, (reply) => {
      let text = '';
      reply.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      reply.on('end', () => resolve(text.includes(instance)));
    });
    call.on('timeout', () => {
      resolve(true);
      call.destroy();
    });
    call.on('error', () => resolve(false));
    call.end();
  });
}
