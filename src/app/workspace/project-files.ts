import { createHash } from 'node:crypto';
import { diagnostic } from '../../diagnostics/diagnostic.js';
import { Failure } from '../../diagnostics/failure.js';
import { readInProject } from '../../files/project-file.js';
import { MOST_TEXT } from '../../files/regular-file.js';
import { systemWords } from '../../files/system-error.js';
import type { Project, ProjectFiles } from '../../model/index.js';

/** Image bytes for sending: read when they are needed, and only if they still are what was planned. */
export function projectFiles({ root }: Project): ProjectFiles {
  return {
    async readBase64(file, sha256) {
      let bytes: Buffer;
      try {
        bytes = await readInProject(root, file, MOST_TEXT);
      } catch (error) {
        throw new Failure([diagnostic('file-unreadable', { detail: `${file}: ${systemWords(error)}` })]);
      }
      if (createHash('sha256').update(bytes).digest('hex') !== sha256) {
        throw new Failure([
          diagnostic('file-unreadable', { detail: `${file} changed since it was planned; nothing of it was sent.` }),
        ]);
      }
      return bytes.toString('base64');
    },
  };
}
