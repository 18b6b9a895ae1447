import { join } from 'node:path';
import { keywordProject, smallProject } from '../data.js';
import { runCommand, runNode, runReference } from '../process.js';

const yaml = (folder) => join(folder, 'ads/keywords.yaml');
const json = (folder) => join(folder, 'keywords.json');

/** The start of the command, and manifests alone. */
export const COMMAND_ROWS = [
  {
    name: 'version',
    figure: 'adwright --version',
    reference: 'node -e 0',
    goal: 1.3,
    sides: async () => ({ run: [() => runCommand(['--version']), () => runNode(['-e', '0'])] }),
  },
  {
    name: 'validate-10',
    figure: 'validate, ten resources',
    reference: 'node -e 0',
    goal: 2,
    sides: async () => {
      const folder = await smallProject();
      return { run: [() => runCommand(['validate', '-C', folder]), () => runNode(['-e', '0'])] };
    },
  },
  {
    name: 'validate-yaml',
    figure: 'validate, 100,000 keywords in YAML',
    reference: 'yaml.parseDocument of the file',
    goal: 0.1,
    sides: async () => {
      const folder = await keywordProject(100_000);
      return {
        run: [() => runCommand(['validate', '-C', folder]), () => runReference('parse-document', [yaml(folder)])],
      };
    },
  },
  {
    name: 'validate-json',
    figure: 'validate, 100,000 keywords in YAML',
    reference: 'JSON.parse and compiled ajv, same data as JSON',
    goal: 2.5,
    sides: async () => {
      const folder = await keywordProject(100_000);
      return { run: [() => runCommand(['validate', '-C', folder]), () => runReference('json-ajv', [json(folder)])] };
    },
  },
];
