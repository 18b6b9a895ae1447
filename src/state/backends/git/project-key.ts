import { diagnostic } from '../../../diagnostics/diagnostic.js';
import { Failure } from '../../../diagnostics/failure.js';
import { keyFault, ROOT_KEY } from '../../../model/state/state-key.js';
import { Git, type GitEnvironment } from './git-command.js';

/** The key of a project that names none: its folder within the repository, as git sees it. */
export async function projectKey(root: string, environment: GitEnvironment): Promise<string> {
  const bytes = await new Git(root, environment).bytes(['rev-parse', '--show-prefix']);
  const folder = bytes.toString('utf8').replace(/\/?\n$/u, '');
  if (folder === '') return ROOT_KEY;
  const fault = folder === ROOT_KEY ? 'is the key of the top folder' : (notText(bytes) ?? keyFault(folder));
  if (fault === undefined) return folder;
  const detail = `The key of the state is the project's folder within the repository, and ${JSON.stringify(folder)} ${fault}.`;
  throw new Failure([diagnostic('state-key-unusable', { detail })]);
}

/** Two names that are no UTF-8 could read as one text. */
function notText(bytes: Buffer): string | undefined {
  return Buffer.from(bytes.toString('utf8')).equals(bytes) ? undefined : 'is not UTF-8';
}
