import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { keywordProject, smallProject } from '../data.js';
import { runCommand, runNode, runReference, startService } from '../process.js';
import { at } from './running.js';

const yaml = (folder) => join(folder, 'ads/keywords.yaml');
const json = (folder) => join(folder, 'keywords.json');

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const ONE_REQUEST = "require('undici').request(process.argv[1], { method: 'POST' }).then(({ body }) => body.dump())";

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
    name: 'first-request',
    figure: 'plan of ten resources until its first request arrives',
    reference: 'node -e that sends one request with undici',
    goal: 1.5,
    value: 'phase',
    sides: async () => {
      const folder = await smallProject();
      const service = await startService();
      const untilAsked = (run) => async () => {
        await service.control('reset');
        const done = await run();
        return { ...done, phase: (await service.control('asked')).asked - done.began };
      };
      const plan = () => runCommand(['plan', '-C', folder], { env: at(service.url) });
      const one = () => runNode(['-e', ONE_REQUEST, `${service.url}/uc/account/getInfo`], { cwd: ROOT });
      return { run: [untilAsked(plan), untilAsked(one)], end: service.stop };
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
