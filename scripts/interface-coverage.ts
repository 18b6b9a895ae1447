import { existsSync } from 'node:fs';
import { buildProgram } from '../src/cli/program.js';
import { DEFAULT_SERVICE_SETTINGS, ENDPOINTS, type EndpointName } from '../src/contract/index.js';
import { kinds } from '../src/kinds/registry.js';
import { TABLE } from '../test/contract/table.js';

interface Coverage {
  /** Method of the client that cuts batches and walks pages. */
  readonly method: string;
  /** Commands that make the call on a person's word, and files of the sandbox's route and of its rule tests. */
  readonly commands: readonly string[];
  readonly route: string;
  readonly test: string;
}

const COVERAGE: Readonly<Record<EndpointName, Coverage>> = {
  login: { method: 'login', commands: ['login'], route: 'account', test: 'access' },
  accountInfo: { method: 'accountInfo', commands: ['account', 'plan'], route: 'account', test: 'access' },
  addRichCreatives: { method: 'addRichCreatives', commands: ['apply'], route: 'rich-creatives', test: 'creatives' },
  getKeywords: {
    method: 'keywords',
    commands: ['keywords get', 'plan', 'status'],
    route: 'keywords',
    test: 'keywords',
  },
  addGroups: { method: 'addGroups', commands: ['apply'], route: 'groups', test: 'groups' },
  addAppTask: { method: 'addAppTask', commands: ['apply'], route: 'apps', test: 'apps' },
  updateKeywords: { method: 'updateKeywords', commands: ['apply'], route: 'keywords', test: 'keywords' },
  getApps: { method: 'apps', commands: ['apps list', 'plan', 'status'], route: 'apps', test: 'apps' },
  keywordPackages: {
    method: 'keywordPackages',
    commands: ['keywords packages'],
    route: 'keyword-lists',
    test: 'keyword-lists',
  },
  componentReport: { method: 'componentReport', commands: ['report components'], route: 'reports', test: 'reports' },
  creativeReport: { method: 'creativeReport', commands: ['report creatives'], route: 'reports', test: 'reports' },
  unbindPictures: { method: 'unbindPictures', commands: ['pictures unbind'], route: 'pictures', test: 'pictures' },
  listPictures: { method: 'pictures', commands: ['pictures list', 'plan'], route: 'pictures', test: 'pictures' },
  keywordTags: { method: 'keywordTags', commands: ['keywords tags'], route: 'keyword-lists', test: 'keyword-lists' },
  updatePictureTags: { method: 'updatePictureTags', commands: ['apply'], route: 'pictures', test: 'pictures' },
};

/** docs/interface-coverage.md: where each operation of the interface is to be found. Refuses to name what is not there. */
export function interfaceCoverage(): string {
  const rows = Object.entries(COVERAGE).map(([name, { method, commands, route, test }]) => {
    const endpoint = ENDPOINTS[name as EndpointName];
    const cases = TABLE.filter((one) => one.endpoint === name).length;
    if (cases === 0) throw new Error(`test/contract/table.ts has no case for ${name}`);
    for (const command of commands) assertCommand(command);
    const routeFile = assertFile(`src/sandbox/routes/${route}.ts`);
    const testFile = assertFile(`test/sandbox/${test}.test.ts`);
    const manifest = kinds.all.filter((kind) => kind.create?.endpoint === name || kind.update?.endpoint === name);
    const through = manifest.map((kind) => ` (\`${kind.section.key}\`)`).join('');
    return [
      endpoint.title,
      `\`${endpoint.method} ${endpoint.path(DEFAULT_SERVICE_SETTINGS)}\``,
      `\`call('${name}')\`, \`${method}()\``,
      `[${route}](../${routeFile})`,
      commands.map((command) => `\`${command}\``).join(', ') + through,
      `[contract table](../test/contract/table.ts): ${cases}; [rules](../${testFile})`,
    ];
  });
  return `${[
    '# Where each operation of the interface is',
    '',
    'Made by `npm run generate`; a test checks that it is fresh. The contract table holds literal request bytes and replies, and is run against the client and the sandbox.',
    '',
    '| operation | request | client | sandbox | command | tests |',
    '|---|---|---|---|---|---|',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n')}\n`;
}

function assertFile(file: string): string {
  if (!existsSync(new URL(`../${file}`, import.meta.url))) throw new Error(`there is no ${file}`);
  return file;
}

function assertCommand(words: string): void {
  let command = buildProgram(async () => {}, { out: '', err: '' });
  for (const word of words.split(' ')) {
    const next = command.commands.find((one) => one.name() === word);
    if (next === undefined) throw new Error(`there is no command ${words}`);
    command = next;
  }
}
