import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { diagnostic } from '../../../diagnostics/diagnostic.js';
import { Failure } from '../../../diagnostics/failure.js';
import { checkLinks, readIfInProject } from '../../../files/project-file.js';
import { MOST_BY_HAND, readRegular } from '../../../files/regular-file.js';
import { errorCode, systemWords } from '../../../files/system-error.js';
import { type Outcome, result } from '../../outcome.js';
import type { AppPorts } from '../../ports.js';
import { makeFolder } from '../../workspace/make-folder.js';
import { packageFolder } from '../../workspace/package-folder.js';
import { EXAMPLE, type ProjectStart, projectStart, refuseBelowProject } from '../../workspace/project-start.js';
import { schemaLine } from '../../workspace/schema-line.js';
import { CI_EXAMPLES, FIRST_MANIFEST, IGNORED, PROJECT_FILE } from '../../workspace/templates.js';
import { rootOf } from '../../workspace/workspace.js';

/** Starts a project. Existing files are kept: nothing is overwritten. */
export async function init(app: AppPorts): Promise<Outcome> {
  const root = rootOf(app);
  await refuseBelowProject(root);
  const files: string[] = [];
  const written: string[] = [];
  const note = (file: string, isWritten: boolean) => {
    files.push(file);
    if (isWritten) written.push(file);
  };
  let start: ProjectStart;
  const projectSchema = await schemaLine(root, root, 'project');
  const manifestSchema = await schemaLine(root, join(root, 'ads'), 'manifest');
  try {
    // Also where the example is not written: a project whose `ads` leads elsewhere could read none of its manifests.
    await checkLinks(root, join(root, EXAMPLE));
    note('adwright.yaml', await writeNew(root, 'adwright.yaml', headed(projectSchema, PROJECT_FILE)));
    start = await projectStart(root);
    // In a project that has manifests, the example would plan a new group in the account.
    if (start.takesExample || start.hasExample) {
      note(EXAMPLE, await writeNew(root, EXAMPLE, headed(manifestSchema, FIRST_MANIFEST)));
    }
    note('.gitignore', await addIgnored(root));
    const examples = await packageFolder('ci');
    for (const [example, file] of Object.entries(CI_EXAMPLES)) {
      note(
        file,
        await writeNew(root, file, (await readRegular(join(examples, example), MOST_BY_HAND)).toString('utf8')),
      );
    }
  } catch (error) {
    throw new Failure([diagnostic('file-unreadable', { detail: `${root}: ${systemWords(error)}` })]);
  }
  const lines = [
    ...files.map((file) => `${written.includes(file) ? 'wrote' : 'kept '} ${file}`),
    '',
    'Each CI example says at the top what it needs; delete the one that you do not use.',
    ...(manifestSchema === undefined ? [WITHOUT_SCHEMA] : []),
    ...start.lines,
  ];
  return result(lines.join('\n'), { formatVersion: '1.0', files, written });
}

const WITHOUT_SCHEMA =
  'Editors have no schema yet: Adwright is not in the node_modules of this project. `adwright schema manifest` and `adwright schema project` print the schemas.';

function headed(schema: string | undefined, text: string): string {
  return schema === undefined ? text : `# ${schema}\n${text}`;
}

async function writeNew(root: string, file: string, content: string): Promise<boolean> {
  const path = join(root, file);
  await checkLinks(root, path);
  await makeFolder(dirname(path));
  try {
    await writeFile(path, content, { flag: 'wx' });
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

async function addIgnored(root: string): Promise<boolean> {
  const path = join(root, '.gitignore');
  await checkLinks(root, path);
  const before = (await readIfInProject(root, '.gitignore', MOST_BY_HAND))?.toString('utf8') ?? '';
  const present = new Set(before.split(/\r?\n/));
  const missing = IGNORED.filter((line) => !present.has(line));
  if (missing.length === 0) return false;
  const gap = before === '' || before.endsWith('\n') ? '' : '\n';
  await writeFile(path, `${before}${gap}${missing.join('\n')}\n`);
  return true;
}
