import { realpath, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { readInProject } from '../../files/project-file.js';
import { MOST_BY_HAND } from '../../files/regular-file.js';
import { systemWords } from '../../files/system-error.js';
import type { HeldLock } from '../../model/index.js';
import { loadProject } from '../../project/project.js';
import { FileLock } from '../../state/lock/file-lock.js';
import { acquireLock } from '../../state/lock/lock.js';
import { replaceFile } from '../../state/machine/durable-files.js';
import { hostFacts } from '../../state/machine/host-identity.js';
import type { AppPorts } from '../ports.js';
import { ownFolder } from './own-folder.js';
import type { Workspace } from './workspace.js';

const WAIT_SECONDS = 60;

/** The lock of the project file itself: the accounts of one project have a lock each, and one file. */
export async function projectFileLock(root: string): Promise<FileLock> {
  return new FileLock(await ownFolder(root, '.adwright/project-lock'));
}

/**
 * Writes the account's lineage into the project file, to be committed. Read, changed and replaced under a lock of the
 * file's own, so that two accounts whose first runs write at once lose neither line.
 */
export async function writeDownLineage(
  app: AppPorts,
  { project, account }: Workspace,
  held: HeldLock,
  lineage: string,
): Promise<void> {
  if (account.lineage !== undefined) return;
  try {
    if (!(await writeLocked(app, project.root, account.name, held, lineage))) return;
  } catch (error) {
    // The line of an earlier version counts until it can be moved; a checkout may be there to be read only.
    if (project.state.lineage !== lineage) throw error;
    return;
  }
  await app.say(
    `Wrote \`lineage: ${lineage}\` below \`accounts: ${account.name}:\` in adwright.yaml: commit it. It says which state is this project's.`,
  );
}

async function writeLocked(
  app: AppPorts,
  root: string,
  account: string,
  held: HeldLock,
  lineage: string,
): Promise<boolean> {
  const lock = await projectFileLock(root);
  const wait = { seconds: WAIT_SECONDS, signal: app.signal };
  const request = { id: held.record.id, command: app.commandLine, clock: app.clock, wait };
  const { record } = await acquireLock(lock, await hostFacts(app.pid), request);
  const mine = lock.held(record);
  try {
    return await writeUnderLock(root, account, lineage, () => mine.check());
  } finally {
    await mine.release();
  }
}

/** False where the line is there already. */
async function writeUnderLock(
  root: string,
  account: string,
  lineage: string,
  check: () => Promise<void>,
): Promise<boolean> {
  const present = (await loadProject(root, undefined, { allowHttp: true })).project?.accounts.get(account)?.lineage;
  if (present === lineage) return false;
  if (present !== undefined)
    throw notWritten(account, lineage, `the file now names the lineage ${present} for that account`);
  try {
    // The file itself, where the name is a link to it.
    const file = await realpath(join(root, 'adwright.yaml'));
    // With it comes a YAML library, which few runs need: the line is written once per account.
    const { writeLineage } = await import('../../project/lineage.js');
    const text = writeLineage(
      (await readInProject(root, 'adwright.yaml', MOST_BY_HAND)).toString('utf8'),
      account,
      lineage,
    );
    if (text === undefined)
      throw notWritten(
        account,
        lineage,
        'the place for it is shared with another account, by an anchor or a merge key',
      );
    await check();
    await replaceFile(file, [text], { mode: (await stat(file)).mode & 0o7777 });
    return true;
  } catch (error) {
    throw error instanceof Failure ? error : notWritten(account, lineage, systemWords(error));
  }
}

function notWritten(account: string, lineage: string, why: string): Failure {
  const detail = `\`lineage: ${lineage}\` could not be written below \`accounts: ${account}:\` in adwright.yaml: ${why}. Nothing was sent.`;
  return new Failure([diagnostic('lineage-not-written', { detail })]);
}
