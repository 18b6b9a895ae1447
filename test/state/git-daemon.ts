import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type GitPlace, gitEnvironment, gitPlace } from './git-backend-place.js';

/** The same repositories, reached through git's own server on the loopback address. */
export async function daemonPlace(): Promise<GitPlace> {
  const place = await gitPlace();
  const port = await freePort();
  const daemon = spawn(
    join(await place.git(place.folder, '--exec-path'), 'git-daemon'),
    [
      ...['--listen=127.0.0.1', `--port=${port}`, '--reuseaddr', '--export-all', '--enable=receive-pack'],
      ...[`--base-path=${place.folder}`, place.folder],
    ],
    { env: gitEnvironment, stdio: 'ignore' },
  );
  const address = `git://127.0.0.1:${port}/remote.git`;
  for (const clone of place.clones) await place.git(clone, 'remote', 'set-url', 'origin', address);
  for (let attempt = 0; attempt < 100; attempt++) {
    const answered = await place.git(place.clone, 'ls-remote', address).then(
      () => true,
      () => false,
    );
    if (answered) break;
    await sleep(50);
  }
  return {
    ...place,
    remove: async () => {
      daemon.kill('SIGKILL');
      await once(daemon, 'close');
      await place.remove();
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no port');
  return address.port;
}
