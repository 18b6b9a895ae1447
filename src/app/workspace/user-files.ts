import { stat, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { checkLinks } from '../../files/project-file.js';
import { readPieces, readRegular } from '../../files/regular-file.js';
import { errorCode, systemWords } from '../../files/system-error.js';
import { gathered } from '../../model/index.js';
import type { AppPorts } from '../ports.js';
import { runnerGuard } from '../runner-commands.js';
import { rootOf } from './workspace.js';

/** Text of a file that the user named, of limited size, or a located error. */
export async function readUserFile(app: AppPorts, file: string, most: number): Promise<string> {
  return (await readUserBytes(app, file, most)).toString('utf8');
}

/** The same, not yet taken for text. */
export async function readUserBytes(app: AppPorts, file: string, most: number): Promise<Buffer> {
  try {
    return await readRegular(await userPath(app, file), most);
  } catch (error) {
    throw unusable(file, systemWords(error));
  }
}

/** The same piece by piece. */
export async function* readUserPieces(app: AppPorts, file: string, most: number): AsyncGenerator<Buffer> {
  try {
    yield* readPieces(await userPath(app, file), most);
  } catch (error) {
    throw unusable(file, systemWords(error));
  }
}

/** Writes a file that the user named with an option, or gives a located error. */
export async function saveText(
  app: AppPorts,
  option: string,
  file: string,
  text: string | Iterable<string | Uint8Array>,
): Promise<void> {
  // A page for people may be printed into the log of its job.
  const shown = typeof text === 'string' && option === '--markdown' ? runnerGuard(app.env).text(text) : text;
  try {
    await writeFile(await userPath(app, file), typeof shown === 'string' ? shown : gathered(shown));
  } catch (error) {
    throw unusable(
      `${option} ${file}`,
      errorCode(error) === 'ENOENT' ? 'its folder does not exist' : systemWords(error),
    );
  }
}

/** Whether a file that the user named with an option can be written at all; its content comes later. */
export async function checkOutputFile(app: AppPorts, option: string, file: string): Promise<void> {
  const path = await userPath(app, file).catch((error: unknown) => {
    throw unusable(`${option} ${file}`, systemWords(error));
  });
  const target = await stat(path).catch(() => undefined);
  const folder = await stat(dirname(path)).catch(() => undefined);
  const why = target?.isDirectory()
    ? 'it is a folder'
    : folder?.isDirectory()
      ? undefined
      : 'its folder does not exist';
  if (why !== undefined) throw unusable(`${option} ${file}`, why);
}

/** Where a path of the user's leads. Links inside the project may be a branch's. */
export async function userPath(app: AppPorts, file: string): Promise<string> {
  const root = rootOf(app);
  const path = resolve(root, file);
  await checkLinks(root, path);
  return path;
}

function unusable(what: string, why: string): Failure {
  return new Failure([diagnostic('file-unreadable', { detail: `${what}: ${why}` })]);
}
