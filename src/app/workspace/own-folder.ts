import { join } from 'node:path';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { checkLinks } from '../../files/project-file.js';
import { systemWords } from '../../files/system-error.js';

/** The place of a folder that Adwright keeps in the project; refused where a link of a branch's would lead it elsewhere. */
export async function ownFolder(root: string, folder: string): Promise<string> {
  const path = join(root, folder);
  try {
    await checkLinks(root, path);
    return path;
  } catch (error) {
    throw new Failure([diagnostic('outside-project', { detail: `${folder}: ${systemWords(error)}.` })]);
  }
}
