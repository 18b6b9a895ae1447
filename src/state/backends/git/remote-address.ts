import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isInside } from '../../../files/inside.js';
import { remoteFault } from '../../../model/text/remote-address.js';
import { type Git, remoteFailed, withoutCredentials } from './git-command.js';

/**
 * The address that a remote is pushed to; it is read from there too, since a mirror that lags behind must not be asked
 * where the state is. The address and not the name, so that git moves no tracking ref of the user's.
 */
export async function remoteAddress(git: Git, named: string): Promise<string> {
  checkAddress(named);
  const settings = await git.settings();
  const address = settings.get(`remote.${named}.pushurl`) || settings.get(`remote.${named}.url`);
  if (address) return checkAddress(address);
  const remote = withoutCredentials(named);
  if (/[/:\\]/u.test(named)) {
    await checkOutsideWorkTree(git, named);
    return named;
  }
  // Is it the remote that is missing, or the repository?
  await git.text(['rev-parse', '--git-dir']);
  throw remoteFailed(
    `The state is kept in the git remote ${remote}, and the project's repository has no remote of that name. Add it with \`git remote add ${remote} ADDRESS\`, or name another one as \`state.remote\``,
  );
}

function checkAddress(address: string): string {
  const fault = remoteFault(address);
  if (fault !== undefined) throw remoteFailed(`The address ${withoutCredentials(address)} ${fault}`);
  return address;
}

/** A repository inside the work tree comes from a branch, and so do its hooks, which a push to it would run. */
async function checkOutsideWorkTree(git: Git, address: string): Promise<void> {
  const path = localPath(address);
  if (path === undefined) return;
  const top = await git.run(['rev-parse', '--show-toplevel']);
  if (top.code !== 0) return;
  const tree = await realpath(top.stdout.toString('utf8').replace(/\n$/u, ''));
  const place = resolve(git.root, path);
  if (!isInside(tree, await realpath(place).catch(() => place))) return;
  throw remoteFailed(
    `The address ${address} is a folder of the project's own repository, which every branch can change`,
  );
}

/** The folder of an address on this machine, as git tells such an address from `host:path`. */
function localPath(address: string): string | undefined {
  if (/^file:\/\//u.test(address)) {
    try {
      return fileURLToPath(address);
    } catch {
      return address.slice('file://'.length);
    }
  }
  const colon = address.indexOf(':');
  const slash = address.search(/[/\\]/u);
  const isDrive = /^[A-Za-z]:[/\\]/u.test(address);
  return colon < 0 || isDrive || (slash >= 0 && slash < colon) ? address : undefined;
}
